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
	e := noExtent()
	for _, f := range es {
		e.join(f)
	}
	return e
}

// extentOf is the range of the finite values. NaN fails both comparisons;
// infinities are rare enough to be taken out in a second pass.
func extentOf(values []float64) extent {
	e := noExtent()
	for _, v := range values {
		if v < e.lo {
			e.lo = v
		}
		if v > e.hi {
			e.hi = v
		}
	}
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

// extent is the range of the finite values of samples [a, b) of s.
func (p *Pyramid) extent(s *Series, a, b int) extent {
	if p == nil || b-a <= 2*fan {
		return extentOf(s.values[a:b])
	}
	e := extentOf(s.values[a:roundUp(a)])
	e.join(extentOf(s.values[b/fan*fan : b]))
	a, b = roundUp(a)/fan, b/fan
	for _, level := range p.levels {
		if b-a <= 2*fan {
			e.join(joinAll(level[a:b]))
			return e
		}
		e.join(joinAll(level[a:roundUp(a)]))
		e.join(joinAll(level[b/fan*fan : b]))
		a, b = roundUp(a)/fan, b/fan
	}
	return e
}

func roundUp(i int) int { return (i + fan - 1) / fan * fan }
