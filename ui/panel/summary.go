package panel

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

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
		if height = s.list.summary.MinSize().Height; height > size.Height/2 {
			height = wholeLines(size.Height / 2)
		}
	}
	head.Move(fyne.Position{})
	head.Resize(fyne.NewSize(size.Width, height))
	body.Move(fyne.NewPos(0, height))
	body.Resize(fyne.NewSize(size.Width, size.Height-height))
}

// wholeLines is the height of the lines of a label that fit into a height, one at
// least.
func wholeLines(height float32) float32 {
	line := fyne.MeasureText("Xg", fynetheme.TextSize(), fyne.TextStyle{}).Height
	edge := fynetheme.InnerPadding()
	return edge + line*max(float32(int((height-edge)/line)), 1)
}
