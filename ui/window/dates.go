package window

import (
	"time"

	"fyne.io/fyne/v2"
)

// Dating is a way to write the time of the playhead beside log time.
type Dating struct {
	Label string                       // in the menu
	Text  func(t time.Duration) string // "" where it is not known
}

// dateMenu chooses how the time of the playhead is written.
func (w *Window) dateMenu() *fyne.Menu {
	menu := fyne.NewMenu("")
	if w.flight == nil {
		return menu
	}
	for i, d := range append([]Dating{{Label: "Log Time Only"}}, w.flight.Datings...) {
		item := fyne.NewMenuItem(d.Label, func() { w.setDating(d.Label) })
		item.Checked = d.Label == w.dating || w.dating == "" && i == min(1, len(w.flight.Datings))
		menu.Items = append(menu.Items, item)
	}
	return menu
}

func (w *Window) setDating(label string) {
	w.dating = label
	w.showDates()
	w.SetMainMenu(w.menu())
}

// showDates lets the replay bar write dates in the way that was chosen, at first
// the first one that the flight knows.
func (w *Window) showDates() {
	w.bar.SetDates(nil)
	for i, d := range w.flight.Datings {
		if d.Label == w.dating || w.dating == "" && i == 0 {
			w.bar.SetDates(d.Text)
		}
	}
}
