package plot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/plot"
)

// noon is 12:30:00 UTC on 30 November 2026, Unix ns.
var noon = time.Date(2026, 11, 30, 12, 30, 0, 0, time.UTC).UnixNano()

// dated is a clock that shows noon at log time from, known from there on until to,
// and runs fast by so many ppm.
func dated(from, to time.Duration, ppm int64) plot.ClockStretch {
	return plot.ClockStretch{From: from, To: to, Name: "UTC", At: func(t time.Duration) int64 {
		return noon + int64(t-from) + int64(t-from)*ppm/1_000_000
	}}
}

func over(pos fyne.Position) *desktop.MouseEvent {
	return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: pos}}
}

func TestTheTimeAxisHasRoundTimesOfTheChosenClock(t *testing.T) {
	b, _, _ := twoPanes(t)
	if got := b.AxisTexts(); !slices.Contains(got, "m:ss") || !slices.Contains(got, "0:20") {
		t.Fatalf("log time reads %q", got)
	}
	b.SetTimes(&plot.Clock{Name: "UTC", Dated: true, Stretches: []plot.ClockStretch{dated(-3500*time.Millisecond, 100*time.Second, 0)}})
	got := b.AxisTexts()
	for _, want := range []string{"2026-11-30 UTC", "12:30:20", "12:31:40"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
	if f := b.Figure(""); f.TimeName != "2026-11-30 UTC" || len(f.Times) < 4 {
		t.Errorf("the figure has %q %v", f.TimeName, f.Times)
	}
	if slices.Contains(got, "m:ss") {
		t.Error("log time is still there")
	}
	b.SetTimes(nil)
	if got := b.AxisTexts(); !slices.Contains(got, "0:20") {
		t.Errorf("after going back: %q", got)
	}
}

func TestATickLiesWhereItsClockShowsItsTime(t *testing.T) {
	for _, ppm := range []int64{0, 40, -900} {
		s := dated(7*time.Second+123, 95*time.Second, ppm)
		c := &plot.Clock{Dated: true, Stretches: []plot.ClockStretch{s}}
		ticks := c.Ticks(0, 100*time.Second, 10)
		if len(ticks) < 8 {
			t.Fatalf("%d ppm: %v", ppm, ticks)
		}
		for _, tick := range ticks {
			at, err := time.Parse("15:04:05", tick.Label)
			if err != nil {
				t.Fatal(err)
			}
			shown := time.Unix(0, s.At(tick.At)).UTC()
			want := time.Date(2026, 11, 30, at.Hour(), at.Minute(), at.Second(), 0, time.UTC)
			if shown.Sub(want).Abs() > 2 || tick.At < s.From || tick.At > s.To {
				t.Errorf("%d ppm: at %v the clock shows %v, the tick %s", ppm, tick.At, shown, tick.Label)
			}
		}
	}
}

func TestTheDayIsToldWhereItBegins(t *testing.T) {
	s := plot.ClockStretch{To: 100 * time.Second, Name: "UTC", At: func(t time.Duration) int64 {
		return time.Date(2026, 11, 30, 23, 59, 20, 0, time.UTC).UnixNano() + int64(t)
	}}
	c := &plot.Clock{Dated: true, Stretches: []plot.ClockStretch{s}}
	var labels []string
	for _, tick := range c.Ticks(0, 100*time.Second, 5) {
		labels = append(labels, tick.Label)
	}
	if want := []string{"23:59:30", "2026-12-01 00:00:00", "00:00:30", "00:01:00"}; !slices.Equal(labels, want) {
		t.Errorf("%q, want %q", labels, want)
	}
}

func TestWhereTheClockIsNotKnownTheAxisSaysSo(t *testing.T) {
	b, roll, _ := twoPanes(t)
	up := func(since time.Duration) func(time.Duration) int64 {
		return func(t time.Duration) int64 { return int64(t - since) }
	}
	b.SetTimes(&plot.Clock{Name: "power-up of 1:1", Stretches: []plot.ClockStretch{
		{From: 0, To: 30 * time.Second, Name: "since power-up of 1:1", At: up(-5 * time.Minute)},
		{From: 80 * time.Second, To: 100 * time.Second, Name: "since power-up of 1:1", At: up(78 * time.Second)},
	}})
	got := b.AxisTexts()
	for _, want := range []string{"power-up of 1:1 not known", "5:20", "0:20"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
	roll.MouseMoved(over(at(roll, 0.5, 0.5)))
	if got := b.Readout(); len(got) == 0 || !strings.HasPrefix(got[0], "log time 00:50") {
		t.Errorf("the readout in between says %q", got)
	}
	roll.MouseMoved(over(at(roll, 0.1, 0.5)))
	if got := b.Readout(); len(got) == 0 || !strings.HasPrefix(got[0], "05:10") {
		t.Errorf("the readout before says %q", got)
	}
}

func TestABrokenClockDoesNotFloodTheAxis(t *testing.T) {
	for _, at := range []func(time.Duration) int64{
		func(t time.Duration) int64 { return int64(t) * 1000000 },
		func(t time.Duration) int64 { return 5 },
		func(t time.Duration) int64 { return -int64(t) },
		func(t time.Duration) int64 { return 1<<63 - 1 - int64(time.Hour) + int64(t) },
	} {
		c := &plot.Clock{Dated: true, Stretches: []plot.ClockStretch{{To: time.Hour, At: at}}}
		if got := c.Ticks(0, time.Hour, 10); len(got) > 30 {
			t.Errorf("%d ticks", len(got))
		}
	}
}

func TestTheMarkersTellFromWhenToWhen(t *testing.T) {
	b, roll, _ := twoPanes(t)
	queue := queued(b.Stack)
	b.SetTimes(&plot.Clock{Name: "UTC", Dated: true, Stretches: []plot.ClockStretch{dated(0, 100*time.Second, 0)}})
	b.SetMarker(plot.MarkerA, 10*time.Second)
	b.SetMarker(plot.MarkerB, 30*time.Second)
	b.Join()
	for len(queue) > 0 {
		(<-queue)()
	}
	if got := roll.Measured(); !slices.Contains(got, "12:30:10.000 to 12:30:30.000  00:20.000") {
		t.Errorf("says %q", got)
	}
}
