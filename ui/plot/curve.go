package plot

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	streams "postflight/analysis/gap"
	"postflight/decode/flight"
	"postflight/ui/plot/raster"
)

// Curve is one signal of a pane.
type Curve struct {
	Name    string // in the legend, such as "estimate"
	Unit    string // of the values, such as "deg"; empty for a bare number
	Series  *raster.Series
	Pyramid *raster.Pyramid // of Series; if nil and the series is long, the pane builds it
	Style   Style
	// Bytes is where in its log the sample of a number came from; nil where no
	// bytes hold it.
	Bytes func(sample int) flight.Span
	// Laid is the log the curve is of, where that was laid beside the first one
	// and can be moved.
	Laid *flight.Log
	// Hold is how long a sample is the value of the curve at the playhead.
	Hold streams.Hold
	// Turn is a full turn of the values, where they are an angle that wraps; see
	// [raster.Wraps]. 0 for all others.
	Turn float64
	// Resolution is the step between two values that can be told apart; 0 where that
	// is not known.
	Resolution float64

	// Meaning is what a value stands for, such as the name of a mode; "" where it has no
	// name. nil where values are just numbers.
	Meaning func(value float64) string

	later  time.Duration // by how much the person moved that log
	origin *Curve        // in the unit it came in; nil if that is this one
}

// Style is how a curve looks, whatever the theme. Lengths are in Fyne's units.
type Style struct {
	Color  fyne.ThemeColorName // a colour of ui/theme; if empty, by place in the pane
	Width  float32             // of the line; 0 means 1.5
	Dash   raster.Dash         // [Dashed] tells truth from estimate without colour
	Points raster.Points
	Step   bool // a value holds until the next sample: for modes, states and counters
}

// Dashed is the dash pattern of truth.
var Dashed = raster.Dash{On: 7, Off: 4}

// same reports whether two curves show the same series in the same way.
func (c Curve) same(o Curve) bool {
	return c.Name == o.Name && c.Unit == o.Unit && c.Series == o.Series && c.Pyramid == o.Pyramid && c.Style == o.Style && c.Laid == o.Laid
}

// Latest is the value and the time of the last sample at or before t; ok is
// false if there is none, or if it holds no longer.
func (c Curve) Latest(t time.Duration) (value float64, at time.Duration, ok bool) {
	i, ok := c.Series.Latest(t - c.later)
	if !ok {
		return 0, 0, false
	}
	at, value = c.Series.At(i)
	return value, at + c.later, c.Hold.Reaches(at, t-c.later)
}

// nearest is the drawn sample closest to t; of steps that which holds there.
func (c Curve) nearest(t time.Duration) (sample int, at time.Duration, value float64, ok bool) {
	if c.Style.Step {
		sample, ok = c.Series.Latest(t - c.later)
	} else {
		sample, ok = c.Series.Nearest(t - c.later)
	}
	if ok {
		at, value = c.Series.At(sample)
		ok = !math.IsNaN(value) && !math.IsInf(value, 0)
	}
	return sample, at + c.later, value, ok
}

// nearby is the nearest sample that says something about t: within the silence that
// is a gap of its stream, or within a few pixels of so much time each. Where a
// stream was silent there is none.
func (c Curve) nearby(t, pixel time.Duration) (sample int, at time.Duration, value float64, ok bool) {
	sample, at, value, ok = c.nearest(t)
	if c.Style.Step && ok {
		return sample, at, value, c.Hold.Reaches(at-c.later, t-c.later) || t-at <= markReach*pixel
	}
	return sample, at, value, ok && c.speaksOf(at, t, pixel)
}

// speaksOf reports whether a sample at one time is one of another one for nearby.
func (c Curve) speaksOf(at, t, pixel time.Duration) bool {
	return c.Hold.Limit <= 0 || max(at-t, t-at) <= max(c.Hold.Limit, markReach*pixel)
}

// longSeries is the number of samples above which a series is not read whole on
// the UI goroutine.
const longSeries = 50_000

// ready reports whether the curve can be drawn at once.
func (c Curve) ready() bool { return c.Pyramid != nil || c.Series.Len() <= longSeries }

// Range is a stretch of log time. An empty one, To not after From, means none.
type Range struct{ From, To time.Duration }

func (r Range) empty() bool { return r.To <= r.From }
