package app

import (
	"path/filepath"
	"slices"

	"postflight/analysis/attitude"
	"postflight/analysis/gap"
	"postflight/decode/flight"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
	"postflight/ui/theme"
	"postflight/ui/window"
)

// panes are roll, pitch and yaw, estimate over truth, and the error below.
func (o *opened) panes() ([]window.Pane, error) {
	var out []window.Pane
	for axis, name := range []string{"roll", "pitch", "yaw"} {
		p := window.Pane{Title: name}
		if o.truthSeries != nil {
			c, err := o.angleCurve("truth", o.truthSeries, axis, o.truth, plot.Style{Color: theme.Truth, Dash: plot.Dashed})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		if o.estimate != nil {
			c, err := o.angleCurve("estimate", o.estimate, axis, o.log, plot.Style{Color: theme.Estimate})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		for _, b := range o.others {
			if b.estimate == nil {
				continue
			}
			c, err := o.angleCurve(filepath.Base(b.log.Path), b.estimate, axis, b.log, plot.Style{Dash: dotted})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		if len(p.Curves) > 0 {
			out = append(out, p)
		}
	}
	if o.comparison == nil {
		return out, nil
	}
	p, err := o.errorPane()
	return append(out, p), err
}

// dotted tells the estimate of a further log from the first one's and from truth.
var dotted = raster.Dash{On: 1.5, Off: 3}

// angleCurve is one axis of an attitude that a log tells, in degrees.
func (o *opened) angleCurve(name string, s *attitude.Series, axis int, l *flight.Log, style plot.Style) (plot.Curve, error) {
	values := make([]float64, len(s.Time))
	for i := range s.Time {
		values[i] = s.Euler[i][axis]
	}
	at, seams := samples{s.Time, values, s.Frame}.laid(o.layingOf(l))
	wraps, turn := raster.Wraps(at.values, "deg")
	breaks := raster.MergeBreaks(seams, gap.Breaks(at.times, gap.Limit(at.times)), wraps)
	if s == o.estimate {
		breaks = raster.MergeBreaks(breaks, o.epochStarts(s.Source, s.Frame))
	}
	series, err := raster.NewSeries(at.times, at.values, breaks)
	c := plot.Curve{Name: name, Unit: "deg", Series: series, Style: style, Turn: turn, Hold: o.hold(at.times, l, s.Source)}
	c.Bytes = spansOf(l, at.frames)
	return o.movable(c, l), err
}

// epochStarts are the rows, among those of a stream, that begin an epoch.
func (o *opened) epochStarts(source flight.Source, frames []uint32) []int {
	var out []int
	for _, e := range o.report.EpochsOf(source) {
		if i, _ := slices.BinarySearch(frames, uint32(e.FirstFrame)); i > 0 && i < len(frames) {
			out = append(out, i)
		}
	}
	return out
}

func (o *opened) errorPane() (window.Pane, error) {
	p := window.Pane{Title: "estimate − truth"}
	e := &o.comparison.Errors
	breaks := gap.Breaks(e.Time, gap.Limit(e.Time))
	hold := o.hold(e.Time, o.log, o.estimate.Source)
	bytes := func(i int) flight.Span { return o.log.Span(int(o.estimate.Frame[e.Estimate[i]])) }
	for _, c := range []struct {
		name   string
		values []float64
		style  plot.Style
	}{
		{"roll", e.Roll, plot.Style{}},
		{"pitch", e.Pitch, plot.Style{}},
		{"yaw", e.Yaw, plot.Style{}},
		{"angle", e.Angle, plot.Style{Color: theme.Error, Dash: plot.Dashed}},
	} {
		wraps, _ := raster.Wraps(c.values, "deg") // the error itself is no direction
		series, err := raster.NewSeries(e.Time, c.values, raster.MergeBreaks(breaks, wraps))
		if err != nil {
			return p, err
		}
		p.Curves = append(p.Curves, plot.Curve{Name: c.name, Unit: "deg", Series: series, Style: c.style, Hold: hold, Bytes: bytes})
	}
	return p, nil
}
