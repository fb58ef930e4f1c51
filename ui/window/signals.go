package window

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	"postflight/analysis/catalog"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
	"postflight/ui/signals"
)

// buildSignals makes the tree of signals, empty. The plots are the ones who know
// what is drawn; the ticks of the tree follow them.
func (w *Window) buildSignals() fyne.CanvasObject {
	w.signals = signals.New(signals.Executor{
		Background: w.actions.Background, UI: w.actions.UI,
		After: func(d time.Duration, f func()) { time.AfterFunc(d, f) }, Now: time.Now,
	})
	w.signals.OnToggle = func(s catalog.Signal, on bool) {
		if on {
			w.actions.Plot(s, w.paneFor(s))
			return
		}
		w.removeSignal(s)
	}
	w.signals.OnAdd = func(s catalog.Signal) { w.actions.Plot(s, plot.NewPaneIndex) }
	w.signals.OnDrag = func(s catalog.Signal, at fyne.Position) { w.stack.ShowDrop(s.Name(), at) }
	w.signals.OnDragEnd = w.stack.HideDrop
	w.signals.OnDrop = func(s catalog.Signal, at fyne.Position) {
		if pane, ok := w.stack.DropAt(at); ok {
			w.actions.Plot(s, pane)
		}
	}
	w.signals.OnHint = w.bar.Say
	w.stack.OnPanes = w.panesChanged
	return w.signals
}

// paneFor is the pane that a signal joins when nothing else is said: one that
// shows the same stream in the same unit.
func (w *Window) paneFor(s catalog.Signal) int {
	for i, p := range w.stack.Panes() {
		for _, c := range p.Curves() {
			other, ok := w.drawn[c.Origin().Series]
			if ok && other.Stream == s.Stream && other.Field.Unit == s.Field.Unit {
				return i
			}
		}
	}
	return plot.NewPaneIndex
}

// AddSignal draws a signal that was asked for by Actions.Plot in a pane, in its unit
// where that measures the same.
func (w *Window) AddSignal(s catalog.Signal, c plot.Curve, pane int) {
	if w.flight == nil {
		return
	}
	c = w.stack.InUnitOf(pane, c)
	w.drawn[c.Origin().Series] = s
	w.stack.AddCurve(pane, c)
}

// AddPane draws curves in a pane of their own. signals says what they are, where
// they are signals of the tree.
func (w *Window) AddPane(signals []catalog.Signal, curves []plot.Curve) {
	for i, s := range signals[:min(len(signals), len(curves))] {
		w.drawn[curves[i].Series] = s
	}
	w.stack.AddCurves(plot.NewPaneIndex, plot.Alike(curves))
}

// ShowFirstPlot scrolls to the uppermost pane.
func (w *Window) ShowFirstPlot() { w.stack.ScrollPanes(-math.MaxInt16) }

// removeSignal takes a signal out of all panes.
func (w *Window) removeSignal(s catalog.Signal) {
	w.stack.Together(func() {
		for i := len(w.stack.Panes()) - 1; i >= 0; i-- {
			for _, c := range w.stack.Panes()[i].Curves() {
				if w.drawn[c.Origin().Series] == s {
					w.stack.RemoveCurve(i, c.Name)
					break
				}
			}
		}
	})
}

// panesChanged lets the ticks follow what is drawn.
func (w *Window) panesChanged() {
	shown := map[*raster.Series]bool{}
	for _, p := range w.stack.Panes() {
		for _, c := range p.Curves() {
			shown[c.Origin().Series] = true
		}
	}
	ticked := map[catalog.Signal]bool{}
	for series, s := range w.drawn {
		ticked[s] = ticked[s] || shown[series]
	}
	for s, on := range ticked {
		w.signals.SetTicked(s, on)
	}
	w.sumUp()
	w.nothing.Hidden = len(w.stack.Panes()) > 0
	w.nothing.Refresh()
}

// layerMenu switches what is drawn beside the curves.
func (w *Window) layerMenu() *fyne.Menu {
	menu := fyne.NewMenu("")
	for _, l := range plot.Layers() {
		i := fyne.NewMenuItem(l.String(), nil)
		i.Checked = w.stack.LayerVisible(l)
		i.Action = func() {
			w.stack.SetLayer(l, !w.stack.LayerVisible(l))
			w.SetMainMenu(w.menu())
		}
		menu.Items = append(menu.Items, i)
	}
	return menu
}

// toggleFollow makes the view follow the playhead, or stay.
func (w *Window) toggleFollow() {
	w.stack.FollowPlayhead(!w.stack.Following())
	w.SetMainMenu(w.menu())
}
