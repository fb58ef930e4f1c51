package window

import (
	"fmt"
	"time"

	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// valuesEvery is how often the values follow a playing playhead.
const valuesEvery = 200 * time.Millisecond

// values is the table of all curves: what each is at the playhead, and its
// statistics over what is seen.
type values struct {
	list       *listPanel
	statistics []plot.Statistic // of the view, as they were known last
	shown      time.Time
}

// buildValues makes the table and lets it follow the plots.
func (w *Window) buildValues() {
	w.values.list = w.addList("Values", "Nothing is plotted.", func(int) place { return place{time: w.state.At} })
	w.stack.OnView = func(_, _ time.Duration) { w.sumUp() }
	w.stack.OnMeasured = func(between []plot.Statistic) {
		if len(between) > 0 {
			w.values.statistics = between
			w.showValues()
		}
	}
}

// sumUp reads the statistics of what is seen, in the background.
func (w *Window) sumUp() {
	w.stack.Statistics(plot.Range{}, func(s []plot.Statistic) {
		w.values.statistics = s
		w.showValues()
	})
}

// followValues lets the values follow the playhead while the table is shown.
func (w *Window) followValues() {
	if w.tabs.Selected() != w.values.list.tab || w.state.Playing && time.Since(w.values.shown) < valuesEvery {
		return
	}
	w.showValues()
}

func (w *Window) showValues() {
	w.values.shown = time.Now()
	type key struct {
		pane  int
		curve string
	}
	known := map[key]plot.Statistic{}
	for _, s := range w.values.statistics {
		known[key{s.Pane, s.Curve}] = s
	}
	panes := w.stack.Panes()
	var rows []panel.Row
	for _, v := range w.stack.ValuesAt(w.state.At) {
		row := panel.Row{Glyph: "~", Colour: fynetheme.ColorNamePlaceHolder, When: "no value yet"}
		row.Title = v.Curve
		if v.Pane < len(panes) && len(panes[v.Pane].Curves()) > 0 && panes[v.Pane].Title() != v.Curve {
			row.Title = panes[v.Pane].Title() + "  " + v.Curve
		}
		if v.OK {
			row.When = withUnit(number(v.Value), v.Unit)
		}
		if s, ok := known[key{v.Pane, v.Curve}]; ok && s.N > 0 {
			row.Text = fmt.Sprintf("%s … %s · mean %s · RMS %s · %s samples", number(s.Min), number(s.Max), number(s.Mean), number(s.RMS), panel.Count(int64(s.N)))
			row.Detail = fmt.Sprintf("%s over what is seen, or between the markers: least %s, greatest %s, mean %s, RMS %s, first %s, last %s, of %s samples.",
				row.Title, withUnit(number(s.Min), s.Unit), withUnit(number(s.Max), s.Unit), withUnit(number(s.Mean), s.Unit),
				withUnit(number(s.RMS), s.Unit), number(s.First), number(s.Last), panel.Count(int64(s.N)))
		}
		rows = append(rows, row)
	}
	w.values.list.UpdateRows(rows)
}

func number(v float64) string { return raster.FormatValue(v, 0) }

func withUnit(text, unit string) string {
	if unit == "" {
		return text
	}
	return text + " " + unit
}
