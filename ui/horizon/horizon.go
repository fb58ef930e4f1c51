// Package horizon is the attitude instrument: the estimate as an artificial
// horizon, the true attitude laid over it, and both in figures.
package horizon

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

var _ fyne.Widget = (*Horizon)(nil)

// Horizon shows the estimated attitude and the true one at one time. Its methods
// belong to the UI goroutine.
type Horizon struct {
	widget.BaseWidget
	estimate, truth *Attitude
	raster          *canvas.Raster
	picture         *image.RGBA
	note            *canvas.Text
	readout         *readout
}

// New gives an instrument that shows nothing yet.
func New() *Horizon {
	h := &Horizon{readout: newReadout(), note: canvas.NewText("", color.White)}
	h.raster = canvas.NewRaster(h.generate)
	h.note.Alignment = fyne.TextAlignCenter
	h.ExtendBaseWidget(h)
	h.takeNote()
	return h
}

// SetAttitudes puts the attitudes on the instrument; nil, and an attitude that is not
// finite, means there is none at this time. It is cheap when nothing changed.
func (h *Horizon) SetAttitudes(estimate, truth *Attitude) {
	estimate, truth = usable(estimate), usable(truth)
	if same(estimate, h.estimate) && same(truth, h.truth) {
		return
	}
	h.estimate, h.truth = estimate, truth
	h.readout.show(estimate, truth)
	h.takeNote()
	h.raster.Refresh()
}

// usable gives a copy, so that the caller may reuse what it passed.
func usable(a *Attitude) *Attitude {
	if a == nil || !a.finite() {
		return nil
	}
	c := *a
	return &c
}

func same(a, b *Attitude) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// takeNote says what is missing, where the horizon would have been.
func (h *Horizon) takeNote() {
	text := ""
	switch {
	case h.estimate == nil && h.truth == nil:
		text = "no attitude at this time"
	case h.estimate == nil:
		text = "no estimate at this time"
	}
	if h.note.Text != text {
		h.note.Text = text
		h.note.Refresh()
	}
}

// generate draws into one picture again and again: what it returned before has
// been uploaded by the time it is asked anew.
func (h *Horizon) generate(width, height int) image.Image {
	if h.picture == nil || h.picture.Rect.Dx() != width || h.picture.Rect.Dy() != height {
		h.picture = image.NewRGBA(image.Rect(0, 0, width, height))
	}
	Draw(h.picture, h.estimate, h.truth, colours())
	return h.picture
}

// colours of the instrument. What lies on sky and ground has the same colours
// light and dark: it never lies on the window's background.
func colours() Palette {
	const dark = fynetheme.VariantDark
	return Palette{
		Sky:    theme.Current(theme.Sky),
		Ground: theme.Current(theme.Ground),
		Blank:  color.NRGBA{R: 88, G: 96, B: 105, A: 255},
		Line:   color.NRGBA{R: 255, G: 255, B: 255, A: 255},
		Rim:    color.NRGBA{R: 14, G: 16, B: 20, A: 255},
		Craft:  theme.Color(theme.Playhead, dark),
		Truth:  theme.Color(theme.Truth, dark),
	}
}

// CreateRenderer lays the picture over the readout.
func (h *Horizon) CreateRenderer() fyne.WidgetRenderer {
	h.ExtendBaseWidget(h)
	r := &renderer{h: h}
	r.style()
	return r
}

type renderer struct{ h *Horizon }

func (r *renderer) Layout(size fyne.Size) {
	below := r.h.readout.MinSize().Height
	view := fyne.NewSize(size.Width, fyne.Max(size.Height-below-fynetheme.Padding(), 0))
	r.h.raster.Resize(view)
	text := r.h.note.MinSize()
	r.h.note.Resize(fyne.NewSize(view.Width, text.Height))
	r.h.note.Move(fyne.NewPos(0, view.Height*0.22))
	r.h.readout.Resize(fyne.NewSize(size.Width, below))
	r.h.readout.Move(fyne.NewPos(0, size.Height-below))
}

func (r *renderer) MinSize() fyne.Size {
	below := r.h.readout.MinSize()
	return fyne.NewSize(fyne.Max(below.Width, 160), below.Height+fynetheme.Padding()+120)
}

func (r *renderer) style() { r.h.note.TextSize = fynetheme.TextSize() }

func (r *renderer) Refresh() {
	r.style()
	r.Layout(r.h.Size())
	r.h.raster.Refresh()
	r.h.note.Refresh()
	r.h.readout.Refresh()
}

func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.h.raster, r.h.note, r.h.readout}
}

func (r *renderer) Destroy() {}
