package analysis_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
)

// A clock that falls by more than 2 s begins an epoch; by less, it steps.
func TestTheVerdictNamesAClockThatWasSetBack(t *testing.T) {
	for back, want := range map[time.Duration]string{
		2200 * time.Millisecond: "with care: the clock it was recorded by was set back once.",
		2000 * time.Millisecond: "with care: the clock it was recorded by stepped once.",
	} {
		var c capture
		for i := range 3000 {
			at := time.Duration(i) * 40 * time.Millisecond
			stamp := at
			if i >= 1500 {
				stamp -= back + 40*time.Millisecond
			}
			c.add(stamp, autopilot, attitudeID, at+5*time.Second)
			c.add(stamp, flight.MakeSource(2, 1), attitudeID, at+time.Hour)
		}
		r := c.report(t)
		if v := r.Verdict(); !strings.HasSuffix(v, want) {
			t.Errorf("by %v: %s", back, v)
		}
		if n := len(findingsOf(r, flight.EpochCaptureStep)); (n == 1) != (back > 2*time.Second) || r.Link.Of(autopilot).Lost > 0 {
			t.Errorf("by %v: %d steps, %d lost", back, n, r.Link.Of(autopilot).Lost)
		}
	}
}

func TestALossAcrossASeamWhoseFirstStampWasCutIsNotCounted(t *testing.T) {
	for _, from := range []int{500, 1200} {
		var c capture
		c.seq = map[flight.Source]uint8{}
		var starts []int
		for i := range 2000 {
			at := time.Duration(i) * 40 * time.Millisecond
			starts = append(starts, len(c.bytes))
			c.add(at, autopilot, attitudeID, at+5*time.Second)
		}
		const seam = 1300
		whole := c.bytes[:starts[seam]]
		for cut := range 12 { // of the entry before, so that what is left of it gives the frame behind a stamp of chance
			data := slices.Concat(whole[:len(whole)-cut], c.bytes[starts[from]+cut%8:])
			r := run(t, open(t, "hand.tlog", data))
			s := r.Link.Of(autopilot)
			if s.Lost != 0 || len(r.EpochsOf(autopilot)) != 2 {
				t.Errorf("from %d, cut %d: %d lost, epochs %+v", from, cut, s.Lost, r.EpochsOf(autopilot))
			}
		}
	}
}
