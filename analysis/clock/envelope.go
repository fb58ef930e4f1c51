package clock

import (
	"math"
	"slices"
	"time"
)

const (
	// EnvelopeSlot is the stretch of host time of which one pair is kept.
	EnvelopeSlot = 50 * time.Millisecond
	// EnvelopeReadySpan is what the pairs must span for the line to be trusted.
	EnvelopeReadySpan = 40 * time.Second
	// EnvelopeSlopeSpan is the span below which the slope is held at 0: jitter
	// would pass for more skew than a crystal has.
	EnvelopeSlopeSpan = 20 * time.Second
	// EnvelopeBin is the stretch of host time of which the smallest lateness
	// enters Sigma.
	EnvelopeBin = 5 * time.Second
	// EnvelopeSigmaBins is how many of them it takes.
	EnvelopeSigmaBins = 6
	// EnvelopeMaxWindow is the longest window an Envelope may have.
	EnvelopeMaxWindow = 2 * time.Hour
)

// Envelope estimates a remote clock from pairs stamped on arrival: the host time
// at which a message came, and the time its sender had put into it. Delay only
// ever makes the remote look behind, so the line is the one on or above all
// pairs of the window that is least far above them in sum: the edge over their
// mean host time of their upper convex hull. The smallest delay cannot be told
// from such pairs; the offset is too small by it.
//
// Of each EnvelopeSlot, counted from host time 0, only the pair with the largest
// offset is kept, so memory is bounded whatever comes. A pair costs O(log n), an
// Estimate O(log² n) and O(log n) a bin; a pair that comes after one of a later
// slot costs O(n) at the next Estimate. The order of pairs within a slot does
// not matter.
type Envelope struct {
	window int64   // slots
	points []point // the pair of each slot, oldest first; the last slot is open
	base   int64   // host time that sum counts from
	sum    int64   // of host times

	// old is the hull of points[:split], built from right to left so that the
	// oldest is the first to be taken back; recent that of the rest but the last.
	old, recent chain
	split       int
	bins        []bin
	stale       bool // a pair came late: hulls and bins must be made anew
}

// NewEnvelope makes an envelope over a window of host time: at least one slot, at
// most EnvelopeMaxWindow.
func NewEnvelope(window time.Duration) *Envelope {
	return &Envelope{window: max(1, int64(min(window, EnvelopeMaxWindow)/EnvelopeSlot))}
}

// SixtySecondEnvelope is an envelope over a minute.
func SixtySecondEnvelope() *Envelope { return NewEnvelope(time.Minute) }

// Push adds a pair and lets the oldest slots go. It reports whether the pair is
// now that of its slot: it is Valid, not older than the window, and less late
// than what came before it in the slot.
func (e *Envelope) Push(p Pair) bool {
	if !p.Valid() {
		return false
	}
	q := pointOf(p)
	newest := len(e.points) - 1
	switch {
	case newest < 0:
		e.base, e.sum = q.x, 0
		e.points = append(e.points, q)
	case slotOf(q) > slotOf(e.points[newest]):
		e.close(e.points[newest])
		e.points = append(e.points, q)
		e.sum += q.x - e.base
		e.evict()
	case slotOf(q) == slotOf(e.points[newest]):
		if !lessLate(q, e.points[newest]) {
			return false
		}
		e.sum += q.x - e.points[newest].x
		e.points[newest] = q
	default:
		return e.insert(q)
	}
	return true
}

// Reset forgets all pairs, as after a restart of the remote clock.
func (e *Envelope) Reset() { *e = Envelope{window: e.window} }

// Len is the number of pairs kept: at most one a slot.
func (e *Envelope) Len() int { return len(e.points) }

// Span is the host time from the oldest pair kept to the newest.
func (e *Envelope) Span() time.Duration {
	if len(e.points) == 0 {
		return 0
	}
	return time.Duration(e.points[len(e.points)-1].x - e.points[0].x)
}

// Estimate is the line over the pairs of the window; false while there are none.
// Its slope is held at 0 while they span less than EnvelopeSlopeSpan. Sigma is
// the root mean square, over the whole EnvelopeBin stretches of host time in the
// window, of each one's smallest lateness; -1 until there are EnvelopeSigmaBins. It
// tells nothing of what host stamps were cut to: the line is too high by up to that.
// Where the mean host time is that of a corner of the hull, the edge right of it
// is taken.
func (e *Envelope) Estimate() (Estimate, bool) {
	if len(e.points) == 0 {
		return Estimate{Sigma: -1, SkewSigma: -1}, false
	}
	if e.stale {
		e.rebuild()
	}
	out := Estimate{Line: e.line(), Pairs: len(e.points), Span: e.Span()}
	out.Sigma, out.SkewSigma = e.sigmas(out)
	out.Ready = !out.Held && out.Span >= EnvelopeReadySpan && out.Sigma >= 0
	return out, true
}

func (e *Envelope) line() Line {
	e.recent.push(e.points[len(e.points)-1])
	defer e.recent.pop()
	left, right := hull{e.old.points(), true}, hull{e.recent.points(), false}
	if e.Span() >= EnvelopeSlopeSpan {
		n := int64(len(e.points))
		top := overBoth(left, right, func(x int64) bool { return (x-e.base)*n > e.sum })
		if skew := top.slope(); math.Abs(skew) <= MaxSkew {
			return Line{Host: top.a.x, Offset: top.a.y, Skew: skew}
		}
	}
	p := right.highest(0)
	if left.len() > 0 {
		if q := left.highest(0); q.y >= p.y {
			p = q
		}
	}
	return Line{Host: p.x, Offset: p.y, Held: true}
}

func slotOf(p point) int64 { return floorDiv(p.x, int64(EnvelopeSlot)) }

// lessLate says which of two points of a slot is kept: of equal offsets the
// earlier one.
func lessLate(p, q point) bool { return p.y > q.y || p.y == q.y && p.x < q.x }

// close lets a point that no later one of its slot can replace into the hulls.
func (e *Envelope) close(p point) {
	if e.stale {
		return
	}
	e.recent.push(p)
	e.bins = addToBin(e.bins, p)
}

func (e *Envelope) evict() {
	oldest := slotOf(e.points[len(e.points)-1]) - e.window
	for slotOf(e.points[0]) < oldest {
		if !e.stale {
			if e.split == 0 {
				e.turnOver()
			}
			e.old.pop()
			e.split--
		}
		e.sum -= e.points[0].x - e.base
		e.points = e.points[1:]
	}
	e.bins = dropBins(e.bins, e.points[0])
	if len(e.points) == 1 {
		e.rebase()
	}
}

// turnOver moves what is in recent into old.
func (e *Envelope) turnOver() {
	e.old.reset()
	e.recent.reset()
	e.split = len(e.points) - 1
	for i := e.split - 1; i >= 0; i-- {
		e.old.push(e.points[i].mirrored())
	}
	e.rebase()
}

func (e *Envelope) rebuild() {
	e.bins = nil
	for _, p := range e.points[:len(e.points)-1] {
		e.bins = addToBin(e.bins, p)
	}
	e.bins = dropBins(e.bins, e.points[0])
	e.turnOver()
	e.stale = false
}

// rebase keeps sum small, however long the envelope runs.
func (e *Envelope) rebase() {
	base := e.points[0].x
	e.sum -= (base - e.base) * int64(len(e.points))
	e.base = base
}

// insert takes a point of a slot before the newest.
func (e *Envelope) insert(q point) bool {
	if slotOf(q) < slotOf(e.points[len(e.points)-1])-e.window {
		return false
	}
	i, found := slices.BinarySearchFunc(e.points, slotOf(q), func(p point, slot int64) int {
		return int(min(1, max(-1, slotOf(p)-slot)))
	})
	switch {
	case !found:
		e.points = slices.Insert(e.points, i, q)
		e.sum += q.x - e.base
	case lessLate(q, e.points[i]):
		e.sum += q.x - e.points[i].x
		e.points[i] = q
	default:
		return false
	}
	e.stale = true
	return true
}
