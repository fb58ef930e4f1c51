package plot

import (
	"time"

	"fyne.io/fyne/v2"

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
	// Bytes is where in the log the sample of a number came from; nil where no
	// bytes of the log that is shown hold it.
	Bytes func(sample int) flight.Span
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
	return c.Name == o.Name && c.Unit == o.Unit && c.Series == o.Series && c.Pyramid == o.Pyramid && c.Style == o.Style
}

// Latest is the value and the time of the last sample at or before t; ok is
// false if there is none.
func (c Curve) Latest(t time.Duration) (value float64, at time.Duration, ok bool) {
	i, ok := c.Series.Latest(t)
	if !ok {
		return 0, 0, false
	}
	at, value = c.Series.At(i)
	return value, at, true
}

// longSeries is the number of samples above which a series is not read whole on
// the UI goroutine.
const longSeries = 50_000

// ready reports whether the curve can be drawn at once.
func (c Curve) ready() bool { return c.Pyramid != nil || c.Series.Len() <= longSeries }

// Range is a stretch of log time. An empty one, To not after From, means none.
type Range struct{ From, To time.Duration }

func (r Range) empty() bool { return r.To <= r.From }
