package plot

import (
	"math"

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
	f.Shades = s.cropShades()
	for m := range s.markers {
		if t, ok := s.MarkerAt(Marker(m)); ok {
			f.Marks = append(f.Marks, figure.Mark{At: t, Label: Marker(m).String(), Color: theme.Color(fynetheme.ColorNamePrimary, fynetheme.VariantLight)})
		}
	}
	for i, p := range s.panes {
		f.Panes = append(f.Panes, p.figure(i))
	}
	return f
}

// cropShades are the stretches in view that lie outside the crop range.
func (s *Stack) cropShades() []figure.Band {
	if s.crop.empty() || s.hidden[LayerCrop] {
		return nil
	}
	var out []figure.Band
	for _, r := range []Range{{s.from, min(s.crop.From, s.to)}, {max(s.crop.To, s.from), s.to}} {
		if !r.empty() {
			out = append(out, figure.Band{From: r.From, To: r.To, Color: theme.Color(theme.CropShade, fynetheme.VariantLight)})
		}
	}
	return out
}

// figure is the pane at an index of the stack.
func (p *Pane) figure(index int) figure.Pane {
	out := figure.Pane{Title: withUnit(p.Title(), p.axes[left].head()), Lo: p.axes[left].lo, Hi: p.axes[left].hi}
	if p.first && len(p.stack.measured) > 0 {
		r, _ := p.stack.between()
		text := theme.Color(fynetheme.ColorNameForeground, fynetheme.VariantLight)
		out.Notes = append(out.Notes, figure.Note{Text: p.stack.spanText(r), Color: text})
	}
	for i, row := range p.measured(index) {
		out.Notes = append(out.Notes, figure.Note{Text: row.text(math.MaxFloat32), Color: p.CurveColor(i, fynetheme.VariantLight)})
	}
	if a := p.axes[right]; a.used {
		out.RightTitle, out.RightLo, out.RightHi = a.head(), a.lo, a.hi
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
