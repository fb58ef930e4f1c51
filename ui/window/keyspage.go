package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

// otherKeys are those that no binding has, and what the mouse does.
var otherKeys = [][2]string{
	{"Ctrl+1 to Ctrl+9", "set a bookmark"},
	{"1 to 9", "go to it"},
	{"Ctrl+O", "open a flight log"},
	{"Ctrl+Shift+O", "open the last flight again"},
	{"Ctrl+E", "export the figure"},
	{"Ctrl+Q", "quit"},
	{"Esc", "keys back to the plots; give up moving a log"},
	{"Wheel", "zoom time at the pointer"},
	{"Shift+wheel", "zoom the value axis"},
	{"Wheel beside a plot", "scroll the plots"},
	{"Right drag", "move in time"},
	{"Ctrl+drag", "zoom to a box"},
	{"Shift+click", "set a marker"},
	{"Ctrl+Shift+drag, Alt+drag", "move another log of the flight"},
	{"Double click", "show all"},
}

// showKeys lists all keys, in two columns, as high as the window allows.
func (w *Window) showKeys() {
	var rows [][2]string
	for _, b := range w.bindings() {
		rows = append(rows, [2]string{b.keys, b.does})
	}
	rows = append(rows, otherKeys...)
	half := (len(rows) + 1) / 2
	page := container.NewVScroll(container.NewHBox(keyRows(rows[:half]), layout.NewSpacer(), keyRows(rows[half:])))
	d := dialog.NewCustom("Keys", "Close", page, w.Window)
	const border = 110 // title, button and margins of the dialog
	room, content := w.Canvas().Size(), page.Content.MinSize()
	d.Resize(fyne.NewSize(fyne.Min(content.Width+60, room.Width-20), fyne.Min(content.Height+border, room.Height-20)))
	w.open(d, d.Dismiss, d.Dismiss)
}

// keyRows is a column of keys and one of what they do. One label each keeps the
// lines close.
func keyRows(rows [][2]string) fyne.CanvasObject {
	var keys, does []string
	for _, row := range rows {
		keys, does = append(keys, row[0]), append(does, row[1])
	}
	return container.NewHBox(
		widget.NewLabelWithStyle(strings.Join(keys, "\n"), fyne.TextAlignLeading, fyne.TextStyle{Bold: true}),
		widget.NewLabel(strings.Join(does, "\n")),
	)
}
