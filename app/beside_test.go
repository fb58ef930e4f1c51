package app

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
)

func TestHowALogIsLaidSaysWhatTheErrorLeavesOut(t *testing.T) {
	for _, c := range []struct {
		p    timebase.Placement
		want string
	}{
		{timebase.Placement{Sigma: 30 * time.Microsecond}, "by boot clock: log time +2.000 s ± 0.03 ms"},
		{timebase.Placement{}, "by boot clock: log time +2.000 s ± 0.01 ms"},
		{
			timebase.Placement{Sigma: 30 * time.Microsecond, Caveat: "the unknown delay of the fastest frame"},
			"by boot clock: log time +2.000 s ± 0.03 ms and the unknown delay of the fastest frame",
		},
		{
			timebase.Placement{Sigma: -1, Caveat: "the unknown delay of the fastest frame"},
			"by boot clock: log time +2.000 s, without the unknown delay of the fastest frame",
		},
	} {
		c.p.Basis, c.p.Offset = timebase.BootClock, 2*time.Second
		if got := partText(&timebase.Part{Placement: c.p, Placed: true}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The fastest frames of the demo take 2 ms: an error below that has to say so.
func TestTheDemosOnboardLogsAreLaidAsUnsureAsTheyAre(t *testing.T) {
	telemetry, boots, _, _ := demoLogs(t)
	for _, boot := range boots {
		got := mustOpen(t, telemetry, boot).placings()
		if !strings.Contains(got, " and the unknown delay of the fastest frame") && !strings.Contains(got, "s ± 1.") {
			t.Error(got)
		}
		t.Log(got)
	}
}
