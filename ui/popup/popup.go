// Package popup shows context menus. Unlike those of the toolkit they have the
// keyboard until they are closed, and a right click beside one is not lost.
package popup

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Focusable    = (*cover)(nil)
	_ fyne.Tappable     = (*cover)(nil)
	_ desktop.Mouseable = (*cover)(nil)
	_ desktop.Hoverable = (*cover)(nil)
)

// Show opens a menu with its corner at a place of the canvas, or as near as it
// fits. It closes with Escape, with a press beside it, and once something of it
// was chosen. again, where it is not nil, gets a press of the right button beside
// it after it has closed, to open the menu of that place.
func Show(menu *fyne.Menu, on fyne.Canvas, at fyne.Position, again func(*desktop.MouseEvent)) {
	c := &cover{menu: widget.NewMenu(menu), canvas: on, again: again}
	c.menu.OnDismiss = c.close
	c.ExtendBaseWidget(c)
	on.Overlays().Add(c)
	c.Resize(on.Size())
	size := c.menu.MinSize()
	c.menu.Resize(size)
	room := on.Size().Subtract(size)
	c.menu.Move(fyne.NewPos(fyne.Max(0, fyne.Min(at.X, room.Width)), fyne.Max(0, fyne.Min(at.Y, room.Height))))
	on.Focus(c)
}

// Size is the room that a menu will take.
func Size(menu *fyne.Menu) fyne.Size { return widget.NewMenu(menu).MinSize() }

// cover lies over the whole window below the menu.
type cover struct {
	widget.BaseWidget
	menu   *widget.Menu
	canvas fyne.Canvas
	again  func(*desktop.MouseEvent)
}

func (c *cover) close() {
	c.canvas.Overlays().Remove(c)
}

func (c *cover) beside(at fyne.Position) bool {
	from, size := c.menu.Position(), c.menu.Size()
	return at.X < from.X || at.Y < from.Y || at.X >= from.X+size.Width || at.Y >= from.Y+size.Height
}

// MouseDown closes the menu by a press beside it.
func (c *cover) MouseDown(e *desktop.MouseEvent) {
	if !c.beside(e.Position) {
		return
	}
	c.close()
	if e.Button == desktop.MouseButtonSecondary && c.again != nil {
		c.again(e)
	}
}

// MouseUp is part of the toolkit's contract for the mouse.
func (c *cover) MouseUp(*desktop.MouseEvent) {}

// Tapped keeps a click from what lies below.
func (c *cover) Tapped(*fyne.PointEvent) {}

// MouseIn keeps the mouse from what lies below.
func (c *cover) MouseIn(*desktop.MouseEvent) {}

// MouseMoved keeps the mouse from what lies below.
func (c *cover) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is part of the toolkit's contract for the mouse.
func (c *cover) MouseOut() {}

// FocusGained is part of the toolkit's contract for what takes the keyboard.
func (c *cover) FocusGained() {}

// FocusLost is part of the toolkit's contract for what takes the keyboard.
func (c *cover) FocusLost() {}

// TypedRune is part of the toolkit's contract for what takes the keyboard.
func (c *cover) TypedRune(rune) {}

// TypedKey moves through the menu, chooses, or closes it.
func (c *cover) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		c.close()
	case fyne.KeyDown:
		c.menu.ActivateNext()
	case fyne.KeyUp:
		c.menu.ActivatePrevious()
	case fyne.KeyRight:
		c.menu.ActivateLastSubmenu()
	case fyne.KeyLeft:
		c.menu.DeactivateLastSubmenu()
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.menu.TriggerLast()
	}
}

// CreateRenderer is part of the toolkit's widget contract.
func (c *cover) CreateRenderer() fyne.WidgetRenderer { return coverRenderer{c} }

type coverRenderer struct{ c *cover }

func (r coverRenderer) Layout(fyne.Size)             {}
func (r coverRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r coverRenderer) Refresh()                     { r.c.menu.Refresh() }
func (r coverRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.c.menu} }
func (r coverRenderer) Destroy()                     {}
