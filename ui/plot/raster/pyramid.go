package raster

import "context"

// fan is how many blocks of one level, or samples, make a block of the next.
const fan = 16

// Pyramid holds the least and greatest value of aligned blocks of 16, 256,
// 4096, ... samples, so that the range of any stretch is found by reading the
// samples of two blocks and an extent or two a level. It takes a fifth of the
// series' memory. It is immutable; a nil Pyramid is valid and makes queries read
// the samples themselves.
type Pyramid struct {
	levels []level
}

// level is the blocks of one size. Blocks that make one of the next level are a
// group.
type level struct {
	own    []extent
	around []around
}

// around is the extents of a block's group before the block and after it. A
// stretch that ends in the block and one that starts there find what they need
// in one place: in a long series every other place is a miss of the cache.
type around struct{ before, after extent }

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
		before, after := noExtent(), noExtent()
		for i := start; i < end; i++ {
			l.around[i].before = before
			before = before.join(own[i])
		}
		for i := end - 1; i >= start; i-- {
			l.around[i].after = after
			after = after.join(own[i])
		}
		groups = append(groups, before)
	}
	return l, groups
}

// extent is the range of the finite values of samples [a, b) of s: the samples
// in the blocks of its first and its last one, and the blocks between.
func (p *Pyramid) extent(s *Series, a, b int) extent {
	if p == nil || b-a <= 2*fan {
		return extentOf(s.values[a:b])
	}
	first, last := a/fan, (b-1)/fan
	e := p.between(first, last)
	e = e.join(extentOf(s.values[a : (first+1)*fan]))
	e = e.join(extentOf(s.values[last*fan : b]))
	return e
}

// between is the range of the blocks of the lowest level that lie between two of
// them.
func (p *Pyramid) between(first, last int) extent {
	e := noExtent()
	for _, l := range p.levels {
		if first/fan == last/fan {
			e = e.join(joinAll(l.own[first+1 : last]))
			break
		}
		e = e.join(l.around[first].after)
		e = e.join(l.around[last].before)
		first, last = first/fan, last/fan
		if last-first == 1 {
			break
		}
	}
	return e
}

// fetch reads a little of all that extents which end at these samples, or start
// there, will need. None of it depends on the rest, so that the processor waits
// for all of it at once and not for one miss of the cache after another. What it
// returns means nothing, and keeps the reads from being left out.
func (p *Pyramid) fetch(s *Series, ends []int) (read rank) {
	if p == nil {
		return 0
	}
	last := len(s.values) - 1
	for _, end := range ends {
		first := min(end, last) / fan * fan
		read ^= rankOf(s.values[first]) ^ rankOf(s.values[min(first+fan-1, last)])
	}
	blocks := fan
	for _, l := range p.levels {
		for _, end := range ends {
			read ^= l.around[min(end, last)/blocks].before.lo
		}
		blocks *= fan
	}
	return read
}
