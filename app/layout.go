package app

import (
	"errors"
	"fmt"
	"strings"

	"postflight/analysis/catalog"
	"postflight/ui/plot"
)

// layout is the plots that the command line asks for: a pane each, of signals by
// name.
type layout [][]string

// String and Set make it a flag that may be given several times.
func (l *layout) String() string { return "" }

// Set takes one pane: "ATTITUDE.roll,1:1 VFR_HUD.alt".
func (l *layout) Set(text string) error {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return fmt.Errorf("expected signals such as ATTITUDE.roll,ATTITUDE.pitch, found %q", text)
		}
		names = append(names, name)
	}
	*l = append(*l, names)
	return nil
}

// find looks a signal up by its name, with or without its source before it. Where
// there is none, the error tells of signals that only lack the number of an instance.
func find(c *catalog.Catalog, name string) (catalog.Signal, error) {
	var instances []string
	var only catalog.Signal
	for _, r := range c.Rows("", func(catalog.Key) bool { return true }) {
		if r.Level != catalog.FieldLevel || !r.Signal.Plots() {
			continue
		}
		if n := r.Signal.Name(); n == name || r.Signal.Stream.Source.String()+" "+n == name {
			return r.Signal, nil
		} else if r.Signal.Stream.Message.Name+"."+r.Signal.Label() == name {
			instances, only = append(instances, n), r.Signal
		}
	}
	if len(instances) == 1 {
		return only, nil
	}
	if len(instances) > 0 {
		return catalog.Signal{}, fmt.Errorf("%s: there are several, name one: %s", name, strings.Join(instances, ", "))
	}
	return catalog.Signal{}, fmt.Errorf("%s: no log of this flight holds such a signal", name)
}

// curvesOf are the signals of these names, with their curves. The error names
// those that the flight has not, or that cannot be drawn.
func (o *opened) curvesOf(c *catalog.Catalog, names []string) ([]catalog.Signal, []plot.Curve, error) {
	var signals []catalog.Signal
	var curves []plot.Curve
	var failed []error
	for _, name := range names {
		s, err := find(c, name)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		curve, err := o.curve(s)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
			continue
		}
		signals, curves = append(signals, s), append(curves, curve)
	}
	return signals, curves, errors.Join(failed...)
}

// plotLayout draws what the command line asked for: a pane at a time, so that the
// window stays awake.
func (p *program) plotLayout(o *opened, c *catalog.Catalog) {
	asked := p.layout
	p.layout = nil
	if len(asked) == 0 {
		return
	}
	p.background(func() {
		var failed []error
		for i, names := range asked {
			signals, curves, err := o.curvesOf(c, names)
			failed = append(failed, err)
			if len(curves) == 0 {
				continue
			}
			p.uiOf(o, func() {
				p.win.AddPane(signals, curves)
				p.trace.event("plotted", values{"pane": i + 1})
			})
		}
		p.uiOf(o, func() {
			p.win.ShowFirstPlot()
			if err := errors.Join(failed...); err != nil {
				p.fail("Cannot plot all", err)
			}
		})
	})
}
