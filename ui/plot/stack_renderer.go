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
		ghost: newGhost(), floor: canvas.NewRectangle(nil),
	}
	s.renderer.drop.Hidden, s.renderer.place.Hidden = true, true
	s.renderer.style()
	return s.renderer
}

type stackRenderer struct {
	stack   *Stack
	readout *readout
	drop    *canvas.Rectangle // over the pane that a signal would fall into
	place   *canvas.Line      // where a pane would go
	ghost   *ghost
	floor   *canvas.Rectangle // always there and never seen
	lane    float32           // height of the names above the uppermost plot
}

// Layout gives panes of the same weight the same height; the uppermost has the lane
// on top of it, the lowest the time labels.
func (r *stackRenderer) Layout(size fyne.Size) {
	panes := r.stack.panes
	if len(panes) == 0 {
		return
	}
	r.lane = r.stack.laneHeight()
	heights := r.stack.heights(size.Height-r.times()-r.lane, panes[0].MinSize().Height)
	y := float32(0)
	for i, p := range panes {
		height := heights[i]
		if p.first {
			height += r.lane
		}
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
	r.ghost.style()
	primary := theme.Current(fynetheme.ColorNamePrimary)
	r.place.StrokeColor, r.place.StrokeWidth = primary, 2
	r.drop.StrokeColor, r.drop.StrokeWidth = primary, 2
	primary.A = 30
	r.drop.FillColor = primary
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
	objects := make([]fyne.CanvasObject, 1, len(r.stack.panes)+16)
	objects[0] = r.floor
	for _, p := range r.stack.panes {
		objects = append(objects, p)
	}
	return r.ghost.objects(r.readout.objects(append(objects, r.drop, r.place)))
}

// Destroy is Fyne's.
func (r *stackRenderer) Destroy() {}
