package transport

import "fyne.io/fyne/v2"

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
