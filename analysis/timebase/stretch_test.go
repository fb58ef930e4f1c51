package timebase_test

import (
	"testing"
	"time"

	"postflight/analysis/timebase"
)

// shown is what a clock shows at a log time; false where it is not known.
func shown(stretches []timebase.Stretch, t time.Duration) (int64, bool) {
	for _, s := range stretches {
		if t >= s.From && t <= s.To {
			return s.At(t), true
		}
	}
	return 0, false
}

func TestTheTimeSincePowerUpIsNotKnownWhileTheVehicleRestarts(t *testing.T) {
	a, first := flown(t, false, 0)
	boots := a.BootTimes(vehicle)
	for _, c := range []struct {
		at   time.Duration // since the start of the recording
		want time.Duration
		ok   bool
	}{
		{10 * time.Second, 50 * time.Second, true},
		{89 * time.Second, 129 * time.Second, true},
		{95 * time.Second, 0, false},
		{110 * time.Second, 50 * time.Second, true},
	} {
		got, ok := shown(boots, c.at-first)
		if off := time.Duration(got) - c.want; ok != c.ok || ok && off.Abs() > 20*time.Millisecond {
			t.Errorf("at %v: %v, %v; want %v, %v", c.at, time.Duration(got), ok, c.want, c.ok)
		}
	}
}

func TestDatesGoOnThroughAReboot(t *testing.T) {
	a, first := flown(t, false, time.Hour)
	source, dates := a.Dates()
	if source != vehicle {
		t.Errorf("the dates are those of %s", source)
	}
	station := a.Station()
	for _, at := range []time.Duration{0, 95 * time.Second, 150 * time.Second} {
		got, ok := shown(dates, at)
		want := start + int64(first+at+time.Hour)
		if off := time.Duration(got - want); !ok || off.Abs() > 20*time.Millisecond {
			t.Errorf("at %v the vehicle's date is off by %v, %v", at, off, ok)
		}
		if got, ok := shown(station, at); !ok || got != start+int64(first+at) {
			t.Errorf("at %v the station's clock is off by %v, %v", at, time.Duration(got-start-int64(first+at)), ok)
		}
	}
}

func TestAClockOnlyGoesForwardInAStretch(t *testing.T) {
	a, _ := flown(t, true, 0)
	_, dates := a.Dates()
	for _, list := range [][]timebase.Stretch{a.Station(), dates, a.BootTimes(vehicle)} {
		end := time.Duration(-1)
		for _, s := range list {
			if s.From <= end || s.To < s.From {
				t.Fatalf("from %v to %v, after %v", s.From, s.To, end)
			}
			end = s.To
			for at, before := s.From, s.At(s.From); at < s.To; at += time.Second / 3 {
				if now := s.At(at); now < before {
					t.Fatalf("falls at %v", at)
				} else {
					before = now
				}
			}
		}
	}
}

func TestAnOnboardLogOfTwoBootsTellsTheDateOfEach(t *testing.T) {
	b := boots(t, 0, 100*s)
	for _, c := range []struct{ at, want time.Duration }{{time.Second, 21 * time.Second}, {61 * time.Second, 121 * time.Second}} {
		got, by, ok := b.UTC(c.at)
		if off := got.Sub(time.Unix(0, start).Add(c.want)); !ok || by == nil || off.Abs() > time.Second {
			t.Errorf("at %v: off by %v, %v", c.at, off, ok)
		}
	}
}

// boots is one onboard log of several boots, begun at those times since start.
// Each holds what [written] does: 60 s to 120 s after a power-up 40 s before.
func boots(t *testing.T, since ...int64) *timebase.Result {
	var fixes []fix
	for _, at := range since {
		fixes = append(fixes, flownFixes(at)...)
	}
	return onboard(t, fixes)
}
