package transport

import (
	"image"
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"postflight/replay"
	"postflight/ui/theme"
)

const (
	inset  = 9 // free on both sides of the time axis, for the handles
	grab   = 7 // how far beside a handle it can still be taken
	minGap = time.Millisecond
)

var (
	_ fyne.Draggable     = (*Track)(nil)
	_ desktop.Hoverable  = (*Track)(nil)
	_ desktop.Mouseable  = (*Track)(nil)
	_ desktop.Cursorable = (*Track)(nil)
)

// Track shows the whole flight in one strip: what was recorded when, what is
// wrong where, which part is played, and the playhead. A press or drag on it
// seeks; on a handle it moves that end of the crop.
type Track struct {
	widget.BaseWidget
	seek func(time.Duration)
	crop func(replay.Range)
	tell func(hovered bool) // may be nil

	overview Overview
	state    replay.State
	times    func(time.Duration) string // nil for log time
	view     replay.Range               // what the plots show

	holding hold
	offset  float32 // of the mouse from the handle it holds
	mouse   float32 // x of the mouse, meaningful while hover
	hover   bool

	raster *canvas.Raster
	over   *overlay
}

// hold is what the mouse holds while its button is down.
type hold uint8

const (
	nothing hold = iota
	playhead
	cropFrom
	cropTo
)

// NewTrack gives a track that calls seek and crop as the mouse moves, from the
// UI goroutine. Both must not be nil.
func NewTrack(seek func(time.Duration), crop func(replay.Range)) *Track {
	t := &Track{seek: seek, crop: crop, over: newOverlay()}
	t.raster = canvas.NewRaster(t.generate)
	t.ExtendBaseWidget(t)
	return t
}

// SetOverview replaces the picture.
func (t *Track) SetOverview(o Overview) {
	t.overview = o
	t.raster.Refresh()
}

// SetState moves playhead and crop. It redraws the picture only when the flight
// has another length than before, and calls nothing back.
func (t *Track) SetState(s replay.State) {
	stretched := s.Whole != t.state.Whole
	moved := s.At != t.state.At || s.Crop != t.state.Crop
	t.state = s
	if stretched {
		t.raster.Refresh()
	}
	if stretched || moved {
		t.place()
	}
}

// SetView marks the part of the flight that is looked at elsewhere; one that is all
// of it, or nothing, has no mark.
func (t *Track) SetView(r replay.Range) {
	if r != t.view {
		t.view = r
		t.place()
		t.over.shades[0].Refresh() // parts that were in no frame yet ask for none
	}
}

// x gives where a time lies, in units of the widget.
func (t *Track) x(at time.Duration) float32 {
	return inset + float32(share(at, t.state.Whole))*(t.Size().Width-2*inset)
}

// time gives the time at x, within the flight.
func (t *Track) time(x float32) time.Duration {
	w := t.state.Whole
	span := t.Size().Width - 2*inset
	if span <= 0 {
		return w.From
	}
	part := min(max(float64(x-inset)/float64(span), 0), 1)
	return w.Clamp(w.From + time.Duration(math.Round(part*float64(w.Length()))))
}

// MouseDown takes hold of a handle, or seeks.
func (t *Track) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		t.press(e.Position.X)
	}
}

// MouseUp lets go.
func (t *Track) MouseUp(*desktop.MouseEvent) { t.release() }

// Dragged moves what is held.
func (t *Track) Dragged(e *fyne.DragEvent) {
	if t.holding == nothing {
		t.press(e.Position.X - e.Dragged.DX)
	}
	t.mouse = e.Position.X
	t.drag(e.Position.X)
	t.place()
}

// DragEnd lets go.
func (t *Track) DragEnd() { t.release() }

func (t *Track) press(x float32) {
	t.mouse = x
	t.holding = t.under(x)
	switch t.holding {
	case cropFrom:
		t.offset = x - t.x(t.state.Crop.From)
	case cropTo:
		t.offset = x - t.x(t.state.Crop.To)
	default:
		t.holding = playhead
		t.drag(x)
	}
	t.place()
}

// under tells which handle can be taken at x; of two that lie together the left
// one from the left, the right one from the right.
func (t *Track) under(x float32) hold {
	from, to := x-t.x(t.state.Crop.From), x-t.x(t.state.Crop.To)
	nearFrom, nearTo := from >= -grab && from <= grab, to >= -grab && to <= grab
	switch {
	case nearFrom && nearTo:
		if from+to < 0 {
			return cropFrom
		}
		return cropTo
	case nearFrom:
		return cropFrom
	case nearTo:
		return cropTo
	}
	return nothing
}

func (t *Track) drag(x float32) {
	whole, crop := t.state.Whole, t.state.Crop
	switch t.holding {
	case playhead:
		at := t.time(x)
		t.state.At = at
		t.seek(at)
		return
	case cropFrom:
		crop.From = max(min(t.time(x-t.offset), crop.To-minGap), whole.From)
	case cropTo:
		crop.To = min(max(t.time(x-t.offset), crop.From+minGap), whole.To)
	default:
		return
	}
	if crop != t.state.Crop && crop.From <= crop.To {
		t.state.Crop = crop
		t.crop(crop)
	}
}

func (t *Track) release() {
	t.holding = nothing
	t.place()
}

// MouseIn shows the time under the mouse.
func (t *Track) MouseIn(e *desktop.MouseEvent) {
	t.MouseMoved(e)
	if t.tell != nil {
		t.tell(true)
	}
}

// MouseMoved shows the time under the mouse.
func (t *Track) MouseMoved(e *desktop.MouseEvent) {
	t.hover, t.mouse = true, e.Position.X
	t.place()
}

// MouseOut hides the time under the mouse.
func (t *Track) MouseOut() {
	t.hover = false
	t.place()
	if t.tell != nil {
		t.tell(false)
	}
}

// Cursor tells a handle from the rest.
func (t *Track) Cursor() desktop.Cursor {
	if t.holding == cropFrom || t.holding == cropTo || (t.holding == nothing && t.under(t.mouse) != nothing) {
		return desktop.HResizeCursor
	}
	return desktop.DefaultCursor
}

func (t *Track) generate(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	unit := 1.0
	if width := t.Size().Width; width > 0 {
		unit = float64(w) / float64(width)
	}
	drawOverview(img, t.overview, t.state.Whole, unit, colours{
		back:    theme.Current(theme.PlotBackground),
		grid:    theme.Current(theme.Grid),
		density: theme.Current(theme.Density),
		junk:    theme.Current(theme.Junk),
		loss:    theme.Current(theme.Loss),
		epoch:   theme.Current(theme.Epoch),
		severity: [3]color.NRGBA{
			theme.Current(theme.FindingInfo), theme.Current(theme.FindingWarning), theme.Current(theme.FindingError),
		},
	})
	return img
}

// MinSize is the least that keeps the bands apart.
func (t *Track) MinSize() fyne.Size {
	t.ExtendBaseWidget(t)
	return fyne.NewSize(120, 46)
}

// CreateRenderer lays the overlay on the picture.
func (t *Track) CreateRenderer() fyne.WidgetRenderer {
	t.ExtendBaseWidget(t)
	r := &trackRenderer{t: t}
	t.over.style()
	return r
}

type trackRenderer struct{ t *Track }

func (r *trackRenderer) Layout(size fyne.Size) {
	r.t.raster.Resize(size)
	r.t.place()
}

func (r *trackRenderer) Refresh() {
	r.t.over.style()
	r.t.raster.Refresh()
	r.t.place()
	for _, o := range r.t.over.objects() {
		o.Refresh()
	}
}

func (r *trackRenderer) MinSize() fyne.Size { return r.t.MinSize() }
func (r *trackRenderer) Objects() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{r.t.raster}, r.t.over.objects()...)
}
func (r *trackRenderer) Destroy() {}

// place puts the overlay where state and mouse want it.
func (t *Track) place() {
	label := ""
	if t.hover || t.holding != nothing {
		label = t.label()
	}
	from, to := float32(0), float32(0)
	if w := t.state.Whole; t.view.From > w.From || t.view.To < w.To {
		from, to = t.x(t.view.From), t.x(t.view.To)
	}
	t.over.placeView(from, to)
	t.over.place(t.Size(), t.x(t.state.Crop.From), t.x(t.state.Crop.To), t.x(t.state.At), t.mouse, label)
}

// label is the time the mouse points at, or that of the handle it holds.
func (t *Track) label() string {
	at := t.time(t.mouse)
	switch t.holding {
	case cropFrom:
		at = t.state.Crop.From
	case cropTo:
		at = t.state.Crop.To
	}
	return written(t.times, at)
}
