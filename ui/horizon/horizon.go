// Package horizon is the attitude instrument: the estimate as an artificial
// horizon, the true attitude laid over it, and both in figures.
package horizon

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

var _ fyne.Widget = (*Horizon)(nil)

// Reading is what the instrument shows of one time. An attitude that is nil, or
// not finite, is none.
type Reading struct {
	Estimate, Truth *Attitude
	Between         float64       // angle between the two, degrees
	Paired          bool          // Between is known: the two are of one moment
	Age             time.Duration // of the estimate, where that is worth saying
}

// Horizon shows the estimated attitude and the true one at one time. Its methods
// belong to the UI goroutine.
type Horizon struct {
	widget.BaseWidget
	shown   Reading
	raster  *canvas.Raster
	picture *image.RGBA
	note    *plate
	heading *plate
	readout *readout
}

// New gives an instrument that shows nothing yet.
func New() *Horizon {
	h := &Horizon{readout: newReadout(), note: newPlate(), heading: newPlate()}
	h.raster = canvas.NewRaster(h.generate)
	h.ExtendBaseWidget(h)
	h.takeNote()
	return h
}

// SetReading puts a reading on the instrument. It is cheap when nothing changed.
func (h *Horizon) SetReading(r Reading) {
	r.Estimate, r.Truth = usable(r.Estimate), usable(r.Truth)
	r.Paired = r.Paired && r.Estimate != nil && r.Truth != nil
	if same(r.Estimate, h.shown.Estimate) && same(r.Truth, h.shown.Truth) &&
		r.Between == h.shown.Between && r.Paired == h.shown.Paired && r.Age == h.shown.Age {
		return
	}
	h.shown = r
	h.readout.show(r)
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

// takeNote says what is missing or old, where the horizon would have been, and
// what the tape below it shows.
func (h *Horizon) takeNote() {
	text, own := "", h.shown.Estimate
	switch {
	case own == nil && h.shown.Truth == nil:
		text = "no attitude at this time"
	case own == nil:
		text, own = "no estimate at this time", h.shown.Truth
	case h.shown.Age > 0:
		text = fmt.Sprintf("estimate is %.1f s old", h.shown.Age.Seconds())
	}
	h.note.setText(text)
	h.heading.setText(headingText(own))
	h.place()
}

// headingText is the heading of the compass tape, 0 to 359.
func headingText(a *Attitude) string {
	if a == nil {
		return ""
	}
	deg := math.Mod(math.Round(a.rotation().heading()*180/math.Pi)+360, 360)
	return fmt.Sprintf("heading %.0f", deg)
}

// generate draws into one picture again and again: what it returned before has
// been uploaded by the time it is asked anew.
func (h *Horizon) generate(width, height int) image.Image {
	if h.picture == nil || h.picture.Rect.Dx() != width || h.picture.Rect.Dy() != height {
		h.picture = image.NewRGBA(image.Rect(0, 0, width, height))
	}
	scale := 1.0
	if own := h.raster.Size().Width; own > 0 {
		scale = float64(width) / float64(own)
	}
	Draw(h.picture, scale, h.shown.Estimate, h.shown.Truth, colours())
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
	r.h.place()
	r.h.readout.Resize(fyne.NewSize(size.Width, below))
	r.h.readout.Move(fyne.NewPos(0, size.Height-below))
}

// place puts the plates into the view: the note above the middle, the heading over
// the tape's end.
func (h *Horizon) place() {
	view := h.raster.Size()
	h.note.place(fyne.NewPos(view.Width/2, view.Height*0.3))
	size := h.heading.size()
	h.heading.place(fyne.NewPos(size.Width/2, view.Height-tapeShare(view)-size.Height/2))
}

// tapeShare is how high the tape is in a view.
func tapeShare(view fyne.Size) float32 {
	return float32(tapeUnits * sceneUnit(float64(view.Width), float64(view.Height), 1))
}

func (r *renderer) MinSize() fyne.Size {
	below := r.h.readout.MinSize()
	return fyne.NewSize(fyne.Max(below.Width, 160), below.Height+fynetheme.Padding()+90)
}

func (r *renderer) style() {
	r.h.note.text.TextSize = fynetheme.TextSize()
	r.h.heading.text.TextSize = fynetheme.CaptionTextSize()
}

func (r *renderer) Refresh() {
	r.style()
	r.Layout(r.h.Size())
	r.h.raster.Refresh()
	r.h.readout.Refresh()
}

func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.h.raster, r.h.note.ground, r.h.note.text, r.h.heading.ground, r.h.heading.text, r.h.readout}
}

func (r *renderer) Destroy() {}
