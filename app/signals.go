package app

import (
	"math"
	"time"

	"postflight/analysis/catalog"
	"postflight/analysis/epoch"
	"postflight/analysis/gap"
	"postflight/decode/flight"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// plotSignal decodes a signal in the background and draws it.
func (p *program) plotSignal(s catalog.Signal, pane int) {
	o := p.flight
	if o == nil || !s.Plots() {
		return
	}
	p.draw(o, "Cannot plot "+s.Name(), func() ([]plot.Curve, error) {
		return one(o.curve(s))
	}, func(curves []plot.Curve) {
		p.win.AddSignal(s, curves[0], pane)
		p.trace.event("plotted", values{"signal": s.Name(), "source": s.Stream.Source.String()})
	})
}

// one is a curve by itself, or why there is none.
func one(c plot.Curve, err error) ([]plot.Curve, error) {
	if err != nil {
		return nil, err
	}
	return []plot.Curve{c}, nil
}

// draw makes curves of a flight in the background and shows those there are on the
// UI goroutine, if the flight is still open by then. failure heads what is said of
// an error.
func (p *program) draw(o *opened, failure string, make func() ([]plot.Curve, error), show func([]plot.Curve)) {
	p.background(func() {
		curves, err := make()
		p.uiOf(o, func() {
			if err != nil {
				p.fail(failure, err)
			}
			if len(curves) > 0 {
				show(curves)
			}
		})
	})
}

// curve is a signal as it is drawn: real samples at their times, in the unit of
// the field, broken at gaps of its own rate and at the ends of epochs.
func (o *opened) curve(s catalog.Signal) (plot.Curve, error) {
	column := s.Log.Column(s.Stream, s.Field, s.Element)
	at, seams := samples{column.Time, column.Shown(), column.Frame}.laid(s.Laying)
	wraps, turn := raster.Wraps(at.values, s.Field.Unit)
	breaks := raster.MergeBreaks(gap.Breaks(at.times, gap.Limit(at.times)), seams, wraps)
	if s.Log == o.log {
		breaks = raster.MergeBreaks(breaks, o.epochStarts(s.Stream.Source, column.Frame))
	}
	series, err := raster.NewSeries(at.times, at.values, breaks)
	c := plot.Curve{Name: s.Stream.Source.String() + " " + s.Name(), Unit: s.Field.Unit, Series: series, Style: plot.Style{Step: s.Field.Enum != nil}}
	c.Turn, c.Resolution = turn, resolution(s.Field)
	c.Hold = o.hold(at.times, s.Log, s.Stream.Source)
	c.Bytes = spansOf(s.Log, at.frames)
	return o.movable(c, s.Log), err
}

// resolution is the step between two values of a field that is a count of a decimal
// part of its unit; 0 for all others.
func resolution(f *flight.Field) float64 {
	if f.Type.IsFloat() {
		return 0
	}
	step := f.Factor()
	if f.Divisor != 0 {
		step /= f.Divisor
	}
	if power := math.Log10(math.Abs(step)); math.Abs(power-math.Round(power)) > 1e-9 {
		return 0
	}
	return math.Abs(step)
}

// hold is how long samples at times of the flight, of a source of a log, hold.
func (o *opened) hold(times []time.Duration, l *flight.Log, source flight.Source) gap.Hold {
	if l != o.log {
		return gap.HoldOf(times, nil) // its epochs are in its own time
	}
	return gap.HoldOf(times, epoch.Starts(o.report.Epochs, source))
}
