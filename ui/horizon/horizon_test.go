package horizon_test

import (
	"image"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

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
		shown horizon.Reading
		want  string
	}{
		"a pair":         {horizon.Reading{Estimate: deg(-12.34, 4.5, -179.96), Truth: deg(0, 0, 0), Between: 179.52, Paired: true}, "-12.3° 4.5° 180.0° 0.0° 0.0° 0.0° 179.5°"},
		"no pair":        {horizon.Reading{Estimate: deg(1, 2, 3), Truth: deg(0, 0, 0)}, "1.0° 2.0° 3.0° 0.0° 0.0° 0.0° –"},
		"no truth":       {horizon.Reading{Estimate: deg(0, -0.01, 270), Paired: true}, "0.0° 0.0° -90.0° – – – –"},
		"no estimate":    {horizon.Reading{Truth: deg(1, 2, 3), Paired: true}, "– – – 1.0° 2.0° 3.0° –"},
		"none":           {horizon.Reading{}, "– – – – – – –"},
		"not a number":   {horizon.Reading{Estimate: nan, Truth: deg(1, 2, 3), Paired: true}, "– – – 1.0° 2.0° 3.0° –"},
		"quite the same": {horizon.Reading{Estimate: deg(20, 30, 40), Truth: deg(20, 30, 40), Paired: true}, "20.0° 30.0° 40.0° 20.0° 30.0° 40.0° 0.0°"},
	} {
		t.Run(name, func(t *testing.T) {
			h := horizon.New()
			window(t, h, fynetheme.VariantDark)
			h.SetReading(horizon.Reading{Estimate: deg(1, 1, 1), Truth: deg(2, 2, 2), Between: 3, Paired: true})
			h.SetReading(c.shown)
			if got := strings.Join(figures(h), " "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// notes are the texts on the picture.
func notes(h *horizon.Horizon) (out []string) {
	for _, o := range test.WidgetRenderer(h).Objects() {
		if text, ok := o.(*canvas.Text); ok && text.Text != "" {
			out = append(out, text.Text)
		}
	}
	return out
}

func TestThePictureSaysWhatIsMissingHowOldItIsAndWhereTheNosePoints(t *testing.T) {
	h := horizon.New()
	window(t, h, fynetheme.VariantDark)
	for _, c := range []struct {
		shown horizon.Reading
		want  []string
	}{
		{horizon.Reading{}, []string{"no attitude at this time"}},
		{horizon.Reading{Truth: deg(0, 0, -135.7)}, []string{"no estimate at this time", "heading 224"}},
		{horizon.Reading{Estimate: deg(0, 0, -0.2)}, []string{"heading 0"}},
		{horizon.Reading{Estimate: deg(0, 0, 90), Age: 440 * time.Millisecond}, []string{"estimate is 0.4 s old", "heading 90"}},
	} {
		h.SetReading(c.shown)
		if got := notes(h); !slices.Equal(got, c.want) {
			t.Errorf("%+v: says %q, want %q", c.shown, got, c.want)
		}
	}
}

func TestTheInstrumentKeepsItsSizeWhateverItShows(t *testing.T) {
	h := horizon.New()
	window(t, h, fynetheme.VariantDark)
	want := h.MinSize()
	for _, a := range []*horizon.Attitude{deg(-179.9, -88.8, -179.9), nil, deg(0, 0, 0)} {
		h.SetReading(horizon.Reading{Estimate: a, Truth: a})
		if h.MinSize() != want {
			t.Errorf("%v: size %v, want %v", a, h.MinSize(), want)
		}
	}
}

func TestTheCallerMayReuseAnAttitude(t *testing.T) {
	h := horizon.New()
	window(t, h, fynetheme.VariantDark)
	a := deg(10, 0, 0)
	h.SetReading(horizon.Reading{Estimate: a})
	a.Roll = 0
	h.SetReading(horizon.Reading{Estimate: a})
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
			h.SetReading(horizon.Reading{Estimate: deg(-12.3, 6.5, 273), Truth: deg(-9.8, 3.9, 270.4), Between: 4.5, Paired: true})
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
