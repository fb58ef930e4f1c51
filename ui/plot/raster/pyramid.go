package raster

import (
	"context"
	"math"
)

// fan is how many blocks of one level, or samples, make a block of the next.
const fan = 16

// Pyramid holds the least and greatest value of aligned blocks of 16, 256,
// 4096, ... samples, so that the range of any stretch is found by reading at
// most 30 samples and a few extents a level. It takes a fifth of the series'
// memory. It is immutable; a nil Pyramid is valid and makes queries read the
// samples themselves.
type Pyramid struct {
	levels []level
}

// level is the blocks of one size. Blocks that make one of the next level are a
// group.
type level struct {
	own    []extent
	around []around
}

// around is the extents of a block's group from its start up to the block, and
// from the block on to its end, the block included in both.
type around struct{ upTo, onward extent }

// extent is a closed range of values; lo > hi when there is none.
type extent struct{ lo, hi float64 }

func noExtent() extent { return extent{math.Inf(1), math.Inf(-1)} }

func (e *extent) join(f extent) {
	e.lo, e.hi = min(e.lo, f.lo), max(e.hi, f.hi)
}

// NewPyramid builds the pyramid of s. It returns the context's error if that
// ends first.
func NewPyramid(ctx context.Context, s *Series) (*Pyramid, error) {
	own := make([]extent, (len(s.values)+fan-1)/fan)
	for i := range own {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		own[i] = extentOf(s.values[i*fan : min((i+1)*fan, len(s.values))])
	}
	p := &Pyramid{}
	for len(own) > 0 {
		l, groups := newLevel(own)
		p.levels = append(p.levels, l)
		if len(own) == 1 {
			break
		}
		own = groups
	}
	return p, ctx.Err()
}

// newLevel makes the level of the blocks with extents own, and returns the
// extents of its groups.
func newLevel(own []extent) (l level, groups []extent) {
	l = level{own, make([]around, len(own))}
	groups = make([]extent, 0, (len(own)+fan-1)/fan)
	for start := 0; start < len(own); start += fan {
		end := min(start+fan, len(own))
		upTo, onward := noExtent(), noExtent()
		for i := start; i < end; i++ {
			upTo.join(own[i])
			l.around[i].upTo = upTo
		}
		for i := end - 1; i >= start; i-- {
			onward.join(own[i])
			l.around[i].onward = onward
		}
		groups = append(groups, upTo)
	}
	return l, groups
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

// extent is the range of the finite values of samples [a, b) of s. From level
// to level it takes in what lies beside whole groups, and then the samples
// beside whole blocks, where those around them may widen the range.
func (p *Pyramid) extent(s *Series, a, b int) extent {
	if p == nil || b-a <= 2*fan {
		return extentOf(s.values[a:b])
	}
	lo, hi := (a+fan-1)/fan, b/fan // whole blocks
	e := p.blocks(lo, hi)
	around := p.levels[0].around
	if a < lo*fan && !e.covers(around[lo-1].upTo) {
		e.join(extentOf(s.values[a : lo*fan]))
	}
	if hi*fan < b && !e.covers(around[hi].onward) {
		e.join(extentOf(s.values[hi*fan : b]))
	}
	return e
}

// blocks is the range of the blocks [lo, hi) of the lowest level, at least one.
func (p *Pyramid) blocks(lo, hi int) extent {
	e := noExtent()
	for _, l := range p.levels {
		first, last := lo/fan, (hi-1)/fan // their groups
		if first == last {
			e.join(joinAll(l.own[lo:hi]))
			break
		}
		e.join(l.around[lo].onward)
		e.join(l.around[hi-1].upTo)
		lo, hi = first+1, last
		if lo == hi {
			break
		}
	}
	return e
}

func (e *extent) covers(f extent) bool { return f.lo >= e.lo && f.hi <= e.hi }
