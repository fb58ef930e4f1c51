package raster

import (
	"context"
	"math"
)

// fan is how many entries of one level make one of the next. With 16 the
// pyramid takes a fifteenth of the series' memory and a query reads at most 30
// entries a level.
const fan = 16

// Pyramid holds the least and greatest value of aligned blocks of 16, 256,
// 4096, ... samples, so that the range of any stretch is found without reading
// it. It is immutable; a nil Pyramid is valid and makes queries read the
// samples themselves.
type Pyramid struct {
	levels [][]extent
}

// extent is a closed range of values; lo > hi when there is none.
type extent struct{ lo, hi float64 }

func noExtent() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) join(f extent) {
	if f.lo < e.lo {
		e.lo = f.lo
	}
	if f.hi > e.hi {
		e.hi = f.hi
	}
}

// NewPyramid builds the pyramid of s. It returns the context's error if that
// ends first.
func NewPyramid(ctx context.Context, s *Series) (*Pyramid, error) {
	level := make([]extent, (len(s.values)+fan-1)/fan)
	for i := range level {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		level[i] = extentOf(s.values[i*fan : min((i+1)*fan, len(s.values))])
	}
	p := &Pyramid{}
	for len(level) > 0 {
		p.levels = append(p.levels, level)
		if len(level) == 1 {
			break
		}
		level = coarser(level)
	}
	return p, ctx.Err()
}

func coarser(fine []extent) []extent {
	level := make([]extent, (len(fine)+fan-1)/fan)
	for i := range level {
		level[i] = joinAll(fine[i*fan : min((i+1)*fan, len(fine))])
	}
	return level
}

func joinAll(es []extent) extent {
	a, b := noExtent(), noExtent()
	for ; len(es) >= 2; es = es[2:] {
		a.lo, a.hi = min(a.lo, es[0].lo), max(a.hi, es[0].hi)
		b.lo, b.hi = min(b.lo, es[1].lo), max(b.hi, es[1].hi)
	}
	a.join(b)
	for _, f := range es {
		a.join(f)
	}
	return a
}

// extentOf is the range of the finite values. Four ranges run side by side, and
// without branches, which noise would make the processor guess wrong. Values
// that are not finite show in the result, and are rare enough to be taken out
// in a second pass.
func extentOf(values []float64) extent {
	if len(values) == 0 {
		return noExtent()
	}
	first := values[0]
	a, b := extent{first, first}, extent{first, first}
	c, d := a, b
	rest := values
	for ; len(rest) >= 4; rest = rest[4:] {
		v, w, x, y := rest[0], rest[1], rest[2], rest[3]
		a.lo, a.hi = min(a.lo, v), max(a.hi, v)
		b.lo, b.hi = min(b.lo, w), max(b.hi, w)
		c.lo, c.hi = min(c.lo, x), max(c.hi, x)
		d.lo, d.hi = min(d.lo, y), max(d.hi, y)
	}
	for _, v := range rest {
		a.lo, a.hi = min(a.lo, v), max(a.hi, v)
	}
	e := extent{min(a.lo, b.lo, c.lo, d.lo), max(a.hi, b.hi, c.hi, d.hi)}
	if finite(e.lo) && finite(e.hi) {
		return e
	}
	e = noExtent()
	for _, v := range values {
		if finite(v) {
			e.join(extent{v, v})
		}
	}
	return e
}

// extent is the range of the finite values of samples [a, b) of s. It begins
// with the coarsest blocks inside and goes down to finer ones at both ends only
// where the block they are in may widen the range.
func (p *Pyramid) extent(s *Series, a, b int) extent {
	if p == nil || b-a <= 2*fan {
		return extentOf(s.values[a:b])
	}
	var from, to [maxLevels]int // in blocks of each level, the samples being level 0
	top := 0
	for from[0], to[0] = a, b; to[top]-from[top] > 2*fan && top < len(p.levels); top++ {
		from[top+1], to[top+1] = roundUp(from[top])/fan, to[top]/fan
	}
	e := joinAll(p.levels[top-1][from[top]:to[top]])
	for k := top - 1; k >= 0; k-- {
		if at := from[k] / fan; at < from[k+1] && !e.covers(p.levels[k][at]) {
			p.joinPart(&e, s, k, from[k], roundUp(from[k]))
		}
		if at := to[k] / fan; at*fan < to[k] && !e.covers(p.levels[k][at]) {
			p.joinPart(&e, s, k, at*fan, to[k])
		}
	}
	return e
}

// maxLevels is more than any number of samples needs.
const maxLevels = 18

func (e *extent) covers(f extent) bool { return f.lo >= e.lo && f.hi <= e.hi }

// joinPart widens e by blocks [a, b) of a level, less than a whole of the next.
func (p *Pyramid) joinPart(e *extent, s *Series, level, a, b int) {
	if level > 0 {
		for _, f := range p.levels[level-1][a:b] {
			e.join(f)
		}
		return
	}
	for _, v := range s.values[a:b] {
		if v < e.lo && v >= -math.MaxFloat64 {
			e.lo = v
		}
		if v > e.hi && v <= math.MaxFloat64 {
			e.hi = v
		}
	}
}

func roundUp(i int) int { return (i + fan - 1) / fan * fan }
