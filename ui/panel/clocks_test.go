package panel_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/timebase"
	"postflight/ui/panel"
)

func TestAClockIsARow(t *testing.T) {
	known := clock.Estimate{
		Line: clock.Line{Offset: -1_750_000_000_000_000_000, Skew: 12.3e-6}, Sigma: 400_000, SkewSigma: 0.4, Ready: true,
	}
	fast := timebase.Clock{
		Source: copter, Kind: timebase.Envelope, Remote: timebase.Boot, Pairs: 12345, Span: 200 * time.Second,
		Estimate: known, Against: "the station", HostUnix: true, Of: 1,
		Delay: timebase.Delay{Count: 12345, P5: 3 * time.Millisecond, Median: 20 * time.Millisecond, P95: 80 * time.Millisecond},
	}
	stepped := fast
	stepped.Epoch, stepped.Of = 1, 2
	stepped.Changes = []timebase.Change{{Change: clock.Change{Kind: clock.Step, Offset: 1_200_000_000}, Time: 148 * time.Second}}
	slower := fast
	slower.Changes = []timebase.Change{{Change: clock.Change{Kind: clock.Step, Offset: -300_000_000}, Time: 60 * time.Second, Delay: true}}
	date := timebase.Clock{
		Source: copter, Kind: timebase.GPS, Remote: timebase.UTC, Pairs: 9, Span: 8 * time.Second, Against: "the station", HostUnix: true,
		Estimate: clock.Estimate{Line: clock.Line{Offset: -635_012_608, Held: true}, Sigma: -1, SkewSigma: -1},
	}
	vague := date
	vague.Sigma = int64(172 * time.Second)
	rows := panel.ClockRows([]timebase.Clock{fast, stepped, date, vague, slower})
	for i, want := range []struct{ glyph, title, when, text, detail string }{
		{
			"●", "1:1  time since power-up", "+12.3 ± 0.4 ppm",
			"0 at 2025-06-15 15:06:40.000 UTC ± 0.40 ms · 12,345 readings over 200 s",
			"1:1 runs 12.3 ppm fast against the station; 9 in 10 of its frames took 3.0 to 80 ms longer than the fastest.",
		},
		{"▲", "1:1  time since power-up, epoch 2", "+12.3 ± 0.4 ppm", "0 at 2025", "02:28.000: stepped by +1.200 s."},
		{"◆", "1:1  date", "rate not known", "635 ms behind the station · 9 readings over 8 s", "Too few readings to rely on."},
		{"◆", "1:1  date", "rate not known", "how far it is off is not known · 9 readings over 8 s", "Too few readings to rely on."},
		{"▲", "1:1  time since power-up", "+12.3 ± 0.4 ppm", "0 at 2025", "01:00.000: by 0.300 s longer on the way from then on, as answers to TIMESYNC show."},
	} {
		r := rows[i]
		if r.Glyph != want.glyph || r.Title != want.title || r.When != want.when ||
			!strings.HasPrefix(r.Text, want.text) || !strings.Contains(r.Detail, want.detail) {
			t.Errorf("row %d: %+v", i, r)
		}
	}
}
