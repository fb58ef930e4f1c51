package plot

import "fyne.io/fyne/v2"

// CreateRenderer is Fyne's.
func (s *Stack) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	s.renderer = &stackRenderer{stack: s, readout: newReadout()}
	return s.renderer
}

type stackRenderer struct {
	stack   *Stack
	readout *readout
}

// Layout gives all plots the same height: the lowest pane has the time labels
// on top of it.
func (r *stackRenderer) Layout(size fyne.Size) {
	panes := r.stack.panes
	if len(panes) == 0 {
		return
	}
	times := ceil(lineHeight()+gap) - ceil(gap/2)
	each := float32(int((size.Height - times) / float32(len(panes))))
	y := float32(0)
	for _, p := range panes {
		height := each
		if p.last {
			height = size.Height - y
		}
		p.Move(fyne.NewPos(0, y))
		p.Resize(fyne.NewSize(size.Width, height))
		y += height
	}
	r.stack.arrange()
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
	r.stack.gutter = 0
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
	return r.readout.objects(objects)
}

// Destroy is Fyne's.
func (r *stackRenderer) Destroy() {}
