package plot_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

func TestWhatTheNamesOfAPaneShareIsSaidOnce(t *testing.T) {
	for name, c := range map[string]struct {
		curves []string
		title  string
		legend []string
	}{
		"one signal":        {[]string{"1:1 ATTITUDE.roll"}, "1:1 ATTITUDE.roll", nil},
		"of one message":    {[]string{"1:1 ATTITUDE.roll", "1:1 ATTITUDE.rollspeed"}, "1:1 ATTITUDE", []string{"roll", "rollspeed"}},
		"of one source":     {[]string{"1:1 ATTITUDE.roll", "1:1 AHRS2.roll"}, "1:1", []string{"ATTITUDE.roll", "AHRS2.roll"}},
		"of two sources":    {[]string{"1:1 ATTITUDE.roll", "2:1 ATTITUDE.roll"}, "", []string{"1:1 ATTITUDE.roll", "2:1 ATTITUDE.roll"}},
		"of sources of one": {[]string{"1:1 A.x", "1:154 A.x"}, "", []string{"1:1 A.x", "1:154 A.x"}},
	} {
		b := newBench(t)
		b.SetExtent(plot.Range{To: 100 * time.Second})
		var curves []plot.Curve
		for _, n := range c.curves {
			curves = append(curves, curve(t, n, "", 101))
		}
		b.AddCurves(plot.NewPaneIndex, curves)
		p := b.Panes()[0]
		said := p.Shown()
		if c.title != "" && said[0] != c.title {
			t.Errorf("%s: the title is %q, want %q", name, said[0], c.title)
		}
		for _, want := range c.legend {
			if !slices.Contains(said, want) {
				t.Errorf("%s: no %q in %q", name, want, said)
			}
		}
		if p.Title() == "" {
			t.Errorf("%s: nothing to call the pane by", name)
		}
	}
}

func TestWhileTheMouseIsOverAPlotAllLegendsTellTheCursorsSamples(t *testing.T) {
	b, roll, alt := twoPanes(t)
	b.SetPlayhead(10 * time.Second)
	before := slices.Concat(roll.LegendValues(), alt.LegendValues())
	roll.MouseMoved(over(at(roll, 0.77, 0.5)))
	cursor := slices.Concat(roll.LegendValues(), alt.LegendValues())
	for i, c := range slices.Concat(roll.Curves(), alt.Curves()) {
		k, _ := c.Series.Nearest(77 * time.Second)
		_, v := c.Series.At(k)
		if want := raster.FormatValue(v, 0.1); strings.TrimSpace(cursor[i]) != want {
			t.Errorf("legend %d says %q at the cursor, want %q", i, cursor[i], want)
		}
	}
	roll.MouseOut()
	if got := slices.Concat(roll.LegendValues(), alt.LegendValues()); !slices.Equal(got, before) {
		t.Errorf("after the mouse left: %q, want %q", got, before)
	}
}

func TestAValueWithANameIsToldByIt(t *testing.T) {
	mode := seconds(t, 0, 4, 4, 123456)
	p := plot.NewPane("mode")
	p.SetCurves([]plot.Curve{{Name: "mode", Series: mode, Style: plot.Style{Step: true}, Meaning: func(v float64) string {
		return map[float64]string{0: "STABILIZE", 4: "GUIDED"}[v]
	}}})
	b := newBench(t, p)
	for at, want := range map[time.Duration]string{0: "0 STABILIZE", time.Second: "4 GUIDED", 3 * time.Second: "123456"} {
		b.SetPlayhead(at)
		if got := strings.TrimSpace(p.LegendValues()[0]); got != want {
			t.Errorf("the legend says %q, want %q", got, want)
		}
		if got := b.ValuesAt(at)[0].Text; got != want {
			t.Errorf("the table says %q, want %q", got, want)
		}
	}
}

func TestAValueWithoutRoomIsWrittenShorterRatherThanCut(t *testing.T) {
	values := []float64{-1.2345678901e-13, 1.2345678901e-13, -1e-17, 0}
	p := plot.NewPane("tiny")
	p.SetCurves([]plot.Curve{{Name: "tiny", Series: seconds(t, values...), Resolution: 1e-25}})
	b := newBench(t, p)
	for i, v := range values {
		b.SetPlayhead(time.Duration(i) * time.Second)
		got := strings.TrimSpace(p.LegendValues()[0])
		if read := parse(t, got); read != 0 && (read < 0) != (v < 0) || max(read-v, v-read) > 1e-3*max(v, -v) {
			t.Errorf("%v reads %q", v, got)
		}
	}
}

func seconds(t *testing.T, values ...float64) *raster.Series {
	t.Helper()
	times := make([]time.Duration, len(values))
	for i := range times {
		times[i] = time.Duration(i) * time.Second
	}
	s, err := raster.NewSeries(times, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAtTheCursorAStateIsTheOneThatHoldsThere(t *testing.T) {
	p := plot.NewPane("mode")
	p.SetCurves([]plot.Curve{{Name: "mode", Series: seconds(t, 4, 4, 3), Style: plot.Style{Step: true}}})
	b := newBench(t, p)
	p.MouseMoved(over(at(p, 0.9, 0.5))) // 1.8 s, nearer to what comes at 2 s
	if got := b.Readout(); !strings.Contains(strings.Join(got, "\n"), "mode  4  at 00:01.0") {
		t.Errorf("the readout says %q", got)
	}
}

func TestSmallValuesAreToldBesideLargeOnes(t *testing.T) {
	p := plot.NewPane("spike")
	p.SetCurves([]plot.Curve{{Name: "spike", Series: seconds(t, 0, 0.001, 0.002, 0.001, 1000, 1.432995)}})
	b := newBench(t, p)
	b.SetView(500*time.Millisecond, 2500*time.Millisecond)
	b.SetPlayhead(time.Second)
	if got := parse(t, strings.TrimSpace(p.LegendValues()[0])); got != 0.001 {
		t.Errorf("zoomed in, the legend says %v", got)
	}
	b.SetView(0, 5*time.Second)
	p.MouseMoved(over(at(p, 1, 0.5)))
	if got := strings.Join(b.Readout(), "\n"); !strings.Contains(got, "spike  1.432995  at") {
		t.Errorf("the readout says %q", got)
	}
	queue := queued(b.Stack)
	b.SetMarker(plot.MarkerA, 0)
	b.SetMarker(plot.MarkerB, 2*time.Second)
	(<-queue)()
	if got := strings.Join(p.Measured(), "\n"); !strings.Contains(got, "Δ 0.002") || !strings.Contains(got, "max 0.002") {
		t.Errorf("between the markers: %q", got)
	}
}

func TestTheDifferenceIsFromMarkerAToMarkerB(t *testing.T) {
	p := plot.NewPane("ramp")
	p.SetCurves([]plot.Curve{{Name: "a name that is much too long to be written out beside its numbers in a narrow pane", Series: seconds(t, 0, 10, 20, 30)}})
	b := newBench(t, p)
	queue := queued(b.Stack)
	b.SetMarker(plot.MarkerA, 3*time.Second)
	b.SetMarker(plot.MarkerB, time.Second)
	(<-queue)()
	got := strings.Join(p.Measured(), "\n")
	if !strings.Contains(got, "A to B  -00:02.000") || !strings.Contains(got, "Δ -20") {
		t.Errorf("back in time: %q", got)
	}
	b.window.Resize(fyne.NewSize(420, 600))
	if got := strings.Join(p.Measured(), "\n"); !strings.Contains(got, "…") || !strings.Contains(got, "  Δ -20.00  mean 20.00  min 10.00  max 30.00  RMS 21.60") {
		t.Errorf("in a narrow pane: %q", got)
	}
}

func TestCountsBeyondFloatsOfAFewDigitsAreNotDrawnFlat(t *testing.T) {
	p := plot.NewPane("count")
	first := float64(int64(1) << 52)
	p.SetCurves([]plot.Curve{{Name: "count", Series: seconds(t, first, first+1, first+2, first+3)}})
	newBench(t, p)
	if lo, hi := p.ValueRange(); hi-lo > 10 {
		t.Errorf("a ramp of 3 is drawn from %v to %v", lo, hi)
	}
}

func TestTheWheelKeepsTheTimeUnderThePointerWhereLabelsGrow(t *testing.T) {
	p := plot.NewPane("pressure")
	n := 10_000
	times, values := make([]time.Duration, n), make([]float64, n)
	for i := range times {
		times[i], values[i] = time.Duration(i)*time.Second, 100_000+float64(i%7)*1e-5
	}
	s, err := raster.NewSeries(times, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	values2 := make([]float64, n)
	for i := range values2 {
		values2[i] = math.Sin(float64(i) / 1e3)
	}
	s2, err := raster.NewSeries(times, values2, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.SetCurves([]plot.Curve{{Name: "pressure", Unit: "Pa", Series: s}, {Name: "other", Unit: "m", Series: s2}})
	b := newBench(t, p)
	place := at(p, 0.8, 0.5)
	told := func() string {
		p.MouseMoved(over(place))
		return b.Readout()[0]
	}
	before := told()
	for range 12 {
		wheel := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 25)}
		wheel.Position = place
		p.Scrolled(wheel)
	}
	if after := told(); !strings.HasPrefix(after, before[:4]) {
		t.Errorf("under the pointer was %s, is %s", before, after)
	}
}

func TestCountsAreToldWithoutDecimals(t *testing.T) {
	p := plot.NewPane("count")
	p.SetCurves([]plot.Curve{{Name: "count", Series: seconds(t, 1, 2, 4), Style: plot.Style{Step: true}}})
	b := newBench(t, p)
	if got := strings.TrimSpace(p.LegendValues()[0]); got != "1" {
		t.Errorf("the legend says %q", got)
	}
	queue := queued(b.Stack)
	b.SetMarker(plot.MarkerA, 0)
	b.SetMarker(plot.MarkerB, 2*time.Second)
	(<-queue)()
	if got := strings.Join(p.Measured(), "\n"); !strings.Contains(got, "Δ 3  ") || !strings.Contains(got, "max 4  ") {
		t.Errorf("between the markers: %q", got)
	}
}
