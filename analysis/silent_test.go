package analysis_test

import (
	"testing"
	"time"

	"postflight/decode/flight"
)

const (
	autopilot = flight.Source(0x0101)
	station   = flight.Source(0xFFBE)
)

func TestARebootWithinASilenceIsNoStepOfAClockAndLosesNothing(t *testing.T) {
	var c capture
	for i := range 8000 {
		at := time.Duration(i) * 40 * time.Millisecond
		switch {
		case at < 60*time.Second:
			c.add(at, autopilot, attitudeID, at+5*time.Second)
		case at >= 180*time.Second:
			if at == 180*time.Second {
				c.seq[autopilot] = 0
			}
			c.add(at, autopilot, attitudeID, at-110*time.Second)
		}
		if i%25 == 0 {
			c.add(at, station, heartbeatID, 0)
		}
	}
	r := c.report(t)
	epochs := map[int]bool{}
	for i := range r.Clocks.Clocks {
		if c := &r.Clocks.Clocks[i]; c.Source == autopilot && len(c.Changes) == 0 {
			epochs[c.Epoch] = true
		}
	}
	if s := r.Link.Of(autopilot); len(epochs) != 2 || s.Lost != 0 || s.Restarts != 1 {
		t.Errorf("clocks %+v, source %+v", r.Clocks.Clocks, *s)
	}
	if f := findingsOf(r, flight.ClockStepped, flight.Lost); len(f) > 0 {
		t.Errorf("%+v", f)
	}
	if v := r.Verdict(); v != "What is shown can be trusted, but with care: 1:1 likely rebooted once; nothing came from 1:1 for 120.0 s." {
		t.Error(v)
	}
}
