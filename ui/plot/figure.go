package plot

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot/figure"
	"postflight/ui/theme"
)

// figureWidth is what a figure counts as, in units, where it asks whether marks
// are too crowded.
const figureWidth = 900

// Figure is what the stack shows now, layers that are hidden left out, in the
// colours of the light variant: figures go on paper.
func (s *Stack) Figure(title string) figure.Figure {
	f := figure.Figure{Title: title, From: s.from, To: s.to}
	for _, b := range s.visibleBands() {
		fill := s.BandColor(b, fynetheme.VariantLight)
		fill.A = bandAlpha
		f.Bands = append(f.Bands, figure.Band{From: b.From, To: b.To, Label: b.Label, Color: fill})
	}
	for _, m := range s.shownMarks(s.from, s.to, figureWidth) {
		look := m.Kind.look()
		f.Marks = append(f.Marks, figure.Mark{At: m.At, Color: theme.Color(look.color, fynetheme.VariantLight), Dash: look.dash})
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
