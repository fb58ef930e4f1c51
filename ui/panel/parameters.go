package panel

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"postflight/analysis/events"
	"postflight/decode/flight"
	"postflight/ui/theme"
)

// NewParameters makes the panel of parameters. Its tick leaves those that changed.
func NewParameters() *Filtered {
	return NewFiltered(Words{
		Empty: "No parameters in this log.", Search: "Search parameters", Tick: "Changed", Left: "No parameter changed during this log.",
	})
}

// ParameterRows are the rows of the parameters panel, in the order given.
func ParameterRows(found []events.Parameter) *RowSet {
	several := false
	for i := range found {
		several = several || found[i].Source != found[0].Source
	}
	rows, kept := make([]Row, len(found)), make([]bool, len(found))
	for i := range found {
		p := &found[i]
		rows[i] = parameterRow(p, several)
		kept[i] = p.Changed()
	}
	return NewRowSet(rows, kept)
}

func parameterRow(p *events.Parameter, several bool) Row {
	r := Row{Glyph: "●", Colour: theme.Density, Title: p.Name, When: ParameterValue(p.Last())}
	var notes []string
	if several && p.Source != 0 {
		notes = append(notes, p.Source.String())
	}
	if p.Changed() {
		last := p.Values[len(p.Values)-1]
		r.Glyph, r.Colour = "◆", theme.Epoch
		notes = append(notes, fmt.Sprintf("%s → %s at %s", ParameterValue(p.First()), ParameterValue(p.Last()), Clock(last.Time)))
		if n := len(p.Values) - 1; n > 1 {
			notes = append(notes, fmt.Sprintf("%d changes", n))
		}
	} else {
		notes = append(notes, "unchanged")
	}
	if flight.Finite(p.Default) {
		if p.Default == p.Last() {
			notes = append(notes, "the default")
		} else {
			notes = append(notes, "default "+ParameterValue(p.Default))
		}
	}
	r.Text = strings.Join(notes, " · ")
	r.Detail = parameterDetail(p)
	return r
}

// toldChanges is how many changes of a parameter are told one by one.
const toldChanges = 40

func parameterDetail(p *events.Parameter) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, recorded %s.", strings.TrimSpace(p.Name+" "+p.Source.String()), times(p.Count))
	for i, c := range p.Values {
		if i == toldChanges {
			fmt.Fprintf(&b, "\nand %s more changes", Count(int64(len(p.Values)-i)))
			break
		}
		fmt.Fprintf(&b, "\n%s  %s, byte %s", Clock(c.Time), ParameterValue(c.Value), Count(c.Span.Offset))
	}
	if flight.Finite(p.Default) {
		fmt.Fprintf(&b, "\nThe default is %s.", ParameterValue(p.Default))
	}
	return b.String()
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return Count(int64(n)) + " times"
}

// ParameterValue writes a value with the digits that a 32-bit float has.
func ParameterValue(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 7, 64)
}
