package plot

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// dropEdge is how far from the upper or lower end of a pane something dropped makes
// a pane of its own; at most a part of the pane.
const (
	dropEdge     = 12
	dropEdgePart = 0.2
)

// DropAt is where something goes that is let go at a position on the canvas, as drag
// events have it: the index of a pane, or what stands for a new one. ok is false
// beside the plots.
func (s *Stack) DropAt(onCanvas fyne.Position) (pane int, ok bool) {
	at := s.inside(onCanvas)
	if at.X < 0 || at.Y < 0 || at.X >= s.Size().Width || at.Y >= s.Size().Height {
		return NewPaneIndex, false
	}
	for i, p := range s.panes {
		top, height := s.placeOf(p).Y, p.Size().Height
		edge := min(dropEdge, height*dropEdgePart)
		switch {
		case at.Y < top || at.Y >= top+height:
		case at.Y < top+edge:
			return NewPaneBefore(i), true
		case at.Y >= top+height-edge:
			return NewPaneBefore(i + 1), true
		default:
			return i, true
		}
	}
	if len(s.panes) == 0 {
		return NewPaneIndex, true
	}
	return NewPaneBefore(len(s.panes)), true
}

// inside is a position on the canvas as one in the stack.
func (s *Stack) inside(onCanvas fyne.Position) fyne.Position {
	return onCanvas.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(s))
}

// ShowDrop shows what a name is of that is dragged to a position on the canvas, and
// marks where it would go, which it returns as [Stack.DropAt] does.
func (s *Stack) ShowDrop(name string, onCanvas fyne.Position) (pane int, ok bool) {
	pane, ok = s.DropAt(onCanvas)
	if !s.dropping {
		s.hideCursor()
		s.dropping = true
	}
	if r := s.renderer; r != nil {
		r.ghost.show(name, s.inside(onCanvas))
		r.hidePlaces()
		switch {
		case !ok || len(s.panes) == 0:
		case pane >= 0:
			r.showDrop(pane)
		default:
			r.showInsertion(NewPaneBefore(0) - pane)
		}
		s.repaint()
	}
	return pane, ok
}

// HideDrop takes away what ShowDrop showed.
func (s *Stack) HideDrop() {
	s.dropping = false
	if r := s.renderer; r != nil {
		r.ghost.hide()
		r.hidePlaces()
		s.repaint()
	}
}

func (r *stackRenderer) hidePlaces() {
	r.drop.Hide()
	r.place.Hide()
}

// showDrop marks a pane that something would fall into.
func (r *stackRenderer) showDrop(pane int) {
	p := r.stack.panes[pane]
	r.drop.Move(r.stack.placeOf(p))
	r.drop.Resize(p.Size())
	r.drop.Show()
}

// showInsertion marks the border above the pane at an index, or that below them all.
func (r *stackRenderer) showInsertion(index int) {
	y := float32(1)
	if index > 0 {
		p := r.stack.panes[min(index, len(r.stack.panes))-1]
		y = r.stack.placeOf(p).Y + p.Size().Height - 1
	}
	r.place.Position1, r.place.Position2 = fyne.NewPos(0, y), fyne.NewPos(r.stack.Size().Width, y)
	r.place.Show()
}

// showMove shows the pane at an index on its way to the place of another.
func (r *stackRenderer) showMove(from, to int, at fyne.Position) {
	r.ghost.show(r.stack.panes[from].Title(), at)
	r.hidePlaces()
	switch {
	case to < from:
		r.showInsertion(to)
	case to > from:
		r.showInsertion(to + 1)
	}
	r.stack.repaint()
}

// repaint asks for a frame. The toolkit does not know the canvas of parts that were
// in none yet, or in none for long: showing these alone asks for nothing.
func (s *Stack) repaint() {
	if s.renderer != nil {
		canvas.Refresh(s.renderer.floor)
	}
}

// ghost is the name of what is dragged, under the pointer.
type ghost struct {
	ground *canvas.Rectangle
	name   texts
}

func newGhost() *ghost {
	g := &ghost{ground: canvas.NewRectangle(nil)}
	g.ground.Hidden = true
	return g
}

func (g *ghost) style() {
	g.ground.FillColor = theme.Current(fynetheme.ColorNameOverlayBackground)
	g.ground.StrokeColor, g.ground.StrokeWidth = theme.Current(fynetheme.ColorNamePrimary), 1
	g.ground.CornerRadius = fynetheme.Size(fynetheme.SizeNameInputRadius)
}

func (g *ghost) show(name string, at fyne.Position) {
	name = elide(name, readoutWidth, bold)
	at = at.AddXY(readoutOffset, readoutOffset/2)
	g.ground.Move(at)
	g.ground.Resize(measure(name, bold).AddWidthHeight(2*gap, gap))
	g.ground.Show()
	g.name.begin()
	g.name.put(name, at.AddXY(gap, gap/2), theme.Current(fynetheme.ColorNameForeground), bold)
	g.name.end()
}

func (g *ghost) hide() {
	g.ground.Hide()
	g.name.begin()
	g.name.end()
}

func (g *ghost) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	return g.name.objects(append(to, g.ground))
}
