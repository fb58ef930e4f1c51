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
		Release(e, nil)
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
