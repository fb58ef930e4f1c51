package window

import (
	"time"

	"fyne.io/fyne/v2"

	"postflight/ui/panel"
	"postflight/ui/plot"
)

// Dating is a clock that times can be shown by in place of log time.
type Dating struct {
	Label string // in the menu
	Clock *plot.Clock
}

// logTime is the entry of the menu that is chosen at first.
const logTime = "Log Time"

// dateMenu chooses which clock times are shown by.
func (w *Window) dateMenu() *fyne.Menu {
	menu := fyne.NewMenu("")
	if w.flight == nil {
		return menu
	}
	chosen := w.chosenDating()
	for _, d := range append([]Dating{{Label: logTime}}, w.flight.Datings...) {
		item := fyne.NewMenuItem(d.Label, func() { w.setDating(d.Label) })
		item.Checked = d.Clock == nil && chosen == nil || chosen != nil && d.Label == chosen.Label
		menu.Items = append(menu.Items, item)
	}
	return menu
}

// chosenDating is the clock that was chosen, where the flight has it; nil means
// log time.
func (w *Window) chosenDating() *Dating {
	for i := range w.flight.Datings {
		if d := &w.flight.Datings[i]; d.Label == w.dating {
			return d
		}
	}
	return nil
}

// nextDating goes from one clock to the next, and after the last to log time.
func (w *Window) nextDating() {
	next := logTime
	for i, d := range w.flight.Datings {
		if i == 0 && w.chosenDating() == nil {
			next = d.Label
		} else if i > 0 && w.flight.Datings[i-1].Label == w.dating {
			next = d.Label
		}
	}
	w.setDating(next)
}

func (w *Window) setDating(label string) {
	w.dating = label
	w.showDates()
	w.SetMainMenu(w.menu())
	w.actions.ChoseDating(label)
}

// showDates lets plots and replay bar write times by the clock that was chosen.
// Beside log time stands the date by the first one, and log time beside any other.
func (w *Window) showDates() {
	chosen := w.chosenDating()
	if chosen == nil {
		w.stack.SetTimes(nil)
		w.bar.SetTimes(nil)
		w.bar.SetDates(nil)
		if len(w.flight.Datings) > 0 {
			w.bar.SetDates(w.flight.Datings[0].date)
		}
		return
	}
	w.stack.SetTimes(chosen.Clock)
	w.bar.SetTimes(chosen.time)
	w.bar.SetDates(func(t time.Duration) string {
		return chosen.date(t) + "  ·  log time " + panel.Clock(t.Truncate(100*time.Millisecond))
	})
}

// time is what the replay bar shows for its times.
func (d *Dating) time(t time.Duration) string {
	if text, ok := d.Clock.Text(t, 10*time.Millisecond); ok {
		return text
	}
	return "not known"
}

// date tells a time in full.
func (d *Dating) date(t time.Duration) string {
	if text, ok := d.Clock.Whole(t); ok {
		return text
	}
	return d.Clock.Name + " not known here"
}
