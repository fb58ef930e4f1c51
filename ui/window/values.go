package window

import (
	"fmt"
	"math"
	"strings"
	"time"

	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/panel"
	"postflight/ui/plot"
)

// valuesEvery is how often the values and their statistics follow a playing playhead.
const valuesEvery = 200 * time.Millisecond

// values is the table of all curves: what each is at the playhead, and its
// statistics between the markers or, without these, over what is seen.
type values struct {
	list       *listPanel
	statistics []plot.Statistic // as they were known last
	over       stretch          // what they are of
	shown      time.Time
	summed     time.Time // when the statistics were asked for
	behind     bool      // what is seen changed since
}

// stretch is what statistics are taken over, in a table and in a sentence.
type stretch struct{ short, whole string }

var (
	inView  = stretch{"in view", "over what is in view"}
	between = stretch{"A to B", "from marker A to marker B"}
)

// buildValues makes the table and lets it follow the plots.
func (w *Window) buildValues() {
	w.values.list = w.addList("Values", "Nothing is plotted.", func(int) Place { return Place{Time: w.state.At} })
	w.stack.OnView = w.actions.Viewed
	w.stack.OnMeasured = func(measured []plot.Statistic) {
		if len(measured) == 0 {
			w.sumUp() // over what is in view again
			return
		}
		w.values.statistics, w.values.over = measured, between
		w.showValues()
	}
}

// seen follows what the plots show, by whatever it came: the mouse, an epoch that was
// chosen, the playhead at the edge.
func (w *Window) seen(from, to time.Duration) {
	w.bar.SetView(from, to)
	w.values.behind = true
	w.catchUp()
}

// catchUp reads the statistics anew if what is seen changed: at once, but not at every
// step of a replay, nor during one while nobody sees them.
func (w *Window) catchUp() {
	if w.values.behind && (!w.state.Playing || w.valuesShown() && time.Since(w.values.summed) >= valuesEvery) {
		w.sumUp()
	}
}

func (w *Window) valuesShown() bool { return w.tabs.Selected() == w.values.list.tab }

// sumUp reads the statistics in the background.
func (w *Window) sumUp() {
	w.values.summed, w.values.behind = time.Now(), false
	over, r := inView, plot.Range{}
	if measured, ok := w.stack.Between(); ok {
		over, r = between, measured
	}
	w.stack.Statistics(r, func(s []plot.Statistic) {
		w.values.statistics, w.values.over = s, over
		w.showValues()
	})
}

// followValues lets the values follow the playhead while the table is shown.
func (w *Window) followValues() {
	w.catchUp()
	if !w.valuesShown() || w.state.Playing && time.Since(w.values.shown) < valuesEvery {
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
		row := panel.Row{Glyph: "~", Colour: fynetheme.ColorNamePlaceHolder, When: "no value here"}
		row.Title = v.Curve
		if v.Pane < len(panes) && len(panes[v.Pane].Curves()) > 0 && !strings.HasPrefix(v.Curve, panes[v.Pane].Title()) {
			row.Title = panes[v.Pane].Title() + "  " + v.Curve
		}
		if v.OK {
			row.When = withUnit(v.Text, v.Unit)
		}
		if s, ok := known[key{v.Pane, v.Curve}]; ok && s.N > 0 {
			row.Text, row.Detail = summary(row.Title, s, w.values.over)
		}
		rows = append(rows, row)
	}
	w.values.list.UpdateRows(rows)
}

// summary is what the table says of a curve over a stretch, in short and in whole. An
// angle that wraps has the direction it points to on average, and no RMS.
func summary(curve string, s plot.Statistic, over stretch) (short, whole string) {
	mean := "mean " + s.FineNumber(s.Mean)
	meanUnit := withUnit(mean, s.Unit)
	if math.IsNaN(s.RMS) {
		mean, meanUnit = "mean direction "+s.FineNumber(s.Mean), "mean direction "+withUnit(s.FineNumber(s.Mean), s.Unit)
	} else {
		mean += " · RMS " + s.FineNumber(s.RMS)
		meanUnit += ", RMS " + withUnit(s.FineNumber(s.RMS), s.Unit)
	}
	samples := panel.Count(int64(s.N)) + " samples"
	return fmt.Sprintf("%s: least %s, greatest %s · %s · %s", over.short, s.Number(s.Min), withUnit(s.Number(s.Max), s.Unit), mean, samples),
		fmt.Sprintf("%s %s: least %s, greatest %s, %s, first %s, last %s, of %s.",
			curve, over.whole, withUnit(s.Number(s.Min), s.Unit), withUnit(s.Number(s.Max), s.Unit), meanUnit, s.Number(s.First), s.Number(s.Last), samples)
}

func withUnit(text, unit string) string {
	if unit == "" {
		return text
	}
	return text + " " + unit
}
