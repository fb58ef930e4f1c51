package signals

import (
	"fmt"
	"math"
	"strings"

	"fyne.io/fyne/v2/driver/desktop"

	"postflight/analysis/catalog"
	"postflight/ui/panel"
)

// texts are the name on the left of a row, and what may stand on its right: the
// first that there is room for.
func (r *rowWidget) texts(row *catalog.Row) (name string, values []string) {
	switch row.Level {
	case catalog.SourceLevel:
		return row.Source.Name, []string{""}
	case catalog.MessageLevel:
		count := panel.Count(int64(row.Message.Stream.Count))
		if math.IsNaN(row.Message.Rate) {
			return row.Message.Stream.Label(), []string{count}
		}
		return row.Message.Stream.Label(), []string{count + " · " + hertz(row.Message.Rate), count}
	case catalog.FieldLevel:
		text, short := r.panel.value(row.Signal)
		return row.Signal.Label(), []string{text, withUnit(short, row.Signal), short}
	}
	return "There is more: search for it.", []string{""}
}

// withUnit adds the unit of a signal to a value that is one.
func withUnit(short string, s catalog.Signal) string {
	if s.Field.Unit == "" || !s.Plots() || strings.Trim(short, "0123456789.+-e") != "" {
		return short
	}
	return short + " " + s.Field.Unit
}

// hertz writes a rate with three digits.
func hertz(rate float64) string {
	switch {
	case rate >= 99.95:
		return fmt.Sprintf("%.0f Hz", rate)
	case rate >= 9.995:
		return fmt.Sprintf("%.1f Hz", rate)
	}
	return fmt.Sprintf("%.2f Hz", rate)
}

// MouseIn tells of the row.
func (r *rowWidget) MouseIn(*desktop.MouseEvent) {
	before := r.panel.told
	r.panel.told = r
	if before != nil && before != r {
		before.Refresh()
	}
	r.Refresh()
	r.panel.hint()
}

// MouseMoved is part of Fyne's contract for what the mouse is over.
func (r *rowWidget) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends that, unless another row is told of by now.
func (r *rowWidget) MouseOut() {
	if r.panel.told == r {
		r.panel.told = nil
		r.panel.hint()
	}
	r.Refresh()
}

// hint tells of the row under the mouse.
func (p *Panel) hint() {
	if p.OnHint == nil {
		return
	}
	text := ""
	if p.told != nil {
		if row, ok := p.told.row(); ok {
			text = p.whole(row)
		}
	}
	if text != p.hinted {
		p.hinted = text
		p.OnHint(text)
	}
}

// whole is all that is known of a row: whole name, value and unit, rate.
func (p *Panel) whole(row *catalog.Row) string {
	switch row.Level {
	case catalog.SourceLevel:
		return row.Source.Name
	case catalog.MessageLevel:
		return fmt.Sprintf("%s · %s", sent(row.Message.Stream.Label(), row), panel.Count(int64(row.Message.Stream.Count))) + rated(row)
	case catalog.FieldLevel:
		_, short := p.value(row.Signal)
		if short == noValue {
			return sent(row.Signal.Name(), row) + " has no value at this time" + rated(row)
		}
		return sent(row.Signal.Name(), row) + " = " + withUnit(short, row.Signal) + rated(row)
	}
	return ""
}

// noValue stands beside a signal that has none at the playhead.
const noValue = "–"

// sent puts the sender before a name, where there is one.
func sent(name string, row *catalog.Row) string {
	return strings.TrimSpace(row.Message.Stream.Source.String() + " " + name)
}

func rated(row *catalog.Row) string {
	if math.IsNaN(row.Message.Rate) {
		return ""
	}
	return " · " + hertz(row.Message.Rate)
}
