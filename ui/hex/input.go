package hex

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/panel"
)

// MouseDown chooses a byte, or takes the scroll bar.
func (v *view) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(v); c != nil {
		c.Focus(v)
	}
	if v.onBar(e.Position) {
		v.take(e.Position.Y)
		return
	}
	if offset := v.byteAt(e.Position); offset >= 0 {
		v.choose(offset)
	}
}

// MouseUp lets go of the scroll bar.
func (v *view) MouseUp(*desktop.MouseEvent) { v.held = false }

func (v *view) onBar(at fyne.Position) bool { return at.X >= v.Size().Width-barWidth }

// take holds the thumb where the mouse has it; off the thumb it comes there first.
func (v *view) take(y float32) {
	if v.picture.face == nil {
		return
	}
	v.held = true
	thumb, height := v.picture.thumb(v.top, v.rows())
	v.heldAt = y - float32(thumb)/v.scale
	if length := float32(height) / v.scale; v.heldAt < 0 || v.heldAt > length {
		v.heldAt = length / 2
		v.pull(y)
	}
}

// pull moves the thumb with the mouse.
func (v *view) pull(y float32) {
	_, height := v.picture.thumb(v.top, v.rows())
	room := float64(v.picture.height - height)
	if room <= 0 {
		return
	}
	share := float64((y-v.heldAt)*v.scale) / room
	v.scrollTo(int64(min(max(share, 0), 1)*float64(v.lastTop()) + 0.5))
}

// Dragged moves the scroll bar.
func (v *view) Dragged(e *fyne.DragEvent) {
	if v.held {
		v.pull(e.Position.Y)
	}
}

// DragEnd lets go of the scroll bar.
func (v *view) DragEnd() { v.held = false }

// MouseIn says what the byte under the mouse is.
func (v *view) MouseIn(e *desktop.MouseEvent) { v.MouseMoved(e) }

// MouseMoved says what the byte under the mouse is.
func (v *view) MouseMoved(e *desktop.MouseEvent) { v.hoverAt(e.Position) }

// MouseOut says what the chosen byte is.
func (v *view) MouseOut() {
	v.hover = -1
	v.panel.tell()
}

const (
	notch       = 25 // what one notch of a wheel scrolls, as Fyne reports it
	rowsANotch  = 3
	scrollARow  = float32(notch) / rowsANotch
	pageOverlap = 1
)

// Scrolled moves by whole rows and keeps what is left of finer movements.
func (v *view) Scrolled(e *fyne.ScrollEvent) {
	v.rolled -= e.Scrolled.DY
	rows := int64(v.rolled / scrollARow)
	v.rolled -= float32(rows) * scrollARow
	v.scrollTo(v.top + rows)
}

// FocusGained is part of Fyne's contract for what takes the keyboard.
func (v *view) FocusGained() {}

// FocusLost is part of Fyne's contract for what takes the keyboard.
func (v *view) FocusLost() {}

// TypedRune goes to the line for an offset with G; the rest is the window's.
func (v *view) TypedRune(r rune) {
	if r == 'g' || r == 'G' {
		v.panel.Focus()
		return
	}
	panel.HandRune(v, r)
}

// TypedKey moves the chosen byte; Escape gives the keyboard back to the window.
func (v *view) TypedKey(e *fyne.KeyEvent) {
	row := int64(max(v.picture.columns, 1))
	page := row * int64(max(v.picture.grid.rows-pageOverlap, 1))
	from := v.cursor
	if from < 0 {
		from = v.top * row
	}
	switch e.Name {
	case fyne.KeyLeft:
		v.choose(from - 1)
	case fyne.KeyRight:
		v.choose(from + 1)
	case fyne.KeyUp:
		v.choose(step(from, -row, v.size()))
	case fyne.KeyDown:
		v.choose(step(from, row, v.size()))
	case fyne.KeyPageUp:
		v.turn(from, -page)
	case fyne.KeyPageDown:
		v.turn(from, page)
	case fyne.KeyHome:
		v.choose(0)
	case fyne.KeyEnd:
		v.choose(v.size() - 1)
	case fyne.KeyEscape:
		panel.Release(v, nil)
	default:
		panel.HandKey(v, e)
	}
}

// turn moves picture and chosen byte by a page.
func (v *view) turn(from, by int64) {
	v.scrollTo(v.top + by/int64(max(v.picture.columns, 1)))
	v.choose(step(from, by, v.size()))
}

// step moves an offset by whole rows, within a size: where there is no such row
// it stays.
func step(from, by, size int64) int64 {
	if to := from + by; to >= 0 && to < size {
		return to
	}
	if by < 0 {
		return from % max(-by, 1)
	}
	return size - 1
}
