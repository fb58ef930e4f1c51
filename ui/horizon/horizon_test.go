package horizon_test

import (
	"image"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/horizon"
	"postflight/ui/theme"
)

func window(t *testing.T, h *horizon.Horizon, variant fyne.ThemeVariant) fyne.Window {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.Fixed(variant))
	w := test.NewTempWindow(t, h)
	w.Resize(fyne.NewSize(320, 330))
	return w
}

// figures gives the texts of the readout, row by row.
func figures(h *horizon.Horizon) (out []string) {
	var walk func(o fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if f, ok := o.(*theme.Figures); ok {
			out = append(out, strings.TrimSpace(f.Text()))
			return
		}
		if w, ok := o.(fyne.Widget); ok {
			for _, c := range test.WidgetRenderer(w).Objects() {
				walk(c)
			}
		}
	}
	walk(h)
	return out
}

func TestTheReadoutGivesBothAttitudesAndTheAngleBetween(t *testing.T) {
	nan := deg(0, 0, 0)
	nan.Pitch = math.NaN()
	for name, c := range map[string]struct {
		estimate, truth *horizon.Attitude
		want            string
	}{
		"both":           {deg(-12.34, 4.5, -179.96), deg(0, 0, 0), "-12.3° 4.5° 180.0° 0.0° 0.0° 0.0° 179.5°"},
		"no truth":       {deg(0, -0.01, 270), nil, "0.0° 0.0° -90.0° -- -- -- --"},
		"no estimate":    {nil, deg(1, 2, 3), "-- -- -- 1.0° 2.0° 3.0° --"},
		"none":           {nil, nil, "-- -- -- -- -- -- --"},
		"not a number":   {nan, deg(1, 2, 3), "-- -- -- 1.0° 2.0° 3.0° --"},
		"quite the same": {deg(20, 30, 40), deg(20, 30, 40), "20.0° 30.0° 40.0° 20.0° 30.0° 40.0° 0.0°"},
	} {
		t.Run(name, func(t *testing.T) {
			h := horizon.New()
			window(t, h, fynetheme.VariantDark)
			h.SetAttitudes(deg(1, 1, 1), deg(2, 2, 2))
			h.SetAttitudes(c.estimate, c.truth)
			if got := strings.Join(figures(h), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestTheInstrumentKeepsItsSizeWhateverItShows(t *testing.T) {
	h := horizon.New()
	window(t, h, fynetheme.VariantDark)
	want := h.MinSize()
	for _, a := range []*horizon.Attitude{deg(-179.9, -88.8, -179.9), nil, deg(0, 0, 0)} {
		h.SetAttitudes(a, a)
		if h.MinSize() != want {
			t.Errorf("%v: size %v, want %v", a, h.MinSize(), want)
		}
	}
}

func TestTheCallerMayReuseAnAttitude(t *testing.T) {
	h := horizon.New()
	window(t, h, fynetheme.VariantDark)
	a := deg(10, 0, 0)
	h.SetAttitudes(a, nil)
	a.Roll = 0
	h.SetAttitudes(a, nil)
	if got := figures(h)[0]; got != "0.0°" {
		t.Errorf("roll shows %s", got)
	}
}

func TestThePictureSuitsTheUpload(t *testing.T) {
	h := horizon.New()
	window(t, h, fynetheme.VariantDark)
	for _, o := range test.WidgetRenderer(h).Objects() {
		raster, ok := o.(*canvas.Raster)
		if !ok {
			continue
		}
		for _, size := range [][2]int{{301, 200}, {150, 90}, {301, 200}} {
			img := raster.Generator(size[0], size[1]).(*image.RGBA)
			if img.Rect != image.Rect(0, 0, size[0], size[1]) || img.Stride != 4*size[0] {
				t.Errorf("size %v: bounds %v, stride %d", size, img.Rect, img.Stride)
			}
		}
	}
}

func TestTheWindowLooksAsBefore(t *testing.T) {
	for name, variant := range map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark} {
		t.Run(name, func(t *testing.T) {
			h := horizon.New()
			w := window(t, h, variant)
			h.SetAttitudes(deg(-12.3, 6.5, 273), deg(-9.8, 3.9, 270.4))
			shot := image.NewRGBA(w.Canvas().Capture().Bounds())
			drawOver(shot, w.Canvas().Capture())
			compare(t, "window-"+name, shot)
		})
	}
}

func drawOver(dst *image.RGBA, src image.Image) {
	for y := range dst.Rect.Dy() {
		for x := range dst.Rect.Dx() {
			dst.Set(x, y, src.At(x, y))
		}
	}
}
