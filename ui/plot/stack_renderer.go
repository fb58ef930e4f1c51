package plot

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// CreateRenderer is Fyne's.
func (s *Stack) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	s.renderer = &stackRenderer{
		stack: s, readout: newReadout(),
		drop: canvas.NewRectangle(nil), place: canvas.NewLine(nil),
	}
	s.renderer.drop.Hidden, s.renderer.place.Hidden = true, true
	s.renderer.style()
	return s.renderer
}

type stackRenderer struct {
	stack   *Stack
	readout *readout
	drop    *canvas.Rectangle // over the pane that a signal would fall into
	place   *canvas.Line      // where a dragged pane would go
}

// Layout gives panes of the same weight plots of the same height: the lowest
// pane has the time labels on top of it.
func (r *stackRenderer) Layout(size fyne.Size) {
	panes := r.stack.panes
	if len(panes) == 0 {
		return
	}
	heights := r.stack.heights(size.Height-r.times(), panes[0].MinSize().Height)
	y := float32(0)
	for i, p := range panes {
		height := heights[i]
		if p.last {
			height = size.Height - y
		}
		p.Move(fyne.NewPos(0, y))
		p.Resize(fyne.NewSize(size.Width, height))
		y += height
	}
	r.stack.arrange()
}

// times is the height of the time labels.
func (r *stackRenderer) times() float32 { return ceil(lineHeight()+gap) - ceil(gap/2) }

func (r *stackRenderer) style() {
	primary := theme.Current(fynetheme.ColorNamePrimary)
	r.place.StrokeColor, r.place.StrokeWidth = primary, 2
	r.drop.StrokeColor, r.drop.StrokeWidth = primary, 2
	primary.A = 30
	r.drop.FillColor = primary
}

func (r *stackRenderer) showDrop(pane int) {
	if pane < 0 || pane >= len(r.stack.panes) {
		r.drop.Hide()
		return
	}
	p := r.stack.panes[pane]
	r.drop.Move(p.Position())
	r.drop.Resize(p.Size())
	r.drop.Show()
}

// showPlace marks where the pane at an index would go.
func (r *stackRenderer) showPlace(from, to int) {
	if from == to {
		r.place.Hide()
		return
	}
	p := r.stack.panes[to]
	y := p.Position().Y
	if to > from {
		y += p.Size().Height
	}
	r.place.Position1, r.place.Position2 = fyne.NewPos(0, y), fyne.NewPos(r.stack.Size().Width, y)
	r.place.Show()
	r.place.Refresh()
}

// MinSize is that of all panes.
func (r *stackRenderer) MinSize() fyne.Size {
	var size fyne.Size
	for _, p := range r.stack.panes {
		least := p.MinSize()
		size.Width = max(size.Width, least.Width)
		size.Height += least.Height
	}
	return size
}

// Refresh takes the colours and text sizes of the theme again.
func (r *stackRenderer) Refresh() {
	r.readout.hide()
	r.readout.style()
	r.style()
	r.stack.gutter, r.stack.gutterRight = 0, 0
	for _, p := range r.stack.panes {
		p.Refresh()
	}
	r.Layout(r.stack.Size())
}

// Objects are the panes, and the readout above them.
func (r *stackRenderer) Objects() []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, 0, len(r.stack.panes)+8)
	for _, p := range r.stack.panes {
		objects = append(objects, p)
	}
	return r.readout.objects(append(objects, r.drop, r.place))
}

// Destroy is Fyne's.
func (r *stackRenderer) Destroy() {}
