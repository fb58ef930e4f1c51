package clock

import (
	"math"
	"time"
)

const (
	// finest is the least that pairs are taken to scatter by: time stamps of a
	// microsecond.
	finest = time.Microsecond
	// coarsest is the resolution that ground stations write their time stamps with
	// that do not tell microseconds (QGroundControl).
	coarsest = time.Millisecond
	// onGrid is the share of time stamps that are whole: a few may be damaged.
	onGrid = 0.99
)

// fitting is how lines are laid through the pairs of a Whole.
type fitting struct {
	method Method
	grain  float64 // the resolution of their host times, ns
}

// grainOf is the resolution of the host times of pairs, ns, as far as it can bend a
// line: errors without a preferred sign it makes larger, which their scatter tells.
func grainOf(method Method, pairs []Pair) float64 {
	if method == LeastSquares {
		return float64(finest)
	}
	even := 0
	for _, p := range pairs {
		if p.Host%int64(coarsest) == 0 {
			even++
		}
	}
	if float64(even) >= onGrid*float64(len(pairs)) {
		return float64(coarsest)
	}
	return float64(finest)
}

// roughen lets no sigma be finer than the time stamps: one that is cut off is wrong
// by up to its resolution, evenly spread.
func (f fitting) roughen(e *Estimate) {
	if e.Sigma < 0 || f.grain <= float64(finest) {
		return
	}
	least := f.grain / math.Sqrt(12)
	e.Sigma = max(e.Sigma, whole(least))
	if e.SkewSigma >= 0 && e.Span > 0 {
		e.SkewSigma = max(e.SkewSigma, least*math.Sqrt2/float64(e.Span)*ppm)
	}
}
