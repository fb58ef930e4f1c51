package plot_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/driver/desktop"

	"postflight/analysis/gap"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// torn is a curve of 10 samples a second for 100 s, silent from 40 s to 60 s.
func torn(t *testing.T, value func(i int) float64) plot.Curve {
	t.Helper()
	var times []time.Duration
	var values []float64
	for i := range 1001 {
		if i <= 400 || i >= 600 {
			times, values = append(times, time.Duration(i)*100*time.Millisecond), append(values, value(i))
		}
	}
	s, err := raster.NewSeries(times, values, gap.Breaks(times, gap.Limit(times)))
	if err != nil {
		t.Fatal(err)
	}
	return plot.Curve{Name: "yaw", Unit: "rad", Series: s, Hold: gap.HoldOf(times, nil)}
}

func hover(p *plot.Pane, x, y float32) {
	ev := &desktop.MouseEvent{}
	ev.Position = at(p, x, y)
	p.MouseMoved(ev)
}

func TestTheReadoutHasNoValueWhereNothingWasMeasured(t *testing.T) {
	p := plot.NewPane("yaw")
	p.SetCurves([]plot.Curve{torn(t, func(i int) float64 { return float64(i) })})
	b := newBench(t, p)
	for x, want := range map[float32]string{0.2: "at 0:20.0", 0.4005: "at 0:40.0", 0.45: "yaw  –", 0.55: "yaw  –", 0.5995: "at 0:60"} {
		if want == "at 0:60" {
			want = "at 1:00.0"
		}
		hover(p, x, 0.5)
		said := strings.ReplaceAll(strings.Join(b.Readout(), "\n"), "at 00:", "at 0:")
		said = strings.ReplaceAll(said, "at 01:", "at 1:")
		if !strings.Contains(said, want) {
			t.Errorf("at %v of the width it says %q, want %q", x, said, want)
		}
	}
}

func TestASampleAFewPixelsAwayIsRead(t *testing.T) {
	p := plot.NewPane("yaw")
	p.SetCurves([]plot.Curve{torn(t, func(i int) float64 { return float64(i) })})
	b := newBench(t, p)
	_, size := p.Plot()
	hover(p, 0.4+3/size.Width, 0.5) // 0.3 s: three intervals
	if said := strings.Join(b.Readout(), "\n"); strings.Contains(said, "–") {
		t.Errorf("beside the last sample it says %q", said)
	}
}

func TestMarkersInASilenceHaveNoDifference(t *testing.T) {
	p := plot.NewPane("yaw")
	p.SetCurves([]plot.Curve{torn(t, func(i int) float64 { return float64(i) })})
	b := newBench(t, p)
	queue := queued(b.Stack)
	b.PlaceMarker(50 * time.Second)
	b.PlaceMarker(80 * time.Second)
	(<-queue)()
	if said := strings.Join(p.Measured(), "\n"); !strings.Contains(said, "Δ –") || !strings.Contains(said, "mean 700") {
		t.Errorf("it says %q", said)
	}
}

func TestAYawThatWrapsIsSummedUpAsADirection(t *testing.T) {
	c := torn(t, func(i int) float64 { return math.Remainder(3+float64(i)/1000, 2*math.Pi) })
	c.Turn = 2 * math.Pi
	p := plot.NewPane("yaw")
	p.SetCurves([]plot.Curve{c})
	b := newBench(t, p)
	queue := queued(b.Stack)
	var rows []plot.Statistic
	b.OnMeasured = func(s []plot.Statistic) { rows = s }
	b.PlaceMarker(0)
	b.PlaceMarker(30 * time.Second)
	(<-queue)()
	if len(rows) != 1 || math.Abs(math.Remainder(rows[0].Mean-3.15, 2*math.Pi)) > 1e-6 || !math.IsNaN(rows[0].RMS) {
		t.Fatalf("summed up as %+v, want a mean of 3.15 and no RMS", rows)
	}
	said := strings.Join(p.Measured(), "\n")
	if strings.Contains(said, "RMS") || !strings.Contains(said, "Δ 0.30") {
		t.Errorf("it says %q, want the short way and no RMS", said)
	}
}
