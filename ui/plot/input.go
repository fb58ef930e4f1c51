package plot

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// MouseDown begins what the place and the button are for.
func (p *Pane) MouseDown(ev *desktop.MouseEvent) {
	if p.stack == nil || p.renderer == nil {
		return
	}
	switch zone := p.zoneAt(ev.Position); {
	case ev.Button == desktop.MouseButtonPrimary:
		p.stack.beginDrag(p, zone, ev)
	case ev.Button != desktop.MouseButtonSecondary:
	case zone == zonePlot:
		p.stack.pan = &panning{at: ev.AbsolutePosition, from: p.stack.from, to: p.stack.to, axes: p.axes}
		p.stack.hideCursor()
	case zone == zoneTitle:
		p.showMenu(ev.AbsolutePosition)
	}
}

// MouseUp ends what was not a drag, and panning.
func (p *Pane) MouseUp(ev *desktop.MouseEvent) {
	if p.stack == nil {
		return
	}
	switch ev.Button {
	case desktop.MouseButtonSecondary:
		still := p.stack.pan != nil && !p.stack.pan.moved
		p.stack.pan = nil
		if still {
			p.offerBytes(ev)
		}
	case desktop.MouseButtonPrimary:
		p.stack.click(p, ev.Position)
	}
}

// Dragged goes on with what MouseDown began.
func (p *Pane) Dragged(ev *fyne.DragEvent) {
	if p.renderer != nil && p.stack != nil {
		p.stack.dragTo(ev)
	}
}

// DragEnd finishes it.
func (p *Pane) DragEnd() {
	if p.renderer != nil && p.stack != nil {
		p.stack.endDrag()
	}
}

// DoubleTapped fits everything; the playhead stays where it was before.
func (p *Pane) DoubleTapped(ev *fyne.PointEvent) {
	if p.stack == nil || p.renderer == nil || p.zoneAt(ev.Position) == zoneClose {
		return
	}
	p.stack.unseek()
	p.stack.ShowAll()
}

// Scrolled zooms time at the pointer, with Shift the value axes; a sideways
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
	case !shift && amount != 0 && !p.inPlot(ev.Position) && p.stack.renderer.scrolls():
		p.stack.renderer.scroll.Scrolled(ev)
	case shift:
		p.stack.record("values")
		p.zoomValues(p.partAt(ev.Position), factor)
	case amount == 0 && sideways != 0:
		p.stack.record("pan")
		step := time.Duration(float64(p.stack.to-p.stack.from) * float64(sideways) / wheelNotch / 10)
		p.stack.look(p.stack.from-step, p.stack.to-step)
	default:
		p.stack.record("zoom")
		p.zoomAt(ev.Position, factor)
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
	p.zone = p.zoneAt(ev.Position)
	s := p.stack
	if s.pan != nil && ev.Button&desktop.MouseButtonSecondary == 0 {
		s.pan = nil // it was let go outside of all panes
	}
	if s.pan == nil {
		p.hover(ev.Position)
		return
	}
	_, size := p.renderer.plot()
	if size.Width <= 0 || size.Height <= 0 {
		return
	}
	moved := ev.AbsolutePosition.Subtract(s.pan.at)
	if !s.pan.moved {
		s.pan.moved = true
		s.record("")
	}
	if s.modifiers()&fyne.KeyModifierShift != 0 {
		by := float64(moved.Y / size.Height)
		p.axes = s.pan.axes
		p.eachAxis(by, 1+by)
	}
	shift := time.Duration(float64(moved.X/size.Width) * float64(s.pan.to-s.pan.from))
	s.look(s.pan.from-shift, s.pan.to-shift)
}

// MouseOut hides the cursor.
func (p *Pane) MouseOut() {
	p.zone = zoneNone
	if p.stack != nil {
		p.stack.hideCursor()
	}
}

func (p *Pane) hover(at fyne.Position) {
	if kind := p.stack.drag.kind; p.stack.dropping || kind != dragNone && kind != dragSeek && kind != dragMarker {
		return // what the drag does is what is told now
	}
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

// partAt is how high a position is in the plot, 0 at its bottom and 1 at its top.
func (p *Pane) partAt(at fyne.Position) float64 {
	pos, size := p.renderer.plot()
	y := min(max(at.Y-pos.Y, 0), size.Height)
	return 1 - float64(y)/float64(max(size.Height, 1))
}
