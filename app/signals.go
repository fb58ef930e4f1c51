package app

import (
	"time"

	"postflight/analysis/catalog"
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
		curve, err := o.curve(s)
		return []plot.Curve{curve}, err
	}, func(curves []plot.Curve) {
		p.win.AddSignal(s, curves[0], pane)
		p.trace.event("plotted", values{"signal": s.Name(), "source": s.Stream.Source.String()})
	})
}

// draw makes curves of a flight in the background and shows them on the UI
// goroutine, if the flight is still open by then. failure heads what is said of an
// error.
func (p *program) draw(o *opened, failure string, make func() ([]plot.Curve, error), show func([]plot.Curve)) {
	p.background(func() {
		curves, err := make()
		p.ui(func() {
			switch {
			case err != nil:
				p.fail(failure, err)
			case p.flight == o:
				show(curves)
			}
		})
	})
}

// curve is a signal as it is drawn: real samples at their times, in the unit of
// the field, broken at gaps of its own rate and at the ends of epochs.
func (o *opened) curve(s catalog.Signal) (plot.Curve, error) {
	column := s.Log.Column(s.Stream, s.Field, s.Element)
	times := column.Time
	if s.Shift != 0 {
		times = make([]time.Duration, len(column.Time))
		for i, t := range column.Time {
			times[i] = t - s.Shift
		}
	}
	breaks := gap.Breaks(times, gap.Limit(times))
	if s.Log == o.log {
		breaks = raster.MergeBreaks(breaks, o.epochStarts(s.Stream.Source, column.Frame))
	}
	series, err := raster.NewSeries(times, column.Shown(), breaks)
	c := plot.Curve{Name: s.Stream.Source.String() + " " + s.Name(), Unit: s.Field.Unit, Series: series, Style: plot.Style{Step: s.Field.Enum != nil}}
	if s.Log == o.log {
		c.Bytes = func(i int) flight.Span { return o.log.Span(int(column.Frame[i])) }
	}
	return c, err
}

// showBytes shows the record at the playhead.
func (p *program) showBytes() {
	if p.flight == nil {
		return
	}
	if span, ok := p.flight.recordAt(p.shown.At); ok {
		p.win.ShowBytes(span)
	}
}
