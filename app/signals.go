package app

import (
	"math"
	"strings"
	"time"

	"postflight/analysis/bytemap"
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
	breaks := raster.MergeBreaks(seams, wraps)
	hold := catalog.HoldOf(s.Stream, at.times, o.flightEpochs(s.Log))
	if hold.Limit > 0 {
		breaks = raster.MergeBreaks(breaks, gap.Breaks(at.times, hold.Limit))
	}
	if s.Log == o.log {
		breaks = raster.MergeBreaks(breaks, o.epochStarts(s.Stream.Source, column.Frame))
	}
	series, err := raster.NewSeries(at.times, at.values, breaks)
	if err == nil && catalog.OnChange(s.Stream) {
		series = series.HeldTo(o.heldTo(s, at.times, hold))
	}
	c := plot.Curve{Name: strings.TrimSpace(s.Stream.Source.String() + " " + s.Name()), Unit: s.Field.Unit, Series: series, Style: plot.Style{Step: s.Discrete()}}
	c.Turn, c.Resolution, c.Hold = turn, resolution(s.Field), hold
	c.Meaning = meaning(s)
	c.Bytes = func(i int) flight.Span { return bytemap.FieldSpan(s.Log, int(at.frames[i]), s.Field, s.Element) }
	return o.movable(c, s.Log), err
}

// flightEpochs are the epochs of a log at times of the flight: those of a further log are
// in its own time.
func (o *opened) flightEpochs(l *flight.Log) []epoch.Epoch {
	if l != o.log {
		return nil
	}
	return o.report.Epochs
}

// heldTo is how long the last sample of a signal holds that is written on changes: to
// the end of its epoch, or of its log.
func (o *opened) heldTo(s catalog.Signal, times []time.Duration, hold gap.Hold) time.Duration {
	if len(times) == 0 {
		return 0
	}
	last := times[len(times)-1]
	for _, end := range hold.Ends {
		if end > last {
			return end
		}
	}
	if s.Laying == nil {
		return s.Log.End
	}
	end, _ := s.Laying.ToFlight(s.Log.End)
	return end
}

// resolution is the step between two values of a field that is a count of a decimal
// part of its unit; 0 for all others.
func resolution(f *flight.Field) float64 {
	if f.Type.IsFloat() && (f.Type != flight.Decimal || f.Written == 0 || f.Written.IsFloat()) {
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
	return gap.HoldOf(times, epoch.Starts(o.flightEpochs(l), source))
}
