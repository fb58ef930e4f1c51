package timebase_test

import (
	"testing"
	"time"

	"postflight/analysis/timebase"
)

// undated is boots without a date in them: the GPS never had a fix.
func undated(t *testing.T, n int) *timebase.Result {
	var fixes []fix
	for range n {
		for _, f := range flownFixes(0) {
			fixes = append(fixes, fix{boot: f.boot, utc: time.Date(1980, 1, 6, 0, 0, 1, 0, time.UTC)})
		}
	}
	return onboard(t, fixes)
}

// wantParts holds each part against when its boot began after start; a negative
// one is not placed.
func wantParts(t *testing.T, parts []timebase.Part, first time.Duration, since ...time.Duration) {
	t.Helper()
	if len(parts) != len(since) {
		t.Fatalf("%d parts, want %d: %+v", len(parts), len(since), parts)
	}
	for k, p := range parts {
		if p.Placed != (since[k] >= 0) || !p.Placed && p.Why == "" {
			t.Errorf("part %d: placed %v (%s), want %v", k, p.Placed, p.Why, since[k] >= 0)
		}
		if !p.Placed {
			continue
		}
		// Each boot is written from 20 s after it was first heard.
		if off := p.From - p.Offset - (since[k] + 20*time.Second - first); off.Abs() > 10*time.Millisecond {
			t.Errorf("part %d is laid wrong by %v, by %s", k, off, p.Basis)
		}
	}
}

func TestEachBootOfAnOnboardLogIsLaidByItself(t *testing.T) {
	a, first := flown(t, false, 0)
	for name, b := range map[string]*timebase.Result{"with dates": boots(t, 0, 100*s), "without": undated(t, 2)} {
		parts, ok := timebase.Lay(a, b)
		if !ok {
			t.Fatalf("%s: not laid", name)
		}
		wantParts(t, parts, first, 0, 100*time.Second)
		for k, p := range parts {
			if p.Basis != timebase.BootClock || p.EpochA != k || p.EpochB != k {
				t.Errorf("%s: part %d by %s, boots %d and %d", name, k, p.Basis, p.EpochA, p.EpochB)
			}
		}
	}
}

// Around a step what is drawn lies where the clocks put it, without the delay of the
// fastest frame.
func TestAPartWithAStepIsDrawnWithoutTheDelayOfTheFastestFrame(t *testing.T) {
	for name, by := range map[string]int64{"set back": -10 * s, "set back by little": -3 * s} {
		r := heard(false, true, vehicle).setStation(by)
		parts, ok := timebase.Lay(r.asListed(t), written(t, 0))
		if !ok || len(parts) != 1 || parts[0].Steps != 1 {
			t.Fatalf("%s: %v, %d parts", name, ok, len(parts))
		}
		first, l := time.Duration(r.messages[0].at-start), timebase.LayingOf(parts)
		for _, at := range []time.Duration{25 * time.Second, 55 * time.Second} {
			got, ok := l.ToFlight(at - 20*time.Second) // where the log was begun
			if off := got - (at - first); !ok || off.Abs() > 3*time.Millisecond {
				t.Errorf("%s: drawn %v off (%v)", name, off, ok)
			}
		}
	}
}

func TestTwoOnboardLogsOfTwoBootsAreLaidEachByItsOwn(t *testing.T) {
	a, first := flown(t, true, 0)
	for boot := range int64(2) {
		parts, ok := timebase.Lay(a, written(t, boot*100*s))
		if !ok {
			t.Fatalf("boot %d is not laid", boot)
		}
		wantParts(t, parts, first, time.Duration(boot*100*s))
		if parts[0].EpochA != int(boot) {
			t.Errorf("boot %d is laid by boot %d", boot, parts[0].EpochA)
		}
	}
}

func TestABootThatOnlyTheOnboardLogHoldsIsLaidByItsDate(t *testing.T) {
	a, first := flown(t, false, 0)
	parts, ok := timebase.Lay(a, boots(t, 0, 100*s, 500*s))
	if !ok {
		t.Fatal("not laid")
	}
	wantParts(t, parts, first, 0, 100*time.Second, 500*time.Second)
	if parts[2].Basis != timebase.Dates {
		t.Errorf("by %s", parts[2].Basis)
	}
}

func TestABootThatNothingTellsOfIsNotLaid(t *testing.T) {
	a, _ := flown(t, false, 0)
	parts, ok := timebase.Lay(a, undated(t, 3))
	if !ok || len(parts) != 3 {
		t.Fatalf("%v %+v", ok, parts)
	}
	placed := 0
	for _, p := range parts {
		if p.Placed {
			placed++
		} else if p.Why == "" {
			t.Error("does not say why")
		}
	}
	if placed != 2 {
		t.Errorf("%d of 3 boots are laid beside a log of two", placed)
	}
}

func TestATelemetryLogIsLaidBesideAnOnboardLogBootByBoot(t *testing.T) {
	heard, first := flown(t, false, 0)
	b := boots(t, 0, 100*s)
	parts, ok := timebase.Lay(b, heard)
	if !ok || len(parts) != 2 {
		t.Fatalf("%v %+v", ok, parts)
	}
	l := timebase.LayingOf(parts)
	// What was captured at 30 s and 130 s is 10 s into each boot's part.
	for at, want := range map[time.Duration]time.Duration{30 * time.Second: 10 * time.Second, 130 * time.Second: 69980*time.Millisecond + 10*time.Millisecond} {
		got, ok := l.ToFlight(at - first)
		if off := got - want; !ok || off.Abs() > 100*time.Millisecond {
			t.Errorf("captured at %v: at %v, %v; want %v", at, got, ok, want)
		}
	}
	if got, ok := l.ToFlight(97 * time.Second); ok {
		t.Errorf("the time between the boots is laid at %v, where the onboard log has none", got)
	}
}

func TestLogTimesInOrderStayInOrderHoweverTheyAreLaid(t *testing.T) {
	a, _ := flown(t, false, 0)
	b := boots(t, 0, 100*s, 500*s)
	for _, pair := range [][2]*timebase.Result{{a, b}, {b, a}, {boots(t, 500*s, 100*s, 0), b}} {
		parts, ok := timebase.Lay(pair[0], pair[1])
		if !ok {
			continue
		}
		inOrder(t, timebase.LayingOf(parts).Moved(3*time.Second), 200*time.Second)
	}
}

// inOrder wants that log times up to end keep their order, and are found again.
func inOrder(t *testing.T, l *timebase.Laying, end time.Duration) {
	t.Helper()
	before := time.Duration(-1 << 62)
	for at := time.Duration(0); at < end; at += time.Second / 7 {
		got, ok := l.ToFlight(at)
		if !ok {
			continue
		}
		if got < before {
			t.Fatalf("%v lies at %v, before %v", at, got, before)
		}
		before = got
		if back, ok := l.ToLog(got); !ok || back != at {
			t.Fatalf("%v lies at %v, where %v is looked for", at, got, back)
		}
	}
}

func TestMovedByHandEverythingComesLater(t *testing.T) {
	l := timebase.Shifted(2 * time.Second).Moved(time.Second)
	if got, ok := l.ToFlight(10 * time.Second); !ok || got != 9*time.Second || l.Offset() != time.Second {
		t.Errorf("10 s at %v, offset %v", got, l.Offset())
	}
	if got, ok := l.ToLog(9 * time.Second); !ok || got != 10*time.Second {
		t.Errorf("looked for at %v", got)
	}
}
