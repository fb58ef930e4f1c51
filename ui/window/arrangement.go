package window

import "postflight/ui/plot/raster"

// Arrangement is which plots the person has, by names, to have them again with
// another flight.
type Arrangement struct {
	Own   []string // titles of the panes that the flight came with
	Panes []KeptPane
}

// KeptPane is a pane that is shown.
type KeptPane struct {
	Own     string   // its title, where the flight came with it
	Signals []string // names of the signals in it, with their source
	Units   []string // that these are shown in
}

// Arrangement tells which plots are shown; false where there is no flight.
func (w *Window) Arrangement() (Arrangement, bool) {
	if w.flight == nil {
		return Arrangement{}, false
	}
	var a Arrangement
	own := map[*raster.Series]string{}
	for _, p := range w.flight.Panes {
		if len(p.Signals) == len(p.Curves) {
			continue // kept by the person before
		}
		a.Own = append(a.Own, p.Title)
		for _, c := range p.Curves {
			own[c.Series] = p.Title
		}
	}
	for _, p := range w.stack.Panes() {
		var kept KeptPane
		for _, c := range p.Curves() {
			if s, ok := w.drawn[c.Origin().Series]; ok {
				kept.Signals = append(kept.Signals, s.Stream.Source.String()+" "+s.Name())
				kept.Units = append(kept.Units, c.Unit)
			} else if title, ok := own[c.Series]; ok {
				kept.Own = title
			}
		}
		a.Panes = append(a.Panes, kept)
	}
	return a, true
}
