package transport

import "fyne.io/fyne/v2"

// row lays objects side by side, each in its least width and centred upright.
// Those from the index spring on stand at the right end.
type row struct {
	gap    float32
	spring int
}

func (r *row) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for i, o := range objects {
		least := o.MinSize()
		size.Height = fyne.Max(size.Height, least.Height)
		size.Width += least.Width
		if i > 0 {
			size.Width += r.gap
		}
	}
	return size
}

func (r *row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	x := float32(0)
	for i, o := range objects {
		if i == r.spring {
			x = fyne.Max(x, size.Width-r.MinSize(objects[i:]).Width)
		}
		least := o.MinSize()
		o.Resize(least)
		o.Move(fyne.NewPos(x, (size.Height-least.Height)/2))
		x += least.Width + r.gap
	}
}
