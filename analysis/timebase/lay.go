package timebase

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"postflight/analysis/epoch"
)

// Part is a stretch of the log time of b that [Lay] laid beside a by itself.
type Part struct {
	From, To  time.Duration // log time of b, To excluded
	Placement               // where Placed
	Placed    bool
	Why       string // in words, where it is not
	// Steps is how often a clock stepped in between, or that of a was set anew:
	// what lies between two of those has an offset of its own.
	Steps int

	pieces []laidPart
}

// Lay lays log b beside log a as [Place] does, but each boot of the vehicle by
// itself where log time of one of them does not go on through a restart as the
// other's does. The parts are in order on both timelines; a part that cannot be
// placed says so. ok is false where none can.
func Lay(a, b *Result) (parts []Part, ok bool) {
	p, best, ok := place(a, b)
	if !ok {
		return nil, false
	}
	begins := b.restarts(a, best)
	if len(begins) == 0 {
		part := Part{To: b.log.End + 1, Placement: p, Placed: true}
		part.cut([]*candidate{best})
		return []Part{part}, true
	}
	found := match(a, b, best, begins)
	for k, begin := range begins {
		part := Part{From: begin, To: b.log.End + 1}
		if k == 0 {
			part.From = 0
		}
		if k+1 < len(begins) {
			part.To = begins[k+1]
		}
		if cs := found[k]; len(cs) > 0 {
			part.Placement, part.Placed = cs[0].placement(), true
			part.cut(cs)
		} else if p, ok := byDateOf(a, b, begin+(part.To-begin)/2); ok {
			part.Placement, part.Placed = p, true
			part.cut(nil)
		} else {
			part.Why = "the other log holds nothing of it that tells when it was"
		}
		parts = append(parts, part)
	}
	return inOrder(parts)
}

// restarts are the log times of b at which a part begins that needs an offset of
// its own.
func (b *Result) restarts(a *Result, best *candidate) []time.Duration {
	steady := func(r *Result) bool { return r.host == nil || r.host.capture && len(r.host.pieces) == 1 }
	if steady(a) && steady(b) {
		return nil
	}
	var begins []time.Duration
	switch {
	case !b.host.capture:
		for _, p := range b.host.pieces {
			begins = append(begins, p.begin)
		}
	case best != nil:
		for _, e := range epoch.Of(b.epochs, best.y.source) {
			begins = append(begins, e.Start)
		}
	}
	return begins
}

// maxMatches bounds how many boots of one log are held against those of another.
const maxMatches = 10_000

// match finds for the boots of b, which begin at begins, the epochs of a that are
// of the same one: the first is to be told of. None stands where a has none.
func match(a, b *Result, best *candidate, begins []time.Duration) [][]*candidate {
	out := make([][]*candidate, len(begins))
	if best == nil {
		return out
	}
	var xs []tie
	for _, x := range a.ties() {
		if x.source == best.x.source {
			xs = append(xs, x)
		}
	}
	ys := make([]*tie, len(begins))
	for _, y := range b.ties() {
		for k, begin := range begins {
			if y.source == best.y.source && y.begin == begin {
				ys[k] = &y
			}
		}
	}
	one := make([]*candidate, len(begins))
	if len(begins) > 1 && len(xs)*len(ys) <= maxMatches {
		one = chain(a, b, xs, ys)
	} else {
		for k, begin := range begins {
			if begin == best.y.begin {
				one[k] = best
			}
		}
	}
	taken := map[int]bool{}
	for _, c := range one {
		if c != nil {
			taken[c.x.epoch] = true
		}
	}
	for k, c := range one {
		if c != nil {
			out[k] = widen(a, b, xs, c, taken)
		}
	}
	return out
}

// widen adds to the epoch of a that was found for a boot of b those before and
// after it that are of the same boot: only the clock of capture was set anew.
func widen(a, b *Result, xs []tie, c *candidate, taken map[int]bool) []*candidate {
	at := slices.IndexFunc(xs, func(x tie) bool { return x.epoch == c.x.epoch })
	out := []*candidate{c}
	for i := at + 1; i < len(xs) && !taken[xs[i].epoch] && xs[i].from >= xs[i-1].to; i++ {
		next := byBoot(a, b, xs[i], c.y)
		if next == nil {
			break
		}
		out = append(out, next)
	}
	for i := at - 1; i >= 0 && !taken[xs[i].epoch] && xs[i].to <= xs[i+1].from; i-- {
		before := byBoot(a, b, xs[i], c.y)
		if before == nil {
			break
		}
		out = append([]*candidate{before}, out...)
	}
	return out
}

// matched is the best way to match the boots up to one of b, given which of a it has.
type matched struct {
	count   int
	apart   time.Duration // of dates, in all
	overlap time.Duration // in all
	c       *candidate    // of this boot; nil for none
	before  *matched      // of the boots before
}

func (l *matched) better(m *matched) bool {
	return m == nil || cmp.Or(cmp.Compare(l.count, m.count), cmp.Compare(m.apart, l.apart), cmp.Compare(l.overlap, m.overlap)) > 0
}

// chain matches boot by boot. ends[j] is the best that ends with boot
// j-1 of a, ends[0] that without any.
func chain(a, b *Result, xs []tie, ys []*tie) []*candidate {
	ends := make([]*matched, len(xs)+1)
	ends[0] = &matched{}
	for _, y := range ys {
		next := make([]*matched, len(ends))
		for j, l := range ends {
			if l != nil {
				next[j] = &matched{l.count, l.apart, l.overlap, nil, l}
			}
		}
		for j := 1; y != nil && j < len(ends); j++ {
			c := byBoot(a, b, xs[j-1], *y)
			if c == nil {
				continue
			}
			for i := 0; i <= j; i++ {
				l := ends[i]
				if l == nil || i == j && !l.ends(y) {
					continue
				}
				if n := (&matched{l.count + 1, l.apart + c.apart, l.overlap + c.overlap, c, l}); n.better(next[j]) {
					next[j] = n
				}
			}
		}
		ends = next
	}
	var best *matched
	for _, l := range ends {
		if l != nil && l.better(best) {
			best = l
		}
	}
	out := make([]*candidate, len(ys))
	for k := len(ys) - 1; k >= 0; k, best = k-1, best.before {
		out[k] = best.c
	}
	return out
}

// ends says whether the boot time of the last boot of b that was matched ends
// before y begins: then both may be one boot of a, cut by the clock of capture.
func (l *matched) ends(y *tie) bool {
	for ; l != nil; l = l.before {
		if l.c != nil {
			return l.c.y.to <= y.from
		}
	}
	return true
}

// byDateOf lays what b holds about one of its log times by the dates that both
// vehicles sent.
func byDateOf(a, b *Result, at time.Duration) (Placement, bool) {
	date, clockB, ok := b.UTC(at)
	if !ok || clockB == nil {
		return Placement{}, false
	}
	source, stretches := a.Dates()
	for i, s := range stretches {
		before, after := date.UnixNano() < s.At(s.From), date.UnixNano() > s.At(s.To)
		if before && i > 0 || after && i+1 < len(stretches) {
			continue
		}
		// Dates run as log time does, near enough.
		other := s.From + time.Duration(date.UnixNano()-s.At(s.From))
		p := Placement{
			Offset: at - other, At: other, Sigma: -1, Basis: Dates,
			Rests: fmt.Sprintf("the dates of %s and %s", sourceName(source), sourceName(clockB.Source)),
		}
		if _, clockA, ok := a.UTC(other); ok && clockA != nil && clockA.Sigma >= 0 && clockB.Sigma >= 0 {
			p.Sigma, p.Caveat = time.Duration(math.Hypot(float64(clockA.Sigma), float64(clockB.Sigma))), leftOut(clockA, clockB)
		}
		p.toB = func(t time.Duration) time.Duration { return t + p.Offset }
		return p, true
	}
	return Placement{}, false
}

// maxSteps bounds the steps of a part: a clock with more is broken.
const maxSteps = 100

// cut divides a placed part where a clock behind it stepped: cs are the epochs of
// a that it lies beside, in order.
func (p *Part) cut(cs []*candidate) {
	from := p.From
	for i, c := range cs {
		if c == nil {
			break
		}
		to := p.To
		if i+1 < len(cs) {
			to = min(to, c.y.toLog(cs[i+1].x.from))
		}
		toA := func(u time.Duration) time.Duration { return c.x.toLog(c.y.toBoot(u) - int64(c.x.floor-c.y.floor)) }
		cuts := slices.Clone(c.y.cuts)
		for _, t := range c.x.cuts {
			cuts = append(cuts, c.placement().ToB(t))
		}
		slices.Sort(cuts)
		for _, end := range append(cuts, to) {
			if end > from && end <= to {
				middle := from + (end-from)/2
				p.pieces = append(p.pieces, laidPart{from, end, middle - toA(middle)})
				from = end
			}
		}
	}
	if p.Steps = max(0, len(p.pieces)-1); p.Steps == 0 || p.Steps > maxSteps {
		p.Steps, p.pieces = 0, []laidPart{{p.From, p.To, p.Offset}}
	}
}

// inOrder leaves a part that would lie before the one before it unplaced.
func inOrder(parts []Part) ([]Part, bool) {
	last := time.Duration(math.MinInt64)
	for k := range parts {
		if p := &parts[k]; p.Placed {
			if begin := p.pieces[0].from - p.pieces[0].offset; begin > last {
				last = begin
			} else {
				p.Placed, p.Why = false, "its clocks put it before what comes before it in the log"
			}
		}
	}
	return parts, last != math.MinInt64
}
