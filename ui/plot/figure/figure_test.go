package figure_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"postflight/ui/plot/figure"
	"postflight/ui/plot/raster"
)

var keep = flag.String("keep", "", "folder to keep figures in, to look at")

func wave(t *testing.T, n int) figure.Figure {
	t.Helper()
	times, values := make([]time.Duration, n), make([]float64, n)
	for i := range times {
		times[i] = time.Duration(i) * 10 * time.Millisecond
		values[i] = 30 * math.Sin(float64(i)/50)
	}
	values[n/2] = math.NaN()
	s, err := raster.NewSeries(times, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	pane := figure.Pane{Title: "roll (deg)", Lo: -40, Hi: 40, Curves: []figure.Curve{
		{Name: "estimate", Series: s, Color: color.RGBA{B: 200, A: 255}},
		{Name: "truth", Series: s, Color: color.RGBA{R: 200, A: 255}, Dashed: true},
	}}
	return figure.Figure{Title: "flight", From: 0, To: times[n-1], Panes: []figure.Pane{pane, pane}}
}

func draw(t *testing.T, format string, f figure.Figure) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := figure.Write(context.Background(), &out, format, f); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestEachFormatIsWrittenAsWhatItIs(t *testing.T) {
	f := wave(t, 5000)
	for format, starts := range map[string]string{"png": "\x89PNG", "svg": "<?xml", "pdf": "%PDF"} {
		if b := draw(t, format, f); !bytes.HasPrefix(b, []byte(starts)) {
			t.Errorf("%s starts with %q", format, b[:min(8, len(b))])
		}
	}
}

func TestTheLegendNamesTheCurves(t *testing.T) {
	picture := string(draw(t, "svg", wave(t, 500)))
	for _, text := range []string{"estimate", "truth", "roll (deg)", "log time"} {
		if !strings.Contains(picture, text) {
			t.Errorf("%q is not in the figure", text)
		}
	}
}

func TestTheEndingOfANameSaysTheFormat(t *testing.T) {
	if format, err := figure.Format("a/figure.PNG"); format != "png" || err != nil {
		t.Errorf("got %q, %v", format, err)
	}
	for _, name := range []string{"figure.bmp", "figure", ".", "figure.pn"} {
		if _, err := figure.Format(name); err == nil || !strings.Contains(err.Error(), "png, svg, pdf") {
			t.Errorf("%q: got %v", name, err)
		}
	}
}

func TestACancelledFigureIsNotDrawn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	if err := figure.Write(ctx, &out, "png", wave(t, 10)); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("got %v and %d bytes", err, out.Len())
	}
}

func TestAFigureShowsStepsBandsMarksAndTheRightAxis(t *testing.T) {
	f := wave(t, 500)
	f.Bands = []figure.Band{{From: 0, To: 3 * time.Second, Label: "STABILIZE", Color: color.NRGBA{G: 200, A: 40}}}
	f.Marks = []figure.Mark{{At: time.Second, Color: color.Black, Dash: raster.Dash{On: 2, Off: 2}}}
	mode, err := raster.NewSeries([]time.Duration{0, time.Second, 4 * time.Second}, []float64{100, 150, 120}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.Panes = f.Panes[:1]
	f.Panes[0].RightTitle, f.Panes[0].RightLo, f.Panes[0].RightHi = "mode (code)", 100, 160
	f.Panes[0].Curves = append(f.Panes[0].Curves, figure.Curve{Name: "mode", Series: mode, Color: color.Black, Right: true, Step: true})
	for _, format := range figure.Formats() {
		if b := draw(t, format, f); *keep != "" {
			if err := os.WriteFile(filepath.Join(*keep, "figure."+format), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	svg := string(draw(t, "svg", f))
	for _, text := range []string{"STABILIZE", "mode (code)", ">160<", ">100<", "mode<"} {
		if !strings.Contains(svg, text) {
			t.Errorf("%q is not in the figure", text)
		}
	}
}
