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

func TestARebootShortlyBeforeTheClockRunsOverIsNoWrap(t *testing.T) {
	const full = (1 << 32) * time.Millisecond
	for name, c := range map[string]struct {
		up    time.Duration // behind a silence of 3 s
		seq   uint8
		wraps bool
	}{
		"a reboot":              {2 * time.Second, 0, false},
		"the clock ran over":    {2 * time.Second, 7, true},
		"numbers that go on":    {2 * time.Second, 233, true},
		"up for longer than it": {9 * time.Second, 0, true},
	} {
		var cap capture
		cap.seq = map[flight.Source]uint8{}
		left := 20 * time.Second // to the wrap
		if name == "the clock ran over" {
			left = time.Second
		}
		for i := range 1000 {
			cap.add(time.Duration(i)*40*time.Millisecond, autopilot, attitudeID, full-left-40*time.Second+time.Duration(i)*40*time.Millisecond)
		}
		cap.seq[autopilot] = c.seq
		for i := range 1000 {
			at := time.Duration(i) * 40 * time.Millisecond
			cap.add(43*time.Second+at, autopilot, attitudeID, c.up+at)
		}
		r := cap.report(t)
		if wraps := len(findingsOf(r, flight.BootWrap)) == 1; wraps != c.wraps {
			t.Errorf("%s: %+v", name, r.Findings)
		}
		if reboots := len(findingsOf(r, flight.EpochReboot)); (reboots == 1) == c.wraps || (len(r.EpochsOf(autopilot)) == 2) == c.wraps {
			t.Errorf("%s: %+v, %+v", name, r.Findings, r.Epochs)
		}
		if s := r.Link.Of(autopilot); !c.wraps && (s.Lost != 0 || len(findingsOf(r, flight.ClockStepped)) > 0) {
			t.Errorf("%s: lost %d, %+v", name, s.Lost, r.Findings)
		}
	}
}
