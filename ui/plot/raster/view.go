package raster

import (
	"math"
	"time"
)

// farAway bounds places outside the picture, in pixels; beyond it they only
// differ by what no screen can show.
const farAway = 1e7

// View is the part of the plane that a picture shows: log time From to To from
// left to right, values Min to Max from bottom to top.
type View struct {
	From, To time.Duration
	Min, Max float64
}

// X is where log time t lies in a picture of the given width.
func (v View) X(t time.Duration, width float64) float64 {
	if v.To <= v.From {
		return 0
	}
	return clampPixel(float64(t-v.From) / float64(v.To-v.From) * width)
}

// Y is where value y lies in a picture of the given height, 0 at its top.
func (v View) Y(y, height float64) float64 { return clampPixel(v.Reach(y, height)) }

// endless bounds what is beyond all pictures so that sums of it stay finite.
const endless = 1e300

// Reach is Y however far outside the picture: a line to there crosses the picture
// where it should.
func (v View) Reach(y, height float64) float64 {
	// Halves, as the span of the largest values is beyond float64.
	span := v.Max/2 - v.Min/2
	if !(span > 0) {
		return height / 2
	}
	return min(max((v.Max/2-y/2)/span*height, -endless), endless)
}

// Time is the log time at x in a picture of the given width.
func (v View) Time(x, width float64) time.Duration {
	if width <= 0 {
		return v.From
	}
	return v.From + time.Duration(math.Round(x/width*float64(v.To-v.From)))
}

// Value is the value at y in a picture of the given height.
func (v View) Value(y, height float64) float64 {
	if height <= 0 {
		return v.Max
	}
	return v.Max - y/height*v.Max + y/height*v.Min
}

func clampPixel(p float64) float64 { return min(max(p, -farAway), farAway) }
