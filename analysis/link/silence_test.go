package link_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

var station = flight.MakeSource(255, 190)

// spoken is a log of a vehicle that sends 25 times a second while it is heard, and
// of a station that sends once a second for two minutes. clock is what the station's
// clock is ahead by at a time.
func spoken(heard func(at time.Duration) bool, clock func(at time.Duration) time.Duration) *flight.Log {
	var b logtest.Builder
	for i := range 3000 {
		at := time.Duration(i) * 40 * ms
		if heard(at) {
			b.Add(logtest.Frame{At: at + clock(at), Message: logtest.Attitude, Seq: uint8(i), Value: 5000 + float64(at.Milliseconds())})
		}
		if i%25 == 0 {
			b.Add(logtest.Frame{At: at + clock(at), Source: station, Message: logtest.Heartbeat, Seq: uint8(i / 25), Fresh: true})
		}
	}
	return b.Log()
}

func right(time.Duration) time.Duration { return 0 }

// setForward is a clock that is set forward by so much at a time.
func setForward(from, by time.Duration) func(at time.Duration) time.Duration {
	return func(at time.Duration) time.Duration {
		if at >= from {
			return by
		}
		return 0
	}
}

func TestWhoIsNotHeardFromTheStartOrToTheEndIsSaid(t *testing.T) {
	for _, c := range []struct {
		name         string
		heard        func(at time.Duration) bool
		began, ended time.Duration
		severity     flight.Severity
		text         string
	}{
		{
			"it falls silent", func(at time.Duration) bool { return at < 40*time.Second }, 0, 79040 * ms, flight.Warning,
			"1:1 was last heard at 00:39.960; the recording goes on for 79 s.",
		},
		{
			"it comes late", func(at time.Duration) bool { return at >= 80*time.Second }, 80 * time.Second, 0, flight.Info,
			"1:1 was first heard at 01:20.000: the recording had begun 80 s before.",
		},
	} {
		r := count(spoken(c.heard, right))
		f := find(r, flight.TimeGap)
		if len(f) != 1 || f[0].Severity != c.severity || f[0].Text != c.text || f[0].Size < 79 {
			t.Errorf("%s: %+v", c.name, f)
		}
		if s := r.Of(autopilot); s.Began != c.began || s.Ended != c.ended {
			t.Errorf("%s: %+v", c.name, *s)
		}
	}
	if f := find(count(spoken(func(time.Duration) bool { return true }, right)), flight.TimeGap); len(f) != 0 {
		t.Errorf("one that is heard all the time: %+v", f)
	}
}

func TestLossBesideASilenceIsTheLeast(t *testing.T) {
	for _, c := range []struct {
		missing, lost, hidden int
	}{{256, 0, 256}, {300, 44, 256}, {100, 100, 0}, {800, 32, 768}} {
		from := 40 * time.Second
		to := from + time.Duration(c.missing)*40*ms
		r := count(spoken(func(at time.Duration) bool { return at < from || at >= to }, right))
		s := r.Of(autopilot)
		if s.Lost != c.lost || s.Hidden != c.hidden {
			t.Errorf("%d missing: %+v", c.missing, *s)
		}
		gap := find(r, flight.TimeGap)
		if len(gap) != 1 || strings.Contains(gap[0].Text, "cannot show how many") != (c.hidden > 0) {
			t.Errorf("%d missing: %+v", c.missing, gap)
		}
		if loss := find(r, flight.Lost); len(loss) > 0 && strings.Contains(loss[0].Text, "at least") != (c.hidden > 0) {
			t.Errorf("%d missing: %+v", c.missing, loss)
		}
	}
}

func TestAClockThatIsSetForwardIsNoSilence(t *testing.T) {
	all := func(time.Duration) bool { return true }
	r := count(spoken(all, setForward(40*time.Second, 5*time.Second)))
	if f := find(r, flight.TimeGap); len(f) != 0 {
		t.Errorf("silences %+v", f)
	}
	if f := find(r, flight.ClockStepped); len(f) != 1 || !strings.Contains(f[0].Text, "set forward by about 5.0 s") {
		t.Errorf("steps %+v", f)
	}
	if s := r.Of(autopilot); s.Lost+s.Hidden+s.Silences != 0 {
		t.Errorf("got %+v", *s)
	}
}

// Frames that a link holds up come in a burst behind a silence, and nothing is
// missing of them.
func TestFramesThatWereHeldUpAreNotMissing(t *testing.T) {
	r := count(spoken(func(time.Duration) bool { return true }, func(at time.Duration) time.Duration {
		if at >= 40*time.Second && at < 60*time.Second {
			return 60*time.Second - at
		}
		return 0
	}))
	f := find(r, flight.TimeGap)
	if len(f) == 0 || !strings.Contains(f[0].Text, "had been held up") || strings.Contains(f[0].Text, "missing") {
		t.Errorf("got %+v", f)
	}
	if s := r.Of(autopilot); s.Lost+s.Hidden != 0 {
		t.Errorf("got %+v", *s)
	}
}

// A log may begin with a message that tells no boot time, shortly before a silence.
func TestFramesThatWereHeldUpSoonAfterALogBeginsAreNotMissing(t *testing.T) {
	var b logtest.Builder
	for i := range 3000 {
		at := time.Duration(i) * 10 * ms
		frame := logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(i), Value: 5000 + float64(at.Milliseconds())}
		switch {
		case i%5 == 0:
			frame.Message = logtest.Heartbeat
		case at >= 10*time.Second && at < 14*time.Second:
			frame.At = 14*time.Second + time.Duration(i)*time.Microsecond
		}
		if i%5 > 0 || at < 10*time.Second || at >= 14*time.Second {
			b.Add(frame)
		}
	}
	r := count(b.Log())
	if s := r.Of(autopilot); s.Silences != 1 || s.Hidden != 0 {
		t.Errorf("got %+v", *s)
	}
	if f := find(r, flight.TimeGap); len(f) != 1 || !strings.Contains(f[0].Text, "held up") {
		t.Errorf("got %+v", f)
	}
}

// The clock of capture may be set forward shortly before a log ends.
func TestAClockThatIsSetForwardByMoreThanIsLeftOfTheLogIsNoSilence(t *testing.T) {
	all := func(time.Duration) bool { return true }
	r := count(spoken(all, setForward(100*time.Second, 90*time.Second)))
	if f := find(r, flight.TimeGap); len(f) != 0 {
		t.Errorf("silences %+v", f)
	}
	if f := find(r, flight.ClockStepped); len(f) != 1 {
		t.Errorf("steps %+v", f)
	}
}

// rebooting is a log of a vehicle that is silent from 30 s to 90 s, and has been up for
// 20 s then; it was for 35 s at most before, so that its boot time does not fall. A
// station is heard all the time, or not at all.
func rebooting(withStation bool) *flight.Log {
	var b logtest.Builder
	for i := range 3000 {
		at := time.Duration(i) * 40 * ms
		switch {
		case at < 30*time.Second:
			b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(100 + i), Value: 5 + float64(at.Milliseconds())})
		case at >= 90*time.Second:
			b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(i - 2250), Value: float64((at - 55*time.Second).Milliseconds())})
		}
		if withStation && i%25 == 0 {
			b.Add(logtest.Frame{At: at, Source: station, Message: logtest.Heartbeat, Seq: uint8(i / 25), Fresh: true})
		}
	}
	return b.Log()
}

func TestNothingIsLostOverARebootInASilence(t *testing.T) {
	for _, withStation := range []bool{true, false} {
		r := count(rebooting(withStation))
		if f := find(r, flight.TimeGap); len(f) != 1 || f[0].Text != "Nothing came from 1:1 for 60.0 s." {
			t.Errorf("station %v: silences %+v", withStation, f)
		}
		if f := find(r, flight.ClockStepped); len(f) != 0 {
			t.Errorf("station %v: steps %+v", withStation, f)
		}
		if s := r.Of(autopilot); s.Restarts != 1 || s.Lost+s.Hidden != 0 {
			t.Errorf("station %v: %+v", withStation, *s)
		}
	}
}
