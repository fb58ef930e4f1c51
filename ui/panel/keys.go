package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// HandKey gives a key that means nothing to the object that has the keyboard to
// the window around it.
func HandKey(from fyne.CanvasObject, e *fyne.KeyEvent) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(from); c != nil {
		if typed := c.OnTypedKey(); typed != nil {
			typed(e)
		}
	}
}

// HandRune is HandKey for characters.
func HandRune(from fyne.CanvasObject, r rune) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(from); c != nil {
		if typed := c.OnTypedRune(); typed != nil {
			typed(r)
		}
	}
}

// Release gives the keyboard back to the window, unless keep has it.
func Release(from fyne.CanvasObject, keep fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(from); c != nil && (keep == nil || c.Focused() != keep) {
		c.Unfocus()
	}
}

// check is a tick that keeps Space and hands on all other keys: a click leaves it
// with the keyboard.
type check struct{ widget.Check }

func newCheck(label string, changed func(bool)) *check {
	c := &check{}
	c.Text, c.OnChanged = label, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey is part of Fyne's contract for what takes the keyboard.
func (c *check) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace: // comes as a character too
	case fyne.KeyEscape:
		Release(c, nil)
	default:
		HandKey(c, e)
	}
}

// TypedRune is part of Fyne's contract for what takes the keyboard.
func (c *check) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	HandRune(c, r)
}
