package panel

import "fyne.io/fyne/v2"

// summaryLayout is the layout of the summary above the rows: whole, but not higher
// than half of the room. The rest is scrolled to, so that a long one does not make a
// small window larger.
type summaryLayout struct{ list *List }

// MinSize is part of Fyne's layout contract.
func (s summaryLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	head, body := objects[0], objects[1]
	size := body.MinSize()
	if head.Visible() {
		size = size.Max(fyne.NewSize(head.MinSize().Width, 0)).AddWidthHeight(0, head.MinSize().Height)
	}
	return size
}

// Layout is part of Fyne's layout contract.
func (s summaryLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	head, body := objects[0], objects[1]
	height := float32(0)
	if head.Visible() {
		// A label that wraps knows its height once it has a width.
		s.list.summary.Resize(fyne.NewSize(size.Width, s.list.summary.Size().Height))
		height = min(s.list.summary.MinSize().Height, size.Height/2)
	}
	head.Move(fyne.Position{})
	head.Resize(fyne.NewSize(size.Width, height))
	body.Move(fyne.NewPos(0, height))
	body.Resize(fyne.NewSize(size.Width, size.Height-height))
}
