package app

import (
	"slices"

	"postflight/analysis/catalog"
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
		o.addSignals(&p, v.Catalog, kept.Signals)
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

// addSignals draws signals of these names in a pane, those that there are. Another
// flight need not have them, so that those that are not there are no error.
func (o *opened) addSignals(p *window.Pane, c *catalog.Catalog, names []string) {
	signals, curves, _ := o.curvesOf(c, names)
	p.Curves, p.Signals = append(slices.Clone(p.Curves), curves...), append(p.Signals, signals...)
}
