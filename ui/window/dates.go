package window

import (
	"time"

	"fyne.io/fyne/v2"
)

// dating is how the date of the playhead is written.
type dating int

const (
	inUTC dating = iota
	inLocal
	noDate
)

// dateMenu chooses how dates are written.
func (w *Window) dateMenu() *fyne.Menu {
	menu := fyne.NewMenu("")
	for d, label := range []string{inUTC: "UTC", inLocal: "Local Time", noDate: "None"} {
		i := fyne.NewMenuItem(label, func() { w.setDating(dating(d)) })
		i.Checked = w.dating == dating(d)
		menu.Items = append(menu.Items, i)
	}
	return menu
}

func (w *Window) setDating(d dating) {
	w.dating = d
	w.showDates()
	w.SetMainMenu(w.menu())
}

// showDates lets the replay bar write dates, as far as the flight knows them.
func (w *Window) showDates() {
	if w.flight == nil || w.flight.Date == nil || w.dating == noDate {
		w.bar.SetDates(nil)
		return
	}
	date, local := w.flight.Date, w.dating == inLocal
	w.bar.SetDates(func(t time.Duration) string {
		at, ok := date(t)
		switch {
		case !ok:
			return ""
		case local:
			return at.Local().Format("2006-01-02 15:04:05 MST (UTC-07:00)")
		}
		return at.UTC().Format("2006-01-02 15:04:05 UTC")
	})
}
