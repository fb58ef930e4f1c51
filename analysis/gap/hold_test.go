package gap_test

import (
	"testing"
	"time"

	"postflight/analysis/gap"
)

func TestASampleHoldsUntilItsStreamIsSilentOrItsClockBeginsAnew(t *testing.T) {
	h := gap.HoldOf(every(50, 100*ms), []time.Duration{0, 2000 * ms})
	for _, c := range []struct {
		at, t time.Duration
		want  bool
	}{
		{0, 0, true},
		{1000 * ms, 1400 * ms, true},
		{1000 * ms, 1401 * ms, false},
		{1900 * ms, 1999 * ms, true},
		{1900 * ms, 2000 * ms, false}, // the clock began anew
		{2000 * ms, 2100 * ms, true},
	} {
		if got := h.Reaches(c.at, c.t); got != c.want {
			t.Errorf("from %v to %v: %v", c.at, c.t, got)
		}
	}
}

func TestWhatCameOnceOrTwiceHoldsUntilTheClockBeginsAnew(t *testing.T) {
	h := gap.HoldOf([]time.Duration{0, 10 * ms}, []time.Duration{time.Hour})
	if !h.Reaches(10*ms, 59*time.Minute) || h.Reaches(10*ms, time.Hour) {
		t.Error("two samples tell a rate")
	}
	if !(gap.Hold{}).Reaches(0, time.Hour) {
		t.Error("nothing ends an empty hold")
	}
}
