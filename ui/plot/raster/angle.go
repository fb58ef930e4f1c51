package raster

import (
	"context"
	"math"
	"time"
)

// TurnOf is how much of a unit makes a full turn; 0 for one that is no angle.
func TurnOf(unit string) float64 {
	switch unit {
	case "deg", "°":
		return 360
	case "cdeg":
		return 36000
	case "rad":
		return 2 * math.Pi
	}
	return 0
}

// Wraps returns the samples before which an angle in a unit wrapped, and what makes
// a turn. A wrap is a jump of more than half a turn in values that all lie in one
// turn, from nothing or from minus half a one. Values that do not wrap have a turn
// of 0: a roll that stays small, a latitude, a count of turns, a speed.
func Wraps(values []float64, unit string) (breaks []int, turn float64) {
	turn = TurnOf(unit)
	if turn == 0 {
		return nil, 0
	}
	e, slack := extentOf(values), turn/1000
	least, greatest := e.values()
	within := func(lo float64) bool { return least >= lo-slack && greatest <= lo+turn+slack }
	if e.empty() || !within(0) && !within(-turn/2) {
		return nil, 0
	}
	last := math.NaN()
	for i, v := range values {
		if !finite(v) {
			continue
		}
		if math.Abs(v-last) > turn/2 {
			breaks = append(breaks, i)
		}
		last = v
	}
	if len(breaks) == 0 {
		return nil, 0
	}
	return breaks, turn
}

// MeanAngle is the direction that the drawn samples from log time from to log time
// to point to on average, in the turn that they lie in. It is NaN where there are
// none, or where they point all round. It returns the context's error if that ends
// first.
func (s *Series) MeanAngle(ctx context.Context, from, to time.Duration, turn float64) (float64, error) {
	a, b := s.from(from), s.after(to)
	var sin, cos, n float64
	negative := false
	for i := a; i < b; i++ {
		if (i-a)%statisticsBlock == 0 && ctx.Err() != nil {
			return math.NaN(), ctx.Err()
		}
		if v := s.values[i]; finite(v) {
			y, x := math.Sincos(v / turn * 2 * math.Pi)
			sin, cos, n, negative = sin+y, cos+x, n+1, negative || v < 0
		}
	}
	if n == 0 || math.Hypot(sin, cos) < allRound*n {
		return math.NaN(), ctx.Err()
	}
	mean := math.Atan2(sin, cos) / (2 * math.Pi) * turn
	if mean < 0 && !negative {
		mean += turn
	}
	return mean, ctx.Err()
}

// allRound is the length of the mean of unit vectors below which it has no direction
// to speak of.
const allRound = 0.01
