package plot

import "fyne.io/fyne/v2"

// Draws is how often the pane's picture was drawn.
func (p *Pane) Draws() int { return p.picture.draws }

// Plot is where the pane's picture is, in the pane.
func (p *Pane) Plot() (fyne.Position, fyne.Size) { return p.renderer.plot() }

// Shown are the texts that are visible in the pane.
func (p *Pane) Shown() []string {
	r := p.renderer
	var out []string
	for _, t := range []*texts{&r.header, &r.labels, &r.legend.names} {
		for _, label := range t.all {
			if !label.Hidden {
				out = append(out, label.Text)
			}
		}
	}
	return out
}

// LegendValues are the values at the playhead.
func (p *Pane) LegendValues() []string {
	var out []string
	for _, e := range p.renderer.legend.entries {
		out = append(out, e.value.Text())
	}
	return out
}

// Readout are the lines of the box beside the pointer; none if it is hidden.
func (s *Stack) Readout() []string {
	var out []string
	for _, label := range s.renderer.readout.lines.all {
		if !label.Hidden {
			out = append(out, label.Text)
		}
	}
	return out
}

// PlayheadX is where the pane's playhead is, in the pane; ok is false if hidden.
func (p *Pane) PlayheadX() (x float32, ok bool) {
	return p.renderer.playhead.Position1.X, !p.renderer.playhead.Hidden
}

// SetModifiers replaces the keyboard.
func (s *Stack) SetModifiers(held func() fyne.KeyModifier) { s.modifiers = held }
