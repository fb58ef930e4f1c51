package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Entry is a line of text that gives the keyboard back to the window on Escape.
type Entry struct{ widget.Entry }

// NewEntry makes an empty line that says what belongs into it.
func NewEntry(placeholder string) *Entry {
	e := &Entry{}
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(placeholder)
	return e
}

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (e *Entry) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape {
		if c := fyne.CurrentApp().Driver().CanvasForObject(e); c != nil {
			c.Unfocus()
		}
		return
	}
	e.Entry.TypedKey(key)
}

// Focus gives the line the keyboard.
func (e *Entry) Focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(e); c != nil {
		c.Focus(e)
	}
}

// Elide cuts text to a width, with an ellipsis where something is missing.
func Elide(text string, width, size float32, style fyne.TextStyle) string {
	return elide(text, width, size, style)
}
