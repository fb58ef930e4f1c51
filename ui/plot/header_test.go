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

func TestALegendGoesOnInTheNextLineBeforeItDropsASignal(t *testing.T) {
	p := plot.NewPane("estimate − truth")
	var curves []plot.Curve
	for _, name := range []string{"roll", "pitch", "yaw", "angle", "1:1 ATTITUDE.rollspeed", "1:1 AHRS2.altitude"} {
		curves = append(curves, curve(t, name, "deg", 101))
	}
	p.SetCurves(curves)
	b := newBench(t, p)
	for _, width := range []float32{1000, 600} {
		b.window.Resize(fyne.NewSize(width, 600))
		said := strings.Join(p.Shown(), "\n")
		for _, c := range curves {
			if !strings.Contains(said, c.Name) {
				t.Errorf("%v wide: no %q in %q", width, c.Name, said)
			}
		}
	}
	b.window.Resize(fyne.NewSize(420, 600))
	if said := strings.Join(p.Shown(), "\n"); strings.Contains(said, "+") || !strings.Contains(said, "\nrollspeed") {
		t.Errorf("in a narrow pane it says %q, want names shortened", said)
	}
	b.window.Resize(fyne.NewSize(494, 150))
	p.SetCurves(curves[:4])
	if said := strings.Join(p.Shown(), "\n"); !strings.Contains(said, "angle") {
		t.Errorf("of four names in a pane of a small window it says %q", said)
	}
	b.window.Resize(fyne.NewSize(420, 90))
	p.SetCurves(curves)
	if said := strings.Join(p.Shown(), "\n"); !strings.Contains(said, "+") {
		t.Errorf("in a low pane it says %q, want the rest counted", said)
	}
}

func TestATitleIsWholeWhereTheLegendHasNoRoomAnyway(t *testing.T) {
	p := plot.NewPane("pitch")
	p.SetCurves([]plot.Curve{curve(t, "truth", "deg", 101), curve(t, "estimate", "deg", 101)})
	b := newBench(t, p)
	b.window.Resize(fyne.NewSize(190, 90))
	if said := strings.Join(p.Shown(), "\n"); !strings.Contains(said, "pitch (deg)") || !strings.Contains(said, "+2") {
		t.Errorf("it says %q", said)
	}
}

func TestTheLowestAndHighestPointsDoNotLieOnTheFrame(t *testing.T) {
	s, err := raster.NewSeries([]time.Duration{0, time.Second, 2 * time.Second}, []float64{0, 40, 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := plot.NewPane("height")
	p.SetCurves([]plot.Curve{{Name: "height", Unit: "m", Series: s}})
	newBench(t, p)
	lo, hi := p.ValueRange()
	if free := 0.03 * (hi - lo); lo > -free || hi < 40+free || lo < -8 || hi > 48 {
		t.Errorf("axis from %v to %v, want a small margin round 0 to 40", lo, hi)
	}
	labels := 0
	for _, text := range p.Shown() {
		if v, err := strconv.ParseFloat(text, 64); err == nil && math.Mod(v, 5) == 0 {
			labels++
		}
	}
	if labels < 5 {
		t.Errorf("%d ticks in %q", labels, p.Shown())
	}
}

func TestNamesOfBandsAndMarksStandAboveTheCurves(t *testing.T) {
	b, roll, alt := twoPanes(t)
	before, _ := alt.Plot()
	dress(b.Stack)
	top, _ := roll.Plot()
	pos, size := roll.MarkNameRoom()
	if len(pos) < 4 {
		t.Fatalf("names %q", roll.MarkNames())
	}
	for i := range pos {
		if pos[i].Y+size[i].Height > top.Y+0.5 {
			t.Errorf("%q reaches %v into the plot", roll.MarkNames()[i], pos[i].Y+size[i].Height-top.Y)
		}
	}
	if after, _ := alt.Plot(); after != before {
		t.Errorf("the lower plot moved inside its pane from %v to %v", before, after)
	}
	_, a := roll.Plot()
	_, z := alt.Plot()
	if math.Abs(float64(a.Height-z.Height)) > 20 {
		t.Errorf("plots are %v and %v high", a.Height, z.Height)
	}
}

func TestANameOfABandIsCutAtItsEndOrLeftOut(t *testing.T) {
	p := plot.NewPane("roll")
	p.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 5001)})
	b := newBench(t, p)
	b.SetBands([]plot.Band{
		{From: 0, To: 4 * time.Second, Label: "GUIDED_NOGPS"},
		{From: 4 * time.Second, To: 5 * time.Second, Label: "FBWB"},
		{From: 5 * time.Second, To: 100 * time.Second, Label: "AUTO"},
	})
	for _, name := range p.MarkNames() {
		if !strings.HasPrefix("GUIDED_NOGPS", strings.TrimSuffix(name, "…")) && name != "AUTO" {
			t.Errorf("a band is named %q", name)
		}
	}
	hover(p, 0.045, 0.5)
	if said := strings.Join(b.Readout(), "\n"); !strings.Contains(said, "FBWB") {
		t.Errorf("over the band it says %q", said)
	}
}

func TestAnArrowSaysWhereThePlayheadIsBeyondTheView(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetPlayhead(50 * time.Second)
	for _, c := range []struct {
		from, to time.Duration
		want     int
	}{{40 * time.Second, 60 * time.Second, 0}, {60 * time.Second, 90 * time.Second, -1}, {10 * time.Second, 40 * time.Second, 1}} {
		b.SetView(c.from, c.to)
		if got := roll.Beyond(); got != c.want {
			t.Errorf("view from %v to %v: arrow %d, want %d", c.from, c.to, got, c.want)
		}
	}
}

func TestShortenedNamesKeepWhatTellsThemApart(t *testing.T) {
	p := plot.NewPane("")
	var curves []plot.Curve
	for _, n := range []string{"1", "2", "3", "4"} {
		curves = append(curves, curve(t, "1:1 SERVO_OUTPUT_RAW.servo"+n+"_raw", "", 101))
	}
	p.SetCurves(curves)
	b := newBench(t, p)
	b.window.Resize(fyne.NewSize(690, 90))
	said := p.Shown()
	for _, want := range []string{"…1", "…2", "…3", "…4"} {
		if !slices.Contains(said, want) {
			t.Errorf("no %q in %q", want, said)
		}
	}
	b.window.Resize(fyne.NewSize(300, 90))
	values := 0
	for _, v := range p.LegendValues() {
		if strings.TrimSpace(v) != "" {
			values++
		}
	}
	if values == 0 || slices.Contains(p.Shown(), "+4") {
		t.Errorf("without room for names no value is shown: %q", p.Shown())
	}
}
