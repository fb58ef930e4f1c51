package plot

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/figure"
	"postflight/ui/theme"
)

// figureTicks is how many times stand below a figure, about.
const figureTicks = 8

// Figure is what the stack shows now, layers that are hidden left out, in the
// colours of the light variant: figures go on paper.
func (s *Stack) Figure(title string) figure.Figure {
	f := figure.Figure{Title: title, From: s.from, To: s.to}
	if s.clock != nil {
		f.Times, f.TimeName = s.clock.ticks(s.from, s.to, figureTicks), s.clock.head(s.from, s.to)
	}
	for _, b := range s.visibleBands() {
		fill := s.BandColor(b, fynetheme.VariantLight)
		fill.A = bandAlpha
		f.Bands = append(f.Bands, figure.Band{From: b.From, To: b.To, Label: b.Label, Color: fill})
	}
	for _, m := range s.shownMarks(s.from, s.to, figure.Width) {
		look := m.Kind.look()
		label := ""
		if m.named() {
			label = m.Label
		}
		f.Marks = append(f.Marks, figure.Mark{At: m.At, Label: label, Color: theme.Color(look.color, fynetheme.VariantLight), Dash: look.dash})
	}
	for _, p := range s.panes {
		f.Panes = append(f.Panes, p.figure())
	}
	return f
}

func (p *Pane) figure() figure.Pane {
	out := figure.Pane{Title: withUnit(p.title, p.axes[left].unit), Lo: p.axes[left].lo, Hi: p.axes[left].hi}
	if a := p.axes[right]; a.used {
		out.RightTitle, out.RightLo, out.RightHi = a.unit, a.lo, a.hi
	}
	for i, c := range p.curves {
		out.Curves = append(out.Curves, figure.Curve{
			Name: c.Name, Series: c.Series, Pyramid: c.Pyramid,
			Color:  p.CurveColor(i, fynetheme.VariantLight),
			Dashed: c.Style.Dash.On > 0,
			Right:  p.OnRight(i),
			Step:   c.Style.Step,
			Later:  c.later,
			Points: c.Style.Points,
		})
	}
	return out
}

func withUnit(title, unit string) string {
	if unit == "" {
		return title
	}
	return title + " (" + unit + ")"
}
