package analysis_test

import (
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
)

func TestClocksOfSeveralSendersUnderOneIdAreNotFittedAsOne(t *testing.T) {
	var c capture
	other := flight.MakeSource(2, 1)
	for i := range 3000 {
		at := time.Duration(i) * 40 * time.Millisecond
		c.add(at, autopilot, attitudeID, at+5*time.Second)
		c.add(at, autopilot, attitudeID, at+15*time.Minute)
		c.add(at, other, attitudeID, at+time.Hour)
	}
	r := c.report(t)
	fitted := map[flight.Source]int{}
	for i := range r.Clocks.Clocks {
		fitted[r.Clocks.Clocks[i].Source]++
	}
	if fitted[autopilot] != 0 || fitted[other] != 1 {
		t.Errorf("fitted %v", fitted)
	}
	if lines := strings.Join(clockLines(t, r), "\n"); !strings.Contains(lines, "The clock of 1:1 cannot be told: several senders use its id, each with one of its own.") || !strings.Contains(lines, "2:1 keeps pace") {
		t.Error(lines)
	}
	if v := r.Verdict(); !strings.HasSuffix(v, "with care: several senders speak as 1:1.") {
		t.Error(v)
	}
	if f := findingsOf(r, flight.SeveralSenders); len(f) != 1 || !strings.HasSuffix(f[0].Text, "Its clocks are not compared to others: which frame tells which is not known.") {
		t.Errorf("%+v", f)
	}
}

func TestClocksOfSeveralSendersNearEachOtherAreNotFitted(t *testing.T) {
	for _, apart := range []time.Duration{400 * time.Millisecond, 1200 * time.Millisecond, 5 * time.Second} {
		for name, second := range map[string][2]int{"all along": {0, 3000}, "in the middle": {1500, 2250}, "at first": {0, 500}} {
			c := capture{seq: map[flight.Source]uint8{}}
			var seq [2]uint8
			for i := range 3000 {
				at := time.Duration(i) * 40 * time.Millisecond
				c.seq[autopilot] = seq[0]
				c.add(at, autopilot, attitudeID, at+5*time.Second)
				seq[0]++
				if i >= second[0] && i < second[1] {
					c.seq[autopilot] = seq[1] + 100
					c.add(at+time.Millisecond, autopilot, attitudeID, at+5*time.Second+apart)
					seq[1]++
				}
			}
			r := c.report(t)
			if s := r.Link.Of(autopilot); s.Senders < 2 {
				t.Errorf("%v %s: %d senders", apart, name, s.Senders)
			}
			if len(r.Clocks.Clocks) > 0 || !strings.Contains(strings.Join(clockLines(t, r), "\n"), "The clock of 1:1 cannot be told") {
				t.Errorf("%v %s: clocks %q", apart, name, clockLines(t, r))
			}
			if f := findingsOf(r, flight.ClockStepped, flight.ClockOutlier, flight.Restart, flight.EpochReboot); len(f) > 0 {
				t.Errorf("%v %s: %+v", apart, name, f)
			}
		}
	}
}
