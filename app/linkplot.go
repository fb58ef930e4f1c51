package app

import (
	"time"

	"postflight/analysis/link"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// linkStretches is how many equal stretches of a flight the plot of a link counts
// in, if they last a second or more.
const linkStretches = 300

// plotLink draws what came of a source over the flight, and what did not.
func (p *program) plotLink(number int) {
	o := p.flight
	if o == nil || number >= len(o.report.Link.Sources) {
		return
	}
	source := &o.report.Link.Sources[number]
	p.draw(o, "Cannot plot the link", func() ([]plot.Curve, error) { return o.linkCurves(source) }, func(curves []plot.Curve) {
		p.win.AddPane(nil, curves)
		p.trace.event("plotted", values{"link": source.Source.String()})
	})
}

// linkCurve is one of the curves of a link.
type linkCurve struct {
	name  string
	unit  string
	shown bool
	value []float64
	style plot.Style
}

// linkCurves are all that the link panel counts of a source, in equal stretches:
// frames a second, and how often its numbers started over. What never happened has no curve;
// neither has a loss that cannot be told.
func (o *opened) linkCurves(source *link.Source) ([]plot.Curve, error) {
	end := max(o.log.End, time.Second)
	n := int(min(linkStretches, end/time.Second))
	over := o.report.Link.Over(0, end, n, source.Source)
	restarts := make([]float64, n)
	for i, count := range over.Restarts {
		restarts[i] = float64(count)
	}
	var out []plot.Curve
	for _, c := range []linkCurve{
		{"received", perSecond, true, over.PerSecond(over.Received), plot.Style{Color: theme.Estimate}},
		{"lost", perSecond, source.Reliable, over.PerSecond(over.Lost), plot.Style{Color: theme.Loss}},
		{"late", perSecond, source.Late > 0, over.PerSecond(over.Late), plot.Style{Color: theme.FindingWarning, Dash: dotted}},
		{"duplicate", perSecond, source.Duplicate > 0, over.PerSecond(over.Duplicate), plot.Style{Color: theme.Density, Dash: dotted}},
		{"CRC failed", perSecond, source.CRCFailed > 0, over.PerSecond(over.CRCFailed), plot.Style{Color: theme.Junk, Dash: plot.Dashed}},
		{"restarts", "restarts", source.Restarts > 0, restarts, plot.Style{Color: theme.Epoch}},
	} {
		if !c.shown {
			continue
		}
		series, err := stretches(&over, end, c.value)
		if err != nil {
			return nil, err
		}
		if len(out) == 0 { // its name is that of the pane
			c.name = source.Source.String() + " " + c.name
		}
		c.style.Step = true
		out = append(out, plot.Curve{Name: c.name, Unit: c.unit, Series: series, Style: c.style})
	}
	return out, nil
}

// perSecond is the unit of what comes over a link: the legend has no room for the
// word.
const perSecond = "/s"

// stretches draws each value from the start of its stretch to its end.
func stretches(over *link.Series, end time.Duration, values []float64) (*raster.Series, error) {
	times := make([]time.Duration, len(values), len(values)+1)
	for i := range times {
		times[i] = over.From + time.Duration(i)*over.Bucket
	}
	return raster.NewSeries(append(times, end), append(values, values[len(values)-1]), nil)
}
