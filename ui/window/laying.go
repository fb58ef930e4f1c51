package window

import (
	"time"

	"fyne.io/fyne/v2"

	"postflight/decode/flight"
	"postflight/ui/horizon"
	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// Laid is a log that was laid beside the first one, and can be moved.
type Laid struct {
	Log  *flight.Log
	Name string
	// Tell says in lines where it lies when it is moved to so much after where it
	// was laid, and how that compares.
	Tell func(moved time.Duration) []string
}

// Relaid is what is shown otherwise once logs were moved.
type Relaid struct {
	Placing   string
	EpochRows []panel.Row
	Attitudes func(t time.Duration) horizon.Reading
	Panes     []Pane // their curves replace those of the same pane and name
}

func (w *Window) buildLaying() {
	w.stack.TellMove = func(l *flight.Log, by time.Duration) []string {
		for _, laid := range w.flight.Laid {
			if laid.Log == l {
				return laid.Tell(by)
			}
		}
		return nil
	}
	w.stack.OnMoved = func(l *flight.Log, by time.Duration) {
		w.signals.SetMoved(l, by)
		w.sumUp()
		w.SetMainMenu(w.menu())
		moved := map[*flight.Log]time.Duration{}
		for _, laid := range w.flight.Laid {
			moved[laid.Log] = w.stack.Moved(laid.Log)
		}
		w.actions.Moved(moved)
	}
}

// MoveLog moves a log to so much after where it was laid. It can be undone.
func (w *Window) MoveLog(l *flight.Log, by time.Duration) { w.stack.MoveLog(l, by) }

// Moved is by how much later a log is than it was laid.
func (w *Window) Moved(l *flight.Log) time.Duration { return w.stack.Moved(l) }

// Relay shows what came of moving logs.
func (w *Window) Relay(r Relaid) {
	if w.flight == nil {
		return
	}
	w.flight.Placing, w.flight.EpochRows, w.flight.Attitudes = r.Placing, r.EpochRows, r.Attitudes
	w.showPlacing()
	w.epochs.UpdateRows(r.EpochRows)
	replaced := map[*raster.Series]plot.Curve{}
	for i := range w.flight.Panes {
		for _, fresh := range r.Panes {
			if old := &w.flight.Panes[i]; old.Title == fresh.Title {
				replaceCurves(old.Curves, fresh.Curves, replaced)
			}
		}
	}
	if len(replaced) > 0 {
		w.stack.Replace(replaced)
		w.sumUp()
	}
}

// replaceCurves puts curves in place of those of their names, and notes by series
// which went.
func replaceCurves(old, fresh []plot.Curve, replaced map[*raster.Series]plot.Curve) {
	for i := range old {
		for _, c := range fresh {
			if c.Name == old[i].Name {
				replaced[old[i].Series] = c
				old[i] = c
				break
			}
		}
	}
}

func (w *Window) showPlacing() {
	w.placing.SetText(w.flight.Placing)
	w.placing.Hidden = w.flight.Placing == ""
}

// layingItems are the entries of the menu that move logs.
func (w *Window) layingItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	moved := false
	if w.flight != nil {
		for _, laid := range w.flight.Laid {
			items = append(items, fyne.NewMenuItem("Offset of "+laid.Name+"…", func() { w.actions.SetOffset(laid.Log) }))
			moved = moved || w.stack.Moved(laid.Log) != 0
		}
	}
	if len(items) == 0 {
		none := fyne.NewMenuItem("Offset of Another Log…", nil)
		none.Disabled = true
		items = append(items, none)
	}
	back := fyne.NewMenuItem("Back to Clocks", w.stack.MoveLogsBack)
	back.Disabled = !moved
	return append(items, back, fyne.NewMenuItemSeparator())
}
