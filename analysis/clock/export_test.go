package clock

import "time"

// SixtySecondFit is a fit over a minute.
func SixtySecondFit() *Fit { return NewFit(time.Minute, FitPairs) }

// Edge is the envelope of pairs in host order, its slope never held for a short
// span.
func Edge(pairs []Pair) Line {
	points := prepare(LowerDelay, pairs)
	var c chain
	mean := 0.0
	for i, p := range points {
		c.push(p.point)
		mean += (float64(p.x-points[0].x) - mean) / float64(i+1)
	}
	return envelopeLine(hull{points: c.points()}, points[0].x, mean, 1)
}

// Corners is the number of points of the upper hull of pairs in host order.
func Corners(pairs []Pair) int {
	var c chain
	for _, p := range pairs {
		c.push(pointOf(p))
	}
	return len(c.points())
}

// Scatter is what Sigma and SkewSigma would be over bins of another width.
func Scatter(pairs []Pair, line Line, width time.Duration) (sigma int64, skewSigma float64) {
	points := prepare(LowerDelay, pairs)
	return scatter(floors(points, line, width), line, time.Duration(points[len(points)-1].x-points[0].x))
}
