package transport_test

import (
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"postflight/ui/theme"
	"postflight/ui/transport"
)

// figures gives the texts of all Figures under o.
func figures(o fyne.CanvasObject) (out []string) {
	switch o := o.(type) {
	case *theme.Figures:
		return []string{strings.TrimSpace(o.Text())}
	case *fyne.Container:
		for _, c := range o.Objects {
			out = append(out, figures(c)...)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			out = append(out, figures(c)...)
		}
	}
	return out
}

// busy is an overview with something of everything.
func busy() transport.Overview {
	const n = 400
	o := transport.Overview{Density: make([]float32, n), Junk: make([]float32, n), Loss: make([]float32, n)}
	for i := range n {
		o.Density[i] = float32(0.65 + 0.2*math.Sin(float64(i)/9) + 0.1*math.Sin(float64(i)*1.7))
		if i > 180 && i < 190 {
			o.Density[i] = 0
		}
	}
	for _, i := range []int{40, 41, 42, 120, 300, 301} {
		o.Junk[i] = 0.3
	}
	for i := 170; i < 200; i++ {
		o.Loss[i] = float32(i-170) / 30
	}
	o.Loss[330] = 0.01
	o.Epochs = []time.Duration{95 * time.Second, 141 * time.Second}
	for i, at := range []float64{0, 20, 21.5, 60, 95, 100, 118, 141, 150.5, 165, 200} {
		m := []transport.Mark{{Severity: "info"}, {Severity: "warning"}, {Severity: "error"}}[i%3]
		m.At = time.Duration(at * float64(time.Second))
		o.Findings = append(o.Findings, m)
	}
	return o
}

func TestScreens(t *testing.T) {
	dir := os.Getenv("POSTFLIGHT_SCREENS")
	if dir == "" {
		t.Skip("POSTFLIGHT_SCREENS names no folder for pictures")
	}
	for name, variant := range map[string]fyne.ThemeVariant{"light": light, "dark": dark} {
		for width, size := range map[string]float32{"640": 640, "1280": 1280, "1920": 1920} {
			b := newBench(t, size, variant)
			b.SetOverview(busy())
			s := flight()
			s.Playing, s.Speed, s.Achieved = true, 4, 3.98
			if size == 1280 {
				s.Loop, s.Speed, s.Achieved = true, -0.25, -0.25
			}
			b.SetState(s)
			test.MoveMouse(b.window.Canvas(), b.point(120*time.Second))
			save(t, filepath.Join(dir, "bar-"+name+"-"+width+".png"), b.window.Canvas().Capture())
		}
	}
}

func save(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
