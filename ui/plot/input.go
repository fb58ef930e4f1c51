package plot

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// panning is a drag with the right button, which Fyne reports as moves only.
type panning struct {
	x        float32 // where it began, on the canvas
	from, to time.Duration
}

// Cursor is a cross over the plot.
func (p *Pane) Cursor() desktop.Cursor { return desktop.CrosshairCursor }

// MouseDown seeks with the left button and begins to pan with the right.
func (p *Pane) MouseDown(ev *desktop.MouseEvent) {
	if !p.inPlot(ev.Position) {
		return
	}
	switch ev.Button {
	case desktop.MouseButtonPrimary:
		p.stack.seek(p.timeAt(ev.Position))
	case desktop.MouseButtonSecondary:
		p.stack.pan = &panning{ev.AbsolutePosition.X, p.stack.from, p.stack.to}
		p.stack.hideCursor()
	}
}

// MouseUp ends panning.
func (p *Pane) MouseUp(ev *desktop.MouseEvent) {
	if p.stack != nil && ev.Button == desktop.MouseButtonSecondary {
		p.stack.pan = nil
	}
}

// Dragged seeks while the left button is down.
func (p *Pane) Dragged(ev *fyne.DragEvent) {
	if p.renderer == nil || p.stack == nil {
		return
	}
	p.stack.seek(p.timeAt(ev.Position))
}

// DragEnd is Fyne's.
func (p *Pane) DragEnd() {}

// DoubleTapped fits everything.
func (p *Pane) DoubleTapped(*fyne.PointEvent) {
	if p.stack == nil {
		return
	}
	before := Range{p.stack.from, p.stack.to}
	p.stack.Fit()
	p.stack.tellView(before)
}

// Scrolled zooms time at the pointer, with Shift the value axis; a sideways
// wheel pans time.
func (p *Pane) Scrolled(ev *fyne.ScrollEvent) {
	if p.renderer == nil || p.stack == nil {
		return
	}
	amount, sideways := ev.Scrolled.DY, ev.Scrolled.DX
	shift := p.stack.modifiers()&fyne.KeyModifierShift != 0
	if shift && amount == 0 {
		amount = sideways // most systems turn the wheel's direction with Shift
	}
	factor := math.Pow(wheelStep, float64(amount/wheelNotch))
	switch {
	case shift:
		p.zoomValues(p.valueAt(ev.Position), factor)
	case amount == 0 && sideways != 0:
		step := time.Duration(float64(p.stack.to-p.stack.from) * float64(sideways) / wheelNotch / 10)
		p.stack.look(p.stack.from-step, p.stack.to-step)
	default:
		p.stack.zoom(p.timeAt(ev.Position), factor)
	}
	p.hover(ev.Position)
}

// MouseIn is Fyne's.
func (p *Pane) MouseIn(ev *desktop.MouseEvent) { p.MouseMoved(ev) }

// MouseMoved moves the cursor, or pans while the right button is down.
func (p *Pane) MouseMoved(ev *desktop.MouseEvent) {
	if p.renderer == nil || p.stack == nil {
		return
	}
	s := p.stack
	if s.pan != nil && ev.Button&desktop.MouseButtonSecondary == 0 {
		s.pan = nil // it was let go outside of all panes
	}
	if s.pan == nil {
		p.hover(ev.Position)
		return
	}
	_, size := p.renderer.plot()
	if size.Width <= 0 {
		return
	}
	moved := float64(ev.AbsolutePosition.X-s.pan.x) / float64(size.Width)
	shift := time.Duration(moved * float64(s.pan.to-s.pan.from))
	s.look(s.pan.from-shift, s.pan.to-shift)
}

// MouseOut hides the cursor.
func (p *Pane) MouseOut() {
	if p.stack != nil {
		p.stack.hideCursor()
	}
}

func (p *Pane) hover(at fyne.Position) {
	if !p.inPlot(at) {
		p.stack.hideCursor()
		return
	}
	p.stack.showCursor(p, at)
}

func (p *Pane) inPlot(at fyne.Position) bool {
	if p.renderer == nil || p.stack == nil {
		return false
	}
	pos, size := p.renderer.plot()
	return at.X >= pos.X && at.X <= pos.X+size.Width && at.Y >= pos.Y && at.Y <= pos.Y+size.Height
}

// timeAt is the log time under a position, the nearest in view if it is beside
// the plot.
func (p *Pane) timeAt(at fyne.Position) time.Duration {
	pos, size := p.renderer.plot()
	x := min(max(at.X-pos.X, 0), size.Width)
	return p.view().Time(float64(x), float64(size.Width))
}

func (p *Pane) valueAt(at fyne.Position) float64 {
	pos, size := p.renderer.plot()
	y := min(max(at.Y-pos.Y, 0), size.Height)
	return p.view().Value(float64(y), float64(size.Height))
}
