package plot

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// CreateRenderer is Fyne's.
func (s *Stack) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	r := &stackRenderer{
		stack: s, readout: newReadout(),
		drop: canvas.NewRectangle(nil), place: canvas.NewLine(nil),
		ghost: newGhost(), floor: canvas.NewRectangle(nil),
	}
	r.column = container.New(columnLayout{r})
	r.scroll = container.NewVScroll(r.column)
	r.scroll.OnScrolled = func(fyne.Position) { s.scrolled() }
	r.drop.Hidden, r.place.Hidden = true, true
	r.style()
	r.fill()
	s.renderer = r
	return r
}

type stackRenderer struct {
	stack   *Stack
	scroll  *container.Scroll
	column  *fyne.Container // the panes
	axis    texts           // the time labels
	readout *readout
	drop    *canvas.Rectangle // over the pane that a signal would fall into
	place   *canvas.Line      // where a pane would go
	ghost   *ghost
	floor   *canvas.Rectangle // always there and never seen
	lane    float32           // height of the names above the uppermost plot
	height  float32           // of the column
}

// Layout gives panes of the same weight the same height; the uppermost has the lane
// on top of it. The time labels stay below them all.
func (r *stackRenderer) Layout(size fyne.Size) {
	panes := r.stack.panes
	if len(panes) == 0 {
		return
	}
	room := fyne.NewSize(size.Width, max(size.Height-r.times(), 0))
	r.lane = r.stack.laneHeight()
	heights := r.stack.heights(room.Height-r.lane, panes[0].MinSize().Height)
	r.height = r.lane
	for _, height := range heights {
		r.height += height
	}
	if r.scrolls() {
		room.Width -= fynetheme.Size(fynetheme.SizeNameScrollBar)
	} else {
		heights[len(heights)-1] += room.Height - r.height
		r.height = room.Height
	}
	heights[0] += r.lane
	y := float32(0)
	for i, p := range panes {
		p.Move(fyne.NewPos(0, y))
		p.Resize(fyne.NewSize(room.Width, heights[i]))
		y += heights[i]
	}
	r.scroll.Resize(fyne.NewSize(size.Width, room.Height))
	r.scroll.Refresh()
	r.stack.hideUnseen()
	r.stack.arrange()
}

// scrolls reports whether the panes do not have room one below the other.
func (r *stackRenderer) scrolls() bool {
	return r != nil && r.height > r.stack.Size().Height-r.times()+0.5
}

// columnLayout leaves the panes where [stackRenderer.Layout] put them.
type columnLayout struct{ r *stackRenderer }

// Layout is Fyne's.
func (columnLayout) Layout([]fyne.CanvasObject, fyne.Size) {}

// MinSize is what can be scrolled through.
func (l columnLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, l.r.height) }

// times is the height of the time labels.
func (r *stackRenderer) times() float32 { return ceil(lineHeight() + gap/2) }

func (r *stackRenderer) style() {
	r.ghost.style()
	primary := theme.Current(fynetheme.ColorNamePrimary)
	r.place.StrokeColor, r.place.StrokeWidth = primary, 2
	r.drop.StrokeColor, r.drop.StrokeWidth = primary, 2
	primary.A = 30
	r.drop.FillColor = primary
}

// MinSize is that of one pane and the time labels: the others scroll.
func (r *stackRenderer) MinSize() fyne.Size {
	if len(r.stack.panes) == 0 {
		return fyne.Size{}
	}
	return r.stack.panes[0].MinSize().AddWidthHeight(0, r.times())
}

// Refresh takes the colours and text sizes of the theme again.
func (r *stackRenderer) Refresh() {
	r.readout.hide()
	r.readout.style()
	r.style()
	r.stack.gutter, r.stack.gutterRight = 0, 0
	r.fill()
	for _, p := range r.stack.panes {
		if p.renderer != nil {
			p.renderer.style() // the layout places all
		}
	}
	r.Layout(r.stack.Size())
}

// fill puts the panes into the column.
func (r *stackRenderer) fill() {
	r.column.Objects = r.column.Objects[:0:0]
	for _, p := range r.stack.panes {
		r.column.Objects = append(r.column.Objects, p)
	}
}

// Objects are the panes and the time labels, and the readout above them.
func (r *stackRenderer) Objects() []fyne.CanvasObject {
	objects := r.axis.objects([]fyne.CanvasObject{r.floor, r.scroll})
	return r.ghost.objects(r.readout.objects(append(objects, r.drop, r.place)))
}

// Destroy is Fyne's.
func (r *stackRenderer) Destroy() {}
