package panel

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// storyLayout puts the detail of a list under its rows, as high as its text is, but
// not higher than half of the room, or than what the rows leave, in whole lines: the
// rest is scrolled to.
type storyLayout struct{ list *List }

// MinSize is part of Fyne's layout contract.
func (s *storyLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := objects[0].MinSize()
	if l := s.list; l.story.Visible() {
		size.Height += l.story.MinSize().Height
	}
	return size
}

// Layout is part of Fyne's layout contract.
func (s *storyLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l := s.list
	height := float32(0)
	if l.story.Visible() {
		// A label that wraps knows its height once it has a width.
		l.detail.Resize(fyne.NewSize(size.Width, l.detail.Size().Height))
		frame := fynetheme.Size(fynetheme.SizeNameSeparatorThickness) + fynetheme.Padding()
		height = l.detail.MinSize().Height + frame
		if most := fyne.Max(size.Height/2, size.Height-l.rowsHeight()); height > most {
			frame += fynetheme.InnerPadding()
			line := fyne.MeasureText("Xg", fynetheme.TextSize(), fyne.TextStyle{}).Height
			height = frame + line*float32(int((most-frame)/line))
		}
	}
	objects[0].Resize(fyne.NewSize(size.Width, size.Height-height))
	l.story.Move(fyne.NewPos(0, size.Height-height))
	l.story.Resize(fyne.NewSize(size.Width, height))
}

// rowsHeight is how high all rows are together.
func (l *List) rowsHeight() float32 {
	row := newRowWidget(l).MinSize().Height + fynetheme.Padding()
	return row * float32(len(l.rows))
}
