package window

import (
	"time"

	"fyne.io/fyne/v2"

	"postflight/analysis/catalog"
	"postflight/ui/plot"
	"postflight/ui/signals"
)

// buildSignals makes the tree of signals, empty.
func (w *Window) buildSignals() fyne.CanvasObject {
	w.signals = signals.New(signals.Executor{
		Background: w.actions.Background, UI: w.actions.UI,
		After: func(d time.Duration, f func()) { time.AfterFunc(d, f) }, Now: time.Now,
	})
	w.signals.OnToggle = func(s catalog.Signal, on bool) {
		if on {
			w.actions.Plot(s)
		} else {
			w.removeSignal(s)
		}
	}
	w.signals.OnAdd = func(s catalog.Signal) {
		if !w.signals.Ticked(s) {
			w.actions.Plot(s)
		}
	}
	return w.signals
}

// plotted is the pane that shows signals of one stream in one unit.
type plotted struct {
	pane    *plot.Pane
	stream  *catalog.Signal // any of them: they share stream and unit
	signals []catalog.Signal
	curves  []plot.Curve
}

// AddSignal draws a signal that was asked for by Actions.Plot. Signals of the
// same message in the same unit share a pane.
func (w *Window) AddSignal(s catalog.Signal, c plot.Curve) {
	if w.flight == nil || w.signalPane(s) != nil {
		return
	}
	w.signals.SetTicked(s, true)
	for _, p := range w.plotted {
		if p.stream.Stream == s.Stream && p.curves[0].Unit == c.Unit {
			p.signals, p.curves = append(p.signals, s), append(p.curves, c)
			p.pane.SetCurves(p.curves)
			return
		}
	}
	p := &plotted{pane: plot.NewPane(s.Stream.Source.String() + " " + s.Stream.Label()), stream: &s}
	p.signals, p.curves = []catalog.Signal{s}, []plot.Curve{c}
	p.pane.SetCurves(p.curves)
	w.plotted = append(w.plotted, p)
	w.arrangePanes()
}

func (w *Window) signalPane(s catalog.Signal) *plotted {
	for _, p := range w.plotted {
		for _, known := range p.signals {
			if known == s {
				return p
			}
		}
	}
	return nil
}

// removeSignal takes a signal out of the plots, and its pane with the last one.
func (w *Window) removeSignal(s catalog.Signal) {
	p := w.signalPane(s)
	if p == nil {
		return
	}
	for i, known := range p.signals {
		if known == s {
			p.signals = append(p.signals[:i:i], p.signals[i+1:]...)
			p.curves = append(p.curves[:i:i], p.curves[i+1:]...)
			break
		}
	}
	if len(p.signals) > 0 {
		p.stream = &p.signals[0]
		p.pane.SetCurves(p.curves)
		return
	}
	for i, known := range w.plotted {
		if known == p {
			w.plotted = append(w.plotted[:i:i], w.plotted[i+1:]...)
			break
		}
	}
	w.arrangePanes()
	p.pane.Close()
}

// arrangePanes stacks the panes of the flight and those of signals below them.
func (w *Window) arrangePanes() {
	from, to := w.stack.View()
	all := append([]*plot.Pane{}, w.panes...)
	for _, p := range w.plotted {
		all = append(all, p.pane)
	}
	w.stack.SetPanes(all...)
	w.stack.SetView(from, to)
}
