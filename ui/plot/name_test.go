package plot_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

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
