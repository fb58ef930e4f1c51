package app

import (
	"slices"

	"postflight/analysis/catalog"
	"postflight/ui/plot"
	"postflight/ui/window"
)

// keep arranges the plots of a flight as those were that the person had before:
// without panes that were closed, and with the signals that were plotted, where
// this flight has them too.
func (o *opened) keep(v *window.Flight, had window.Arrangement) {
	own := map[string]window.Pane{}
	for _, p := range v.Panes {
		own[p.Title] = p
	}
	var out []window.Pane
	for _, kept := range had.Panes {
		p, ok := own[kept.Own]
		if ok {
			delete(own, kept.Own)
		}
		o.addSignals(&p, v.Catalog, kept)
		if len(p.Curves) > 0 {
			out = append(out, p)
		}
	}
	for _, p := range v.Panes {
		if _, left := own[p.Title]; left && !slices.Contains(had.Own, p.Title) {
			out = append(out, p)
		}
	}
	if len(out) > 0 {
		v.Panes = out
	}
}

// addSignals draws the signals that were kept in a pane, those that there are. Another
// flight need not have them, so that those that are not there are no error.
func (o *opened) addSignals(p *window.Pane, c *catalog.Catalog, kept window.KeptPane) {
	var signals []catalog.Signal
	var curves []plot.Curve
	for i, name := range kept.Signals {
		s, drawn, _ := o.curvesOf(c, []string{name})
		for k := range drawn {
			if i < len(kept.Units) {
				drawn[k] = drawn[k].In(kept.Units[i])
			}
		}
		signals, curves = append(signals, s...), append(curves, drawn...)
	}
	p.Curves, p.Signals = append(slices.Clone(p.Curves), curves...), append(p.Signals, signals...)
}
