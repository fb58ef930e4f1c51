package app

import (
	"postflight/analysis/epoch"
	"postflight/analysis/gap"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/ui/panel"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// plotClock draws how the readings of a clock lie to its fit, in a pane of its
// own: of readings stamped on arrival, how much longer each frame took than the
// fastest.
func (p *program) plotClock(number int) {
	o := p.flight
	if o == nil || number >= len(o.report.Clocks.Clocks) {
		return
	}
	c := &o.report.Clocks.Clocks[number]
	p.draw(o, "Cannot plot the clock", func() ([]plot.Curve, error) {
		return one(p.clockCurve(o, c))
	}, func(curves []plot.Curve) {
		p.win.AddPane(nil, curves)
		p.trace.event("plotted", values{"clock": curves[0].Name})
	})
}

func (p *program) clockCurve(o *opened, c *timebase.Clock) (plot.Curve, error) {
	readings, err := o.report.Clocks.Series(p.ctx, c)
	if err != nil {
		return plot.Curve{}, err
	}
	hold := gap.HoldOf(readings.Time, epoch.Starts(o.report.Epochs, c.Source))
	series, err := raster.NewSeries(readings.Time, readings.Value, gap.Breaks(readings.Time, gap.Limit(readings.Time)))
	name := panel.ClockTitle(c) + ": off its line"
	if c.OnArrival() {
		name = panel.ClockTitle(c) + ": later than the fastest"
	}
	return plot.Curve{
		Name: name, Unit: "ms", Series: series, Hold: hold,
		Bytes: func(i int) flight.Span { return o.log.Span(int(readings.Frame[i])) },
	}, err
}
