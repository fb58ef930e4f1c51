package raster

import (
	"math"
	"time"
)

// Seen is the range of what is drawn from log time from to log time to: of the
// samples there and of the lines that come in and go out at the ends, which lie
// between two samples, or hold the earlier one where steps are drawn. ok is false
// if nothing is drawn there. p is the pyramid of s, or nil.
func (s *Series) Seen(p *Pyramid, from, to time.Duration, step bool) (lo, hi float64, ok bool) {
	lo, hi, ok = s.Extent(p, from, to)
	if !ok {
		lo, hi = math.Inf(1), math.Inf(-1)
	}
	for _, end := range []struct {
		next int
		at   time.Duration
	}{{s.from(from), from}, {s.after(to), to}} {
		if !s.joined(end.next) {
			continue
		}
		v := s.between(end.next, end.at, step)
		lo, hi, ok = min(lo, v), max(hi, v), true
	}
	if last := len(s.values) - 1; last >= 0 && s.holds(from) {
		v := s.values[last]
		return min(lo, v), max(hi, v), true
	}
	return lo, hi, ok
}

// between is the height at t of the line to sample next from the one before.
func (s *Series) between(next int, t time.Duration, step bool) float64 {
	a, b := s.values[next-1], s.values[next]
	if step {
		return a
	}
	part := float64(t-s.times[next-1]) / float64(s.times[next]-s.times[next-1])
	return a*(1-part) + b*part
}
