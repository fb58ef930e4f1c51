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
	for i := range 1500 {
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
