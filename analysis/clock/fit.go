package clock

import (
	"container/heap"
	"time"
)

const (
	// FitPairs is room for a minute of pairs, up to 68 a second.
	FitPairs = 4096

	minSigmaPairs = 3 // two points are always on a line
)

// Fit is the least-squares line of the offset over the pairs of a sliding
// window. It suits pairs whose error has no preferred sign: those of a Timesync,
// a pulse, a common trigger.
//
// A pair costs O(log n). Pairs may come in any order; the result does not depend
// on it unless one comes after its window is gone.
type Fit struct {
	window  int64
	most    int
	pairs   byHost
	held    map[point]struct{} // the same
	newest  int64
	sums    sums
	current Estimate
	known   bool // current is of these pairs
}

// NewFit makes a fit over pairs no older than window than the newest one, and
// over no more than most of them (at least 2).
func NewFit(window time.Duration, most int) *Fit {
	return &Fit{window: int64(window), most: max(2, most), held: map[point]struct{}{}}
}

// Push adds a pair and lets the oldest go. It reports false, and does nothing,
// where the pair is not Valid, is in the window already or is older than it: a
// reading counts once.
func (f *Fit) Push(p Pair) bool {
	if !p.Valid() {
		return false
	}
	q := pointOf(p)
	if _, twice := f.held[q]; twice || len(f.pairs) > 0 && q.x < sub(f.newest, f.window) {
		return false
	}
	if len(f.pairs) == 0 || q.x > f.newest {
		f.newest = q.x
	}
	f.known = false
	f.held[q] = struct{}{}
	f.sums.add(q)
	heap.Push(&f.pairs, q)
	for len(f.pairs) > f.most || f.pairs[0].x < sub(f.newest, f.window) {
		oldest := heap.Pop(&f.pairs).(point)
		delete(f.held, oldest)
		f.sums.remove(oldest)
	}
	return true
}

// Reset forgets all pairs, as after a restart of the remote clock.
func (f *Fit) Reset() { *f = *NewFit(time.Duration(f.window), f.most) }

// Len is the number of pairs in the window.
func (f *Fit) Len() int { return len(f.pairs) }

// Estimate is the line through the pairs of the window; false while there are
// none. Sigma, the root mean square residual (over n), is -1 until there are
// three. One pair, or several of one host time, have a slope held at 0.
func (f *Fit) Estimate() (Estimate, bool) {
	if len(f.pairs) == 0 {
		return Estimate{Sigma: -1, SkewSigma: -1}, false
	}
	if !f.known {
		f.current, f.known = f.sums.line(), true
		f.current.Span = time.Duration(f.newest - f.pairs[0].x)
		f.current.Ready = !f.current.Held && f.current.Sigma >= 0
	}
	return f.current, true
}

// byHost is a heap with the oldest point on top.
type byHost []point

func (h byHost) Len() int      { return len(h) }
func (h byHost) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *byHost) Push(p any)   { *h = append(*h, p.(point)) }

// Less lets equal host times go by their offset, so that which of them a full
// window drops does not depend on their order.
func (h byHost) Less(i, j int) bool {
	if h[i].x != h[j].x {
		return h[i].x < h[j].x
	}
	return h[i].y < h[j].y
}

func (h *byHost) Pop() any {
	last := len(*h) - 1
	p := (*h)[last]
	*h = (*h)[:last]
	return p
}
