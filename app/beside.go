package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"postflight/analysis"
	"postflight/analysis/attitude"
	"postflight/analysis/epoch"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/ui/panel"
)

// beside is a further log of the flight, such as the onboard log beside the
// telemetry log, laid on the timeline of the first one.
type beside struct {
	log      *flight.Log
	laying   *timebase.Laying // as it was found
	clocks   bool             // that was by clocks
	sigma    time.Duration    // of that; -1 where it cannot be told
	how      string           // what it was laid by, and how sure that is
	moved    time.Duration    // by hand: later by so much
	estimate *attitude.Series
	epochs   []epoch.Epoch
	reasons  []string // of its junk
}

// layBeside puts a further log on the timeline: by the clocks that both tell,
// else by when the stations say they began, else at its own zero.
func (o *opened) layBeside(ctx context.Context, l *flight.Log) (beside, error) {
	report, err := analysis.Run(ctx, l)
	if err != nil {
		return beside{}, err
	}
	b := beside{log: l, sigma: -1, epochs: report.Epochs, reasons: report.Link.Reasons}
	if parts, ok := timebase.Lay(o.report.Clocks, report.Clocks); ok {
		b.clocks, b.laying, b.how = true, timebase.LayingOf(parts), partsText(parts)
		for _, p := range parts {
			if p.Placed {
				b.sigma = p.Sigma
				break
			}
		}
	} else if !o.log.Start.IsZero() && !l.Start.IsZero() {
		shift := o.log.Start.Sub(l.Start)
		b.laying = timebase.Shifted(shift)
		b.how = fmt.Sprintf("laid by when both say they began: log time %+.3f s, unsure", shift.Seconds())
	} else {
		b.laying, b.how = timebase.Shifted(0), "laid at its own zero: the two logs share no clock"
	}
	b.estimate = firstEstimate(l, report)
	return b, nil
}

// partsText says what each part of a log was laid by.
func partsText(parts []timebase.Part) string {
	if len(parts) == 1 {
		return "laid " + partText(&parts[0])
	}
	lines := []string{fmt.Sprintf("holds %d epochs", len(parts))}
	for k := range parts {
		p := &parts[k]
		what := fmt.Sprintf("epoch %d (from %s of it) ", k+1, panel.Clock(p.From))
		if p.Placed {
			lines = append(lines, what+"laid "+partText(p))
		} else {
			lines = append(lines, what+"is not placed: "+p.Why)
		}
	}
	return strings.Join(lines, "; ")
}

func partText(p *timebase.Part) string {
	text := fmt.Sprintf("by %s: log time %+.3f s", p.Basis, p.Offset.Seconds()) + plusMinus(p.Sigma)
	switch {
	case p.Caveat != "" && p.Sigma >= 0:
		text += " and " + p.Caveat
	case p.Caveat != "":
		text += ", without " + p.Caveat
	}
	switch {
	case p.Steps == 1:
		text += ", with a step of a clock"
	case p.Steps > 1:
		text += fmt.Sprintf(", with %d steps of clocks", p.Steps)
	}
	if p.Doubt != "" {
		text += ". " + p.Doubt
	}
	return text
}

func plusMinus(sigma time.Duration) string {
	if sigma < 0 {
		return ""
	}
	if sigma < 10*time.Millisecond {
		return fmt.Sprintf(" ± %.2f ms", max(0.01, 1000*sigma.Seconds()))
	}
	return fmt.Sprintf(" ± %.3f s", sigma.Seconds())
}

// firstEstimate is the attitude that the first source to report one reported,
// what came late or as a duplicate left out; nil where none did.
func firstEstimate(l *flight.Log, report *analysis.Report) *attitude.Series {
	for _, source := range attitude.Sources(l) {
		if e := attitude.Estimate(l, source); e != nil {
			return e.Without(report.Link.OutOfOrder)
		}
	}
	return nil
}

// placings says of each further log how it was laid.
func (o *opened) placings() string {
	var lines []string
	if text := o.placed(); text != "" {
		lines = append(lines, text)
	}
	for _, b := range o.others {
		line := filepath.Base(b.log.Path) + " " + b.how + "."
		if b.moved != 0 {
			line += " By hand " + later(b.moved) + "."
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// later says by how much something was moved.
func later(by time.Duration) string {
	if by < 0 {
		return fmt.Sprintf("%.3f s earlier", -by.Seconds())
	}
	return fmt.Sprintf("%.3f s later", by.Seconds())
}
