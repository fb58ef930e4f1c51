package transport

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// row lays objects side by side, each in its least width and centred upright.
// The one at the index rest asks for no width and gets what the others leave.
type row struct {
	gap  float32
	rest int
}

func (r *row) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for i, o := range objects {
		least := r.least(i, o)
		size.Height = fyne.Max(size.Height, least.Height)
		size.Width += least.Width
		if i > 0 {
			size.Width += r.gap
		}
	}
	return size
}

func (r *row) least(i int, o fyne.CanvasObject) fyne.Size {
	size := o.MinSize()
	if i == r.rest {
		size.Width = 0
	}
	return size
}

func (r *row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := fyne.Max(size.Width-r.MinSize(objects).Width, 0)
	x := float32(0)
	for i, o := range objects {
		own := r.least(i, o)
		if i == r.rest {
			own.Width = left
		}
		o.Resize(own)
		o.Move(fyne.NewPos(x, (size.Height-own.Height)/2))
		x += own.Width + r.gap
	}
}

// leastHint is the width below which a label says nothing.
const leastHint = 40

// dateFirst gives the first of two labels the room its text needs, and the second one
// the rest. Without enough room for it the first is hidden: a part of a date says little,
// and a label that is much too narrow is drawn over what is beside it.
type dateFirst struct{}

func (dateFirst) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().Max(objects[1].MinSize())
}

func (dateFirst) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	wide := float32(0)
	if l, ok := objects[0].(*widget.Label); ok && l.Text != "" {
		wide = fyne.MeasureText(l.Text, fynetheme.TextSize(), l.TextStyle).Width + 4*fynetheme.InnerPadding()
	}
	if wide > size.Width {
		wide = 0
	}
	for i, room := range []float32{wide, size.Width - wide} {
		if room < leastHint {
			objects[i].Hide()
		} else {
			objects[i].Show()
		}
	}
	objects[0].Resize(fyne.NewSize(wide, size.Height))
	objects[0].Move(fyne.NewPos(0, 0))
	objects[1].Resize(fyne.NewSize(size.Width-wide, size.Height))
	objects[1].Move(fyne.NewPos(wide, 0))
}
