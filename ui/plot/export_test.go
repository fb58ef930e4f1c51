package plot

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"postflight/ui/plot/raster"
)

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

// AxisTexts are those of the time axis.
func (s *Stack) AxisTexts() []string { return shown(&s.renderer.axis) }

// PaneAt is where a pane lies in the stack, scrolled as it is.
func (s *Stack) PaneAt(p *Pane) fyne.Position { return s.placeOf(p) }

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

// Join waits for what is read between the markers.
func (s *Stack) Join() { s.measuring.work.Wait() }

// MarkNames are the names of bands and marks that are visible.
func (p *Pane) MarkNames() []string { return shown(&p.renderer.layers) }

// MarkNameRoom is where they stand.
func (p *Pane) MarkNameRoom() (at []fyne.Position, size []fyne.Size) {
	for _, label := range p.renderer.layers.all {
		if !label.Hidden {
			at, size = append(at, label.Position()), append(size, label.MinSize())
		}
	}
	return at, size
}

// Measured are the lines of the box between the markers.
func (p *Pane) Measured() []string { return shown(&p.renderer.markers.box.texts) }

// Box is the box that is zoomed to; ok is false if hidden.
func (p *Pane) Box() (fyne.Position, fyne.Size, bool) {
	b := p.renderer.box
	return b.Position(), b.Size(), !b.Hidden
}

// CloseAt is the middle of the cross.
func (p *Pane) CloseAt() fyne.Position {
	pos, size := p.renderer.closeAt()
	return pos.AddXY(size.Width/2, size.Height/2)
}

// Menu is that of the title.
func (p *Pane) Menu() *fyne.Menu { return p.menu() }

// SetClock replaces the clock that tells one change from the next.
func (s *Stack) SetClock(now func() time.Time) { s.history.now = now }

// Beyond is the side that the arrow to the playhead points to: -1 left, 0 none, 1 right.
func (p *Pane) Beyond() int {
	line := p.renderer.beyond[0]
	switch {
	case line.Hidden:
		return 0
	case line.Position2.X > line.Position1.X:
		return -1
	}
	return 1
}

// InsertionShown reports whether a border is marked where a pane would go.
func (s *Stack) InsertionShown() bool { return !s.renderer.place.Hidden }

// Ghost is the name under the pointer of what is dragged.
func (s *Stack) Ghost() string { return strings.Join(shown(&s.renderer.ghost.name), " ") }

// DropShown reports whether a place to drop is marked.
func (s *Stack) DropShown() bool { return !s.renderer.drop.Hidden }

func shown(t *texts) []string {
	var out []string
	for _, label := range t.all {
		if !label.Hidden {
			out = append(out, label.Text)
		}
	}
	return out
}

// Ticks are those of the time axis by the clock.
func (c *Clock) Ticks(from, to time.Duration, n int) []raster.TimeTick { return c.ticks(from, to, n) }
