package analysis

import (
	"fmt"
	"io"

	"postflight/analysis/timebase"
)

// mostClocks is how many clocks the text tells of, mostOfSource of one source.
const (
	mostClocks   = 12
	mostOfSource = 6
)

// clockLine tells of a clock; urgent is what a person acts on.
type clockLine struct {
	text   string
	urgent bool
}

// writeClocks tells of the clocks of which something is known: of each epoch of a
// source its boot clock, and dates that are off.
func (r *Report) writeClocks(out io.Writer) {
	var lines, ofSource []clockLine
	left := 0
	clocks := r.Clocks.Clocks
	for i := range clocks {
		if c := &clocks[i]; r.tells(i) {
			ofSource = append(ofSource, clockLine{r.Clocks.Line(c), c.DateIsOff()})
		}
		if i+1 == len(clocks) || clocks[i+1].Source != clocks[i].Source {
			kept := fewest(ofSource, mostOfSource)
			left += len(ofSource) - len(kept)
			lines, ofSource = append(lines, kept...), nil
		}
	}
	for _, source := range r.mixed {
		lines = append(lines, clockLine{fmt.Sprintf("The clock of %s cannot be told: several senders use its id, each with one of its own.", source), true})
	}
	kept := fewest(lines, mostClocks)
	left += len(lines) - len(kept)
	if len(kept) == 0 {
		return
	}
	fmt.Fprintln(out, "\nClocks")
	for _, l := range kept {
		fmt.Fprintf(out, "  %s\n", l.text)
	}
	if left > 0 {
		fmt.Fprintf(out, "  and %d more; --json lists them all.\n", left)
	}
}

// tells says whether the text has a line on a clock: a date that is off, else the
// first clock of its epoch of which something is known.
func (r *Report) tells(i int) bool {
	c := &r.Clocks.Clocks[i]
	if c.DateIsOff() {
		return true
	}
	for k := i - 1; k >= 0 && sameEpoch(&r.Clocks.Clocks[k], c); k-- {
		if r.Clocks.Clocks[k].Tells() {
			return false
		}
	}
	return c.Tells()
}

func sameEpoch(a, b *timebase.Clock) bool { return a.Source == b.Source && a.Epoch == b.Epoch }

// fewest leaves out the last lines beyond so many, urgent ones only where all are.
func fewest(lines []clockLine, most int) []clockLine {
	over := max(0, len(lines)-most)
	drop := make([]bool, len(lines))
	for _, urgent := range []bool{false, true} {
		for i := len(lines) - 1; i >= 0 && over > 0; i-- {
			if lines[i].urgent == urgent {
				drop[i] = true
				over--
			}
		}
	}
	var kept []clockLine
	for i, l := range lines {
		if !drop[i] {
			kept = append(kept, l)
		}
	}
	return kept
}
