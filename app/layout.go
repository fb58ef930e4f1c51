package app

import (
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

// find looks a signal up by its name, with or without its source before it.
func find(c *catalog.Catalog, name string) (catalog.Signal, bool) {
	for _, r := range c.Rows("", func(catalog.Key) bool { return true }) {
		if r.Level != catalog.FieldLevel || !r.Signal.Plots() {
			continue
		}
		if n := r.Signal.Name(); n == name || r.Signal.Stream.Source.String()+" "+n == name {
			return r.Signal, true
		}
	}
	return catalog.Signal{}, false
}

// plotLayout draws what the command line asked for.
func (p *program) plotLayout(o *opened, c *catalog.Catalog) {
	panes := p.layout
	p.layout = nil
	p.background(func() {
		for number, names := range panes {
			var signals []catalog.Signal
			var curves []plot.Curve
			for _, name := range names {
				s, ok := find(c, name)
				if !ok {
					p.ui(func() { p.win.Say("No signal " + name) })
					continue
				}
				curve, err := o.curve(s)
				if err != nil {
					continue
				}
				signals, curves = append(signals, s), append(curves, curve)
			}
			p.ui(func() {
				p.win.AddPane(signals, curves)
				p.trace.event("plotted", values{"pane": number + 1})
			})
		}
	})
}
