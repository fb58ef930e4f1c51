package window

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/plot"
	"postflight/ui/plot/figure"
)

// Figure is the plots as they are shown now, in the colours of the light
// variant: figures go on paper.
func (w *Window) Figure() figure.Figure {
	f := figure.Figure{Title: w.flight.Title}
	f.From, f.To = w.stack.View()
	for _, p := range w.panes {
		lo, hi := p.ValueRange()
		pane := figure.Pane{Title: p.Title(), Lo: lo, Hi: hi}
		for i, c := range p.Curves() {
			if i == 0 && c.Unit != "" {
				pane.Title += " (" + c.Unit + ")"
			}
			pane.Curves = append(pane.Curves, figure.Curve{
				Name: c.Name, Series: c.Series, Pyramid: c.Pyramid,
				Color:  plot.CurveColor(c.Style, i, fynetheme.VariantLight),
				Dashed: c.Style.Dash.On > 0,
			})
		}
		f.Panes = append(f.Panes, pane)
	}
	return f
}
