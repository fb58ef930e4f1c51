// Package pair matches the samples of two signals by time. Nothing is
// interpolated: a sample either has a partner that was really sent or it has none.
package pair

import "time"

// AttitudeTolerance is how far apart two attitude samples may lie to be
// compared (AnaTele's chapter on time and sources).
const AttitudeTolerance = 250 * time.Millisecond

// Pair holds the indices of two samples that belong together.
type Pair struct{ A, B int }

// Nearest pairs each time of a with the nearest of b, the earlier one on a tie,
// if it is at most tolerance away. skipped is how many of a found none. Both
// lists ascend and lie in one epoch; a sample of b may serve several of a.
func Nearest(a, b []time.Duration, tolerance time.Duration) (pairs []Pair, skipped int) {
	n := NewCursor(b)
	for i, t := range a {
		if k, distance := n.To(t); k >= 0 && distance <= tolerance {
			pairs = append(pairs, Pair{i, k})
		} else {
			skipped++
		}
	}
	return pairs, skipped
}

// Cursor finds nearest times for a rising series of questions.
type Cursor struct {
	times  []time.Duration
	next   int // first time not before the last question
	before int // first of the times equal to the one before next
}

// NewCursor asks about times, which ascend.
func NewCursor(times []time.Duration) Cursor { return Cursor{times: times} }

// To gives the nearest time, the earlier one on a tie, and how far away it is;
// -1 where there are no times. Questions must not fall.
func (c *Cursor) To(t time.Duration) (index int, distance time.Duration) {
	for c.next < len(c.times) && c.times[c.next] < t {
		if c.next == 0 || c.times[c.next] != c.times[c.next-1] {
			c.before = c.next
		}
		c.next++
	}
	switch {
	case len(c.times) == 0:
		return -1, 0
	case c.next == 0:
		return 0, c.times[0] - t
	}
	earlier := t - c.times[c.before]
	if c.next < len(c.times) && c.times[c.next]-t < earlier {
		return c.next, c.times[c.next] - t
	}
	return c.before, earlier
}
