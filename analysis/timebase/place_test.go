package timebase_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

// flown is a telemetry log of two boots of a vehicle, the second from 100 s on,
// each of which begins to be heard 40 s after power-up. Its dates are dayOff off.
func flown(t *testing.T, answers bool, dayOff time.Duration) (found *timebase.Result, first time.Duration) {
	var r recording
	for boot := range int64(2) {
		from := boot * 100 * s
		r.fly(from, from+90*s, vehicle, remote{40*s - from, 0}, source(uint64(boot)))
		for at := from; at < from+90*s; at += s {
			r.add(start+at+6*ms, vehicle, "SYSTEM_TIME", fields{
				"time_unix_usec": (start + at + int64(dayOff)) / 1000, "time_boot_ms": (40*s + at - from) / ms,
			})
			if answers {
				r.ask(at+s/2, station, vehicle, unixAt, func(at int64) int64 { return 40*s + at - from }, at%(100*ms))
			}
		}
	}
	return r.tlog(t), time.Duration(r.messages[0].at - start)
}

// written is the log that the vehicle wrote in the boot that began at since.
func written(t *testing.T, since int64) *timebase.Result {
	return onboard(t, flownFixes(since))
}

func flownFixes(since int64) (fixes []fix) {
	for at := 60 * time.Second; at < 120*time.Second; at += 200 * time.Millisecond {
		fixes = append(fixes, fix{boot: at, utc: time.Unix(0, start+since+int64(at)-40*s)})
	}
	return fixes
}

func TestALogOfTheVehicleIsLaidByItsBootClock(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers bool
		left    time.Duration // of the delay of the fastest frame
	}{
		{"by arrival alone the fastest frame's delay is left", false, 5 * time.Millisecond},
		{"answers take it off", true, 2 * time.Millisecond},
	} {
		a, first := flown(t, c.answers, 0)
		for boot := range int64(2) {
			b := written(t, boot*100*s)
			p, ok := timebase.Place(a, b)
			want := -20*time.Second - time.Duration(boot)*100*time.Second + first
			off := p.Offset - want
			if !ok || p.Basis != timebase.BootClock || p.Source != vehicle || p.EpochA != int(boot) || p.Doubt != "" {
				t.Fatalf("%s, boot %d: %v %+v", c.name, boot, ok, p)
			}
			if off > 3*p.Sigma || off < -c.left-3*p.Sigma || p.Sigma < 0 || p.Sigma > 5*time.Millisecond {
				t.Errorf("%s, boot %d: wrong by %v, sigma %v", c.name, boot, off, p.Sigma)
			}
			if got := p.ToB(p.At); got != p.At+p.Offset {
				t.Errorf("%s: %v is laid at %v", c.name, p.At, got)
			}
			back, ok := timebase.Place(b, a)
			if !ok || (back.Offset+p.Offset).Abs() > 10*time.Microsecond {
				t.Errorf("%s, boot %d: %v there, %v back", c.name, boot, p.Offset, back.Offset)
			}
		}
	}
}

func TestALogOfAnotherDayIsNotLaidByTheBootClock(t *testing.T) {
	a, first := flown(t, false, 0)
	p, ok := timebase.Place(a, written(t, -24*3600*s))
	want := 24*time.Hour - 20*time.Second + first
	if !ok || p.Basis != timebase.Dates || (p.Offset-want).Abs() > 10*time.Millisecond {
		t.Errorf("%v %+v", ok, p)
	}
}

func TestDatesOfStationsThatDifferRaiseADoubt(t *testing.T) {
	log := func(off int64) *timebase.Result {
		var r recording
		r.fly(0, 60*s, vehicle, remote{40 * s, 0}, source(1))
		for i := range r.messages {
			r.messages[i].at += off
		}
		return r.tlog(t)
	}
	p, ok := timebase.Place(log(0), log(3*3600*s))
	if !ok || p.Basis != timebase.BootClock || p.Offset.Abs() > time.Millisecond || p.Doubt != "the dates of the two logs differ by 3h0m0s" {
		t.Errorf("%v %+v", ok, p)
	}
}

func TestLogsWithoutAClockInCommonGoByTheStations(t *testing.T) {
	log := func(from int64, source flight.Source) *timebase.Result {
		var r recording
		for at := int64(0); at < 10*s; at += s {
			r.add(start+from+at, source, "HEARTBEAT", nil)
		}
		return r.tlog(t)
	}
	p, ok := timebase.Place(log(0, vehicle), log(7*s, camera))
	if !ok || p.Basis != timebase.StationClocks || p.Offset != -7*time.Second || p.Sigma != -1 {
		t.Errorf("%v %+v", ok, p)
	}
}

func TestLogsWithoutAnyClockAreNotLaid(t *testing.T) {
	b := written(t, 0)
	none := find(t, "raw", (&recording{}).frame(message{source: vehicle, name: "HEARTBEAT"}, mavlinkNamed(t, "HEARTBEAT"), flight.MagicMAVLink2))
	if p, ok := timebase.Place(none, b); ok {
		t.Errorf("%+v", p)
	}
}

// contradicted is a log whose answers put the fastest frame, which took 5 ms, on
// its way so much less.
func contradicted(t *testing.T, by int64) *timebase.Result {
	var r recording
	r.fly(0, 90*s, vehicle, remote{40 * s, 0}, source(1))
	for at := int64(0); at < 90*s; at += s {
		r.ask(at+s/2, station, vehicle, unixAt, func(at int64) int64 { return 40*s + at - by }, 0)
	}
	return r.tlog(t)
}

func TestAnswersThatContradictTheArrivalsTellNoDelay(t *testing.T) {
	b := written(t, 0)
	none, ok := timebase.Place(contradicted(t, 60*ms), b)
	if want := "the delay of the fastest frame, which TIMESYNC answers have arrive 55 ms before it was sent"; none.Caveat != want {
		t.Errorf("leaves out %q, want %q", none.Caveat, want)
	}
	if !ok || !strings.Contains(none.Rests, "the TIMESYNC answers contradict the arrivals") || strings.Contains(none.Rests, "the fastest frame took") {
		t.Errorf("%v %q", ok, none.Rests)
	}
	// Within what both may be off, such an answer is one of a frame that took no time.
	near, ok := timebase.Place(contradicted(t, 5*ms+ms/2), b)
	if !ok || !strings.Contains(near.Rests, "the fastest frame took 0.0 ms (±") {
		t.Errorf("%v %q", ok, near.Rests)
	}
	if off := none.Offset - near.Offset; off.Abs() > 2*time.Millisecond {
		t.Errorf("answers that are not believed move it by %v", off)
	}
}

// Answers tell the middle of a round trip, not how much of it was the way back.
func TestAnAnswerIsAsUnsureAsItsRoundTripIsLong(t *testing.T) {
	const up, down = 200 * ms, 10 * ms
	var r recording
	r.fly(0, 90*s, vehicle, remote{40 * s, 0}, source(1))
	for at := s / 2; at < 90*s; at += s {
		r.add(start+at, station, "TIMESYNC", fields{"ts1": start + at})
		r.add(start+at+up+down, vehicle, "TIMESYNC", fields{"tc1": 40*s + at + up, "ts1": start + at})
	}
	found := r.tlog(t)
	p, ok := timebase.Place(found, written(t, 0))
	off := p.Offset - (-20*time.Second + time.Duration(r.messages[0].at-start))
	if !ok || off.Abs() > p.Sigma || p.Sigma < 100*time.Millisecond || p.Sigma > 120*time.Millisecond || p.Caveat != "" {
		t.Errorf("wrong by %v, sigma %v, leaves out %q", off, p.Sigma, p.Caveat)
	}
	if !strings.Contains(p.Rests, "(±105 ms), by ") {
		t.Error(p.Rests)
	}
}

func TestAPlacementSaysWhatItsSigmaLeavesOut(t *testing.T) {
	b := written(t, 0)
	for _, c := range []struct {
		answers bool
		log     *timebase.Result
		want    string
	}{
		{false, b, "the unknown delay of the fastest frame"},
		{true, b, ""},
		{false, written(t, -24*3600*s), "the unknown delay of the fastest frame"}, // by dates
	} {
		a, _ := flown(t, c.answers, 0)
		if p, ok := timebase.Place(a, c.log); !ok || p.Caveat != c.want {
			t.Errorf("by %s: %q, want %q", p.Basis, p.Caveat, c.want)
		}
	}
	if p, ok := timebase.Place(b, written(t, 0)); !ok || p.Caveat != "" || p.Sigma != 0 {
		t.Errorf("%v %+v", ok, p)
	}
}

// An onboard log adds nothing to the error of the clock that was heard.
func TestThePlacementIsAsUnsureAsTheClockItRestsOn(t *testing.T) {
	var r recording
	r.fly(0, 90*s, vehicle, remote{40 * s, 0}, source(1))
	a := r.tlog(t)
	p, ok := timebase.Place(a, written(t, 0))
	if c := clockOf(t, a, vehicle, timebase.Envelope, timebase.Boot); !ok || int64(p.Sigma) != c.Sigma || c.Sigma <= 0 {
		t.Errorf("%v, clock %d ns", p.Sigma, c.Sigma)
	}
}
