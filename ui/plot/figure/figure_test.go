package figure_test

import (
	"bytes"
	"context"
	"errors"
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

func TestEachFormatIsWrittenAsWhatItsEndingSays(t *testing.T) {
	f := wave(t, 5000)
	for ending, starts := range map[string]string{"png": "\x89PNG", "svg": "<?xml", "pdf": "%PDF", "PNG": "\x89PNG"} {
		path := filepath.Join(t.TempDir(), "figure."+ending)
		if err := figure.Write(context.Background(), path, f); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(b, []byte(starts)) {
			t.Errorf("%s: %v, starts with %q", ending, err, b[:min(8, len(b))])
		}
	}
}

func TestTheLegendNamesTheCurves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "figure.svg")
	if err := figure.Write(context.Background(), path, wave(t, 500)); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"estimate", "truth", "roll (deg)", "log time"} {
		if !strings.Contains(string(b), text) {
			t.Errorf("%q is not in the figure", text)
		}
	}
}

func TestAnUnknownEndingIsRefusedAndNothingIsWritten(t *testing.T) {
	folder := t.TempDir()
	err := figure.Write(context.Background(), filepath.Join(folder, "figure.bmp"), wave(t, 10))
	if err == nil || !strings.Contains(err.Error(), "png, svg, pdf") {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestACancelledFigureLeavesNoFile(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	folder := t.TempDir()
	if err := figure.Write(ctx, filepath.Join(folder, "figure.png"), wave(t, 10)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
