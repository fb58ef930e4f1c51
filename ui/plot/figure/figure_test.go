package figure_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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
	for _, text := range []string{"STABILIZE", "mode (code)", ">160<", ">100<", "mode »<"} {
		if !strings.Contains(svg, text) {
			t.Errorf("%q is not in the figure", text)
		}
	}
}

func TestAPictureIsWideEnoughToPrint(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(draw(t, "png", wave(t, 500))))
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Dx(); got < 1599 || got > 1601 {
		t.Errorf("%d pixels wide", got)
	}
}

var textAt = regexp.MustCompile(`<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>([^<]*)<`)

// texts are where the words of a figure stand: their left end and how high they are.
func texts(t *testing.T, svg string) map[string][2]float64 {
	t.Helper()
	out := map[string][2]float64{}
	for _, m := range textAt.FindAllStringSubmatch(strings.ReplaceAll(svg, "\n", " "), -1) {
		x, _ := strconv.ParseFloat(m[1], 64)
		y, _ := strconv.ParseFloat(m[2], 64)
		out[m[3]] = [2]float64{x, y}
	}
	return out
}

func TestNothingIsWrittenOverTheCurves(t *testing.T) {
	f := wave(t, 500)
	f.Panes = f.Panes[:1]
	f.Title = "flight.tlog  –  2024-05-06 07:08:09 UTC"
	f.Bands = []figure.Band{{From: 0, To: 3 * time.Second, Label: "STABILIZE", Color: color.NRGBA{G: 200, A: 40}}}
	f.Marks = []figure.Mark{
		{At: time.Second, Label: "armed", Color: color.Black},
		{At: time.Second, Label: "1:1 epoch begins", Color: color.Black},
	}
	at := texts(t, string(draw(t, "svg", f)))
	order := []string{f.Title, "estimate", "1:1 epoch begins", "STABILIZE", "40"}
	for i, name := range order {
		if _, ok := at[name]; !ok {
			t.Fatalf("no %q in %v", name, at)
		}
		if i > 0 && at[name][1] <= at[order[i-1]][1] {
			t.Errorf("%q stands at %v, not below %q at %v", name, at[name], order[i-1], at[order[i-1]])
		}
	}
	if at["armed"][1] >= at["1:1 epoch begins"][1] {
		t.Errorf("names lie on each other: %v and %v", at["armed"], at["1:1 epoch begins"])
	}
}

func TestHugeValuesAndLoneSamplesAreInTheFigure(t *testing.T) {
	second := time.Second
	huge, err := raster.NewSeries([]time.Duration{0, second, 2 * second}, []float64{-math.MaxFloat64, 0, math.MaxFloat64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	times, values := make([]time.Duration, 4000), make([]float64, 4000)
	for i := range times {
		times[i], values[i] = time.Duration(i)*time.Millisecond/2, math.NaN()
	}
	for i := 0; i < 3999; i += 2 {
		values[i] = 5
	}
	lone, err := raster.NewSeries(times, values, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := figure.Figure{To: 2 * second, Panes: []figure.Pane{
		{Title: "huge", Lo: -math.MaxFloat64, Hi: math.MaxFloat64, Curves: []figure.Curve{{Name: "huge", Series: huge, Color: color.Black}}},
		{Title: "lone", Hi: 10, Curves: []figure.Curve{{Name: "lone", Series: lone, Color: color.Black}}},
	}}
	svg := string(draw(t, "svg", f))
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Error("a place is no number")
	}
	if n := strings.Count(svg, "<path"); n < 300 {
		t.Errorf("%d strokes: lone samples are missing", n)
	}
	if *keep != "" {
		if err := os.WriteFile(filepath.Join(*keep, "huge.png"), draw(t, "png", f), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
