package app

import (
	"path/filepath"
	"slices"
	"time"

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
			c, err := o.angleCurve("truth", o.truthSeries, axis, -o.placing.Offset, plot.Style{Color: theme.Truth, Dash: plot.Dashed})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		if o.estimate != nil {
			c, err := o.angleCurve("estimate", o.estimate, axis, 0, plot.Style{Color: theme.Estimate})
			if err != nil {
				return nil, err
			}
			p.Curves = append(p.Curves, c)
		}
		for _, b := range o.others {
			if b.estimate == nil {
				continue
			}
			c, err := o.angleCurve(filepath.Base(b.log.Path), b.estimate, axis, -b.shift, plot.Style{Dash: dotted})
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

// angleCurve is one axis of an attitude, in degrees, its times shifted.
func (o *opened) angleCurve(name string, s *attitude.Series, axis int, shift time.Duration, style plot.Style) (plot.Curve, error) {
	times := make([]time.Duration, len(s.Time))
	values := make([]float64, len(s.Time))
	for i, t := range s.Time {
		times[i], values[i] = t+shift, s.Euler[i][axis]
	}
	breaks := raster.MergeBreaks(gap.Breaks(times, gap.Limit(times)), raster.WrapBreaks(values, 180))
	if s == o.estimate {
		breaks = raster.MergeBreaks(breaks, o.epochStarts(s.Source, s.Frame))
	}
	series, err := raster.NewSeries(times, values, breaks)
	c := plot.Curve{Name: name, Unit: "deg", Series: series, Style: style}
	if s == o.estimate {
		c.Bytes = func(i int) flight.Span { return o.log.Span(int(s.Frame[i])) }
	}
	return c, err
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
		series, err := raster.NewSeries(e.Time, c.values, breaks)
		if err != nil {
			return p, err
		}
		p.Curves = append(p.Curves, plot.Curve{Name: c.name, Unit: "deg", Series: series, Style: c.style})
	}
	return p, nil
}
