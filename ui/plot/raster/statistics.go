package raster

import (
	"context"
	"math"
	"time"
)

// Statistics sums up the drawn samples of a stretch of log time. With N of 0
// there are none, and nothing else is set.
type Statistics struct {
	N           int
	Min, Max    float64
	Mean, RMS   float64 // RMS is the root of the mean square
	First, Last float64
	// FirstAt and LastAt are the log times of First and Last.
	FirstAt, LastAt time.Duration
}

// statisticsBlock is how many samples are summed between looks at the context.
const statisticsBlock = 1 << 16

// Statistics reads the samples of s from log time from to log time to, both
// included. It returns the context's error if that ends first. p is the pyramid
// of s, or nil. Its cost is in proportion to the number of samples.
func (s *Series) Statistics(ctx context.Context, p *Pyramid, from, to time.Duration) (Statistics, error) {
	a, b := s.from(from), s.after(to)
	if a >= b {
		return Statistics{}, ctx.Err()
	}
	e, err := s.extent(ctx, p, a, b)
	if err != nil || e.empty() {
		return Statistics{}, err
	}
	lo, hi := e.values()
	// The largest value becomes 1: no square leaves float64 either way.
	scale := max(math.Abs(lo), math.Abs(hi))
	if scale == 0 {
		scale = 1
	}
	var total moments
	for at := a; at < b; at += statisticsBlock {
		if err := ctx.Err(); err != nil {
			return Statistics{}, err
		}
		total.join(momentsOf(s.values[at:min(at+statisticsBlock, b)], scale))
	}
	n := float64(total.n)
	out := Statistics{N: total.n, Min: lo, Max: hi}
	out.Mean = min(max(total.sum/n*scale, lo), hi)
	out.RMS = math.Sqrt(total.squares/n) * scale
	first, last := s.firstFinite(a, b), s.lastFinite(a, b)
	out.First, out.Last = s.values[first], s.values[last]
	out.FirstAt, out.LastAt = s.times[first], s.times[last]
	return out, ctx.Err()
}

// extent is the range of the finite values of the samples [a, b), found by the
// pyramid if there is one.
func (s *Series) extent(ctx context.Context, p *Pyramid, a, b int) (extent, error) {
	if p != nil {
		return p.extent(s, a, b), ctx.Err()
	}
	e := noExtent()
	for at := a; at < b; at += statisticsBlock {
		if err := ctx.Err(); err != nil {
			return e, err
		}
		e = e.join(extentOf(s.values[at:min(at+statisticsBlock, b)]))
	}
	return e, nil
}

// moments are sums over the finite values of a block. Sums of sums lose far
// fewer digits than one long sum.
type moments struct {
	n            int
	sum, squares float64
}

func (m *moments) join(o moments) {
	m.n, m.sum, m.squares = m.n+o.n, m.sum+o.sum, m.squares+o.squares
}

func momentsOf(values []float64, scale float64) moments {
	const part = 256
	var total moments
	for len(values) > 0 {
		var m moments
		for _, v := range values[:min(part, len(values))] {
			if finite(v) {
				v /= scale
				m.n, m.sum, m.squares = m.n+1, m.sum+v, m.squares+v*v
			}
		}
		total.join(m)
		values = values[min(part, len(values)):]
	}
	return total
}

// firstFinite is the first drawn one of the samples [a, b), of which there is one.
func (s *Series) firstFinite(a, b int) int {
	r := s.runs[s.runAt(a)]
	return min(max(a, r.start), b-1)
}

func (s *Series) lastFinite(a, b int) int { return max(s.lastDrawn(b)-1, a) }

// lastDrawn is the end of the drawn samples before b, of which there are some.
func (s *Series) lastDrawn(b int) int {
	k := s.runAt(b - 1)
	if k < len(s.runs) && s.runs[k].start < b {
		return b
	}
	return s.runs[k-1].end
}
