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

// ElideMiddle cuts text to a width in its middle, so that names that begin alike
// stay apart.
func ElideMiddle(text string, width, size float32, style fyne.TextStyle) string {
	if size == 0 || fyne.MeasureText(text, size, style).Width <= width {
		return text
	}
	runes := []rune(text)
	cut := func(kept int) string {
		return string(runes[:kept-kept/2]) + "…" + string(runes[len(runes)-kept/2:])
	}
	kept := len(runes) - 1
	for kept > 0 && fyne.MeasureText(cut(kept), size, style).Width > width {
		kept--
	}
	return cut(max(kept, 0))
}

// Elide cuts text to a width, with an ellipsis where something is missing.
func Elide(text string, width, size float32, style fyne.TextStyle) string {
	return elide(text, width, size, style)
}
