package plot

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/popup"
)

// zone is a part of a pane that answers to the mouse in its own way.
type zone int

const (
	zoneNone  zone = iota
	zonePlot       // the picture
	zoneTitle      // the line above it
	zoneClose      // the cross at the end of that line
	zoneAbove      // the border to the pane above
	zoneBelow      // the border to the pane below
)

// borderReach is how far from a border between panes it can be taken hold of.
const borderReach = 3

func (p *Pane) zoneAt(at fyne.Position) zone {
	pos, size := p.renderer.plot()
	switch {
	case p.stack == nil || at.X < 0 || at.X > p.Size().Width:
		return zoneNone
	case !p.first && at.Y < borderReach:
		return zoneAbove
	case p.stack.index(p) < len(p.stack.panes)-1 && at.Y >= p.Size().Height-borderReach:
		return zoneBelow
	case at.Y < pos.Y && p.renderer.inClose(at):
		return zoneClose
	case at.Y < pos.Y:
		return zoneTitle
	case at.X >= pos.X && at.X <= pos.X+size.Width && at.Y <= pos.Y+size.Height:
		return zonePlot
	}
	return zoneNone
}

// Cursor tells what a press of the button would do.
func (p *Pane) Cursor() desktop.Cursor {
	switch p.zone {
	case zonePlot:
		return desktop.CrosshairCursor
	case zoneAbove, zoneBelow:
		return desktop.VResizeCursor
	case zoneClose:
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// panning is a drag with the right button, which Fyne reports as moves only.
type panning struct {
	at       fyne.Position // where it began, on the canvas
	from, to time.Duration
	axes     [2]axis
	moved    bool
}

// dragKind is what a drag with the left button does.
type dragKind int

const (
	dragNone   dragKind = iota
	dragSeek            // moves the playhead
	dragMarker          // moves a measuring marker
	dragBox             // zooms to a box
	dragBorder          // resizes two panes
	dragTitle           // moves a pane
	dragClose           // a press on the cross
	dragLaying          // moves a log on the timeline
)

type drag struct {
	kind    dragKind
	pane    *Pane
	marker  Marker
	at      fyne.Position // where it began, on the canvas
	from    fyne.Position // the same in the pane
	to      fyne.Position // where it is, in the pane
	upper   int           // the pane above the border
	heights []float32     // of all panes, when it began
	moved   bool
	place   int // that the title would fall to
	laying  laying
}

func (s *Stack) index(p *Pane) int {
	for i, q := range s.panes {
		if q == p {
			return i
		}
	}
	return -1
}

func (s *Stack) beginDrag(p *Pane, z zone, ev *desktop.MouseEvent) {
	d := drag{pane: p, at: ev.AbsolutePosition, from: ev.Position, to: ev.Position}
	d.upper, d.place = s.index(p), s.index(p)
	held, before := s.modifiers()|ev.Modifier, s.pressed
	s.pressed = nil
	m, near := p.markerAt(ev.Position)
	switch {
	case z == zonePlot && wantsToLay(held):
		d.kind, d.laying = dragLaying, s.beginLaying(p, ev)
	case z == zonePlot && held&fyne.KeyModifierShortcutDefault != 0:
		d.kind = dragBox
	case z == zonePlot && near:
		d.kind, d.marker = dragMarker, m
	case z == zonePlot && held&fyne.KeyModifierShift != 0:
		d.kind, d.marker = dragMarker, s.placeMarker(p.timeAt(ev.Position))
	case z == zonePlot:
		d.kind = dragSeek
		s.pressed = before.again(s.history.now(), s.playhead)
		s.seek(p.timeAt(ev.Position))
	case z == zoneClose:
		d.kind = dragClose
	case z == zoneTitle:
		d.kind = dragTitle
	case z == zoneAbove:
		d.kind, d.upper = dragBorder, d.upper-1
	case z == zoneBelow:
		d.kind = dragBorder
	}
	for _, q := range s.panes {
		d.heights = append(d.heights, q.Size().Height)
	}
	if len(d.heights) > 0 && s.renderer != nil {
		d.heights[0] -= s.renderer.lane
	}
	s.drag = d
}

func (s *Stack) dragTo(ev *fyne.DragEvent) {
	d := &s.drag
	if d.kind == dragBorder && !d.moved {
		s.record("")
	}
	if d.kind == dragLaying {
		s.dragLaying(ev)
	}
	d.moved, d.to = true, ev.Position
	switch d.kind {
	case dragSeek:
		s.seek(d.pane.timeAt(ev.Position))
	case dragMarker:
		s.SetMarker(d.marker, d.pane.timeAt(ev.Position))
	case dragBox:
		s.hideCursor()
		d.pane.renderer.showBox(d.from, d.to)
	case dragBorder:
		s.moveBorder(d.upper, d.heights, ev.AbsolutePosition.Y-d.at.Y, d.pane.MinSize().Height)
	case dragTitle:
		y := d.pane.Position().Y + ev.Position.Y
		d.place = 0
		for i, p := range s.panes {
			if y >= p.Position().Y {
				d.place = i
			}
		}
		s.hideCursor()
		s.renderer.showMove(s.index(d.pane), d.place, s.placeOf(d.pane).Add(ev.Position))
	}
}

func (s *Stack) endDrag() {
	d := s.drag
	s.drag = drag{}
	switch d.kind {
	case dragBox:
		d.pane.renderer.hideBox()
		s.zoomTo(d)
	case dragLaying:
		s.endLaying(d)
	case dragTitle:
		s.HideDrop()
		s.MovePane(s.index(d.pane), d.place)
	}
}

// click ends a press of the left button that did not become a drag.
func (s *Stack) click(p *Pane, at fyne.Position) {
	d := s.drag
	if d.moved {
		return // DragEnd comes after
	}
	s.drag = drag{}
	if d.kind == dragClose && p.renderer != nil && p.zoneAt(at) == zoneClose {
		s.RemovePane(s.index(p))
	}
}

// boxSide is the length from which on a side of the box counts.
const boxSide = 8

// zoomTo shows what was in the box: a flat one zooms time only, a narrow one
// values only.
func (s *Stack) zoomTo(d drag) {
	size := fyne.NewSize(d.to.X-d.from.X, d.to.Y-d.from.Y)
	wide, high := max(size.Width, -size.Width) >= boxSide, max(size.Height, -size.Height) >= boxSide
	if !wide && !high {
		return
	}
	s.record("")
	if high {
		a, b := d.pane.partAt(d.from), d.pane.partAt(d.to)
		d.pane.eachAxis(min(a, b), max(a, b))
	}
	if wide {
		a, b := d.pane.timeAt(d.from), d.pane.timeAt(d.to)
		s.look(min(a, b), max(a, b))
	}
}

// markerAt is the marker under a position of the plot.
func (p *Pane) markerAt(at fyne.Position) (Marker, bool) {
	pos, size := p.renderer.plot()
	for _, m := range []Marker{MarkerB, MarkerA} {
		t, ok := p.stack.MarkerAt(m)
		x := pos.X + float32(p.view().X(t, float64(size.Width)))
		if ok && max(x-at.X, at.X-x) <= markerReach {
			return m, true
		}
	}
	return 0, false
}

// showMenu offers what can be done with the pane and its curves.
func (p *Pane) showMenu(onCanvas fyne.Position) {
	canvas := fyne.CurrentApp().Driver().CanvasForObject(p)
	if canvas == nil {
		return
	}
	popup.Show(p.menu(), canvas, onCanvas, p.stack.pressAt)
}

func (p *Pane) menu() *fyne.Menu {
	s, at := p.stack, p.stack.index(p)
	item := func(label string, possible bool, do func()) *fyne.MenuItem {
		it := fyne.NewMenuItem(label, do)
		it.Disabled = !possible
		return it
	}
	items := []*fyne.MenuItem{
		item("Move Up", at > 0, func() { s.MovePane(at, at-1) }),
		item("Move Down", at+1 < len(s.panes), func() { s.MovePane(at, at+1) }),
		item("Remove Plot", true, func() { s.RemovePane(at) }),
	}
	if from, to := p.otherUnits(); len(from) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
		for i := range from {
			items = append(items, item("Show "+from[i]+" in "+to[i], true, func() { s.ShowIn(at, from[i], to[i]) }))
		}
	}
	if len(p.curves) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	for _, c := range p.curves {
		items = append(items, item("Remove "+c.Name, true, func() { s.RemoveCurve(at, c.Name) }))
	}
	items = append(items, fyne.NewMenuItemSeparator(),
		item("Undo", s.CanUndo(), s.Undo), item("Redo", s.CanRedo(), s.Redo))
	return fyne.NewMenu("", items...)
}

// pressAt hands a press of a button, of which the canvas knows the place, to the
// pane below it.
func (s *Stack) pressAt(ev *desktop.MouseEvent) {
	for _, p := range s.panes {
		from := fyne.CurrentApp().Driver().AbsolutePositionForObject(p)
		at, size := ev.AbsolutePosition.Subtract(from), p.Size()
		if at.X >= 0 && at.Y >= 0 && at.X < size.Width && at.Y < size.Height {
			own := *ev
			own.Position = at
			p.MouseDown(&own)
			return
		}
	}
}
