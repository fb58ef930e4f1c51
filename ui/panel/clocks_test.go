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
	const middle = 1_750_000_200_000_000_000
	known := clock.Estimate{
		Line: clock.Line{Host: middle, Offset: -1_750_000_000_000_000_000, Skew: 12.3e-6}, Sigma: 400_000, SkewSigma: 0.4, Ready: true,
	}
	fast := timebase.Clock{
		Source: copter, Kind: timebase.Envelope, Remote: timebase.Boot, Pairs: 12345, Span: 200 * time.Second,
		Estimate: known, At: middle, Against: "the station", HostUnix: true, Of: 1,
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
			"0 at 2025-06-15 15:06:40.002 UTC ± 0.41 ms · 12,345 readings over 200 s",
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

// A clock that was on for long is not told of as if it had run like the station's.
func TestWhenAClockWasZeroIsToldByItsRate(t *testing.T) {
	const up = 10 * time.Hour
	at := time.Date(2026, 9, 21, 14, 14, 20, 0, time.UTC)
	long := func(skew, sigma float64) timebase.Clock {
		return timebase.Clock{
			Source: copter, Kind: timebase.Envelope, Remote: timebase.Boot, Pairs: 1200, Span: 2 * time.Minute, Against: "the station", HostUnix: true, Of: 1,
			At: at.UnixNano(), Estimate: clock.Estimate{
				Line:  clock.Line{Host: at.UnixNano(), Offset: int64(up) - at.UnixNano() + int64(skew/1e6*float64(up)), Skew: skew / 1e6},
				Sigma: 580_000, SkewSigma: sigma, Ready: sigma >= 0,
			},
		}
	}
	date := long(30, 2)
	date.Kind, date.Remote, date.HostUnix, date.PowerUp = timebase.GPS, timebase.UTC, false, at.UnixNano()
	sure := long(0, 0.01)
	sure.Sigma = 0
	sure.At -= int64(up)
	sure.Line.Host -= int64(up)
	sure.Line.Offset = -sure.At
	rows := panel.ClockRows([]timebase.Clock{long(60, 3.4), long(0, -1), date, sure})
	for i, want := range []string{
		"0 at 2026-09-21 04:14:20.000 UTC ± 122 ms · ",
		"0 at 2026-09-21 04:14:20.000 UTC ± 3,600 ms · ",
		"powered up 2026-09-21 14:14:20.000 UTC ± 0.58 ms · ",
		"0 at 2026-09-21 04:14:20.000 UTC ± 0.01 ms · ",
	} {
		if !strings.HasPrefix(rows[i].Text, want) {
			t.Errorf("%q, want %q", rows[i].Text, want)
		}
	}
}
