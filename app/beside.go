package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"postflight/analysis"
	"postflight/analysis/attitude"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

// beside is a further log of the flight, such as the on-board log beside the
// telemetry log, laid on the timeline of the first one.
type beside struct {
	log      *flight.Log
	shift    time.Duration // its log time less that of the flight
	how      string        // what it was laid by, and how sure that is
	estimate *attitude.Series
}

// layBeside puts a further log on the timeline: by the clocks that both tell,
// else by when the stations say they began, else at its own zero.
func (o *opened) layBeside(ctx context.Context, l *flight.Log) (beside, error) {
	report, err := analysis.Run(ctx, l)
	if err != nil {
		return beside{}, err
	}
	b := beside{log: l}
	if p, ok := timebase.Place(o.report.Clocks, report.Clocks); ok {
		b.shift = p.Offset
		b.how = fmt.Sprintf("laid by %s: log time %+.3f s", p.Basis, p.Offset.Seconds())
		if p.Sigma >= 0 {
			b.how += fmt.Sprintf(" ± %.3f s", p.Sigma.Seconds())
		}
		if p.Doubt != "" {
			b.how += ". " + p.Doubt
		}
	} else if !o.log.Start.IsZero() && !l.Start.IsZero() {
		b.shift = o.log.Start.Sub(l.Start)
		b.how = fmt.Sprintf("laid by when both say they began: log time %+.3f s, unsure", b.shift.Seconds())
	} else {
		b.how = "laid at its own zero: the two logs share no clock"
	}
	b.estimate = firstEstimate(l, report)
	return b, nil
}

// firstEstimate is the attitude that the first source to report one reported,
// what came late or twice left out; nil where none did.
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
		lines = append(lines, filepath.Base(b.log.Path)+" "+b.how+".")
	}
	return strings.Join(lines, "\n")
}
