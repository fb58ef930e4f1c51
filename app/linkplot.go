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

// linkCurves are packets a second in equal stretches, each drawn from the start of
// its stretch to its end.
func (o *opened) linkCurves(source *link.Source) ([]plot.Curve, error) {
	n := int(min(linkStretches, max(1, o.log.End/time.Second)))
	over := o.report.Link.Over(0, o.log.End, n, source.Source)
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = over.From + time.Duration(i)*over.Bucket
	}
	var out []plot.Curve
	for _, c := range []struct {
		name   string
		counts []int
		style  plot.Style
	}{
		{"received", over.Received, plot.Style{Color: theme.Estimate, Step: true}},
		{"lost", over.Lost, plot.Style{Color: theme.Loss, Step: true}},
		{"checksum failed", over.CRCFailed, plot.Style{Color: theme.Junk, Step: true, Dash: plot.Dashed}},
	} {
		perSecond := make([]float64, n)
		for i, count := range c.counts {
			perSecond[i] = float64(count) / over.Bucket.Seconds()
		}
		series, err := raster.NewSeries(times, perSecond, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, plot.Curve{Name: source.Source.String() + " " + c.name, Unit: "packets/s", Series: series, Style: c.style})
	}
	return out, nil
}
