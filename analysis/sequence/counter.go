// Package sequence follows the numbers that senders give their frames. A number
// has 8 bits and wraps: a gap of a multiple of 256 cannot be seen.
//
// Numbering: MAVLink guide, "Packet serialization"; NavLink's frames count alike.
package sequence

import (
	"slices"
	"time"
)

const (
	// LateLimit is how long a number that was missed can still come in late.
	LateLimit = 2 * time.Second
	// repeatLimit is how soon a frame with the number of the one before it says
	// that its sender uses numbers twice, as some radios do. Later it says that
	// 255 frames are missing.
	repeatLimit = 200 * time.Millisecond
	// lateFrames is after how many frames of the counter a missed number is
	// about to come round again and is no late one any more.
	lateFrames = 224
	// before is how many numbers ahead of the first frame may come in late.
	before = 32
)

// Verdict says what a frame's number means.
type Verdict uint8

// Verdicts.
const (
	First  Verdict = iota // nothing before it to compare with
	Next                  // on time
	Gap                   // numbers before it are missing
	Late                  // fills a gap that was already counted
	Repeat                // carries the number of the frame before
)

// Outcome is what Counter.Next found.
type Outcome struct {
	Verdict Verdict
	Missing int // of Gap: numbers skipped, 1 to 255
	Tag     int // of Late: as given when its gap was found; negative where none was counted
}

// Counter follows one sequence. The zero value waits for its first frame.
type Counter struct {
	frames  int
	last    uint8
	at      time.Duration
	first   uint8
	firstAt time.Duration
	open    []missed // oldest first
}

// missed is a run of numbers that may still come in late.
type missed struct {
	from, to uint8 // both missing
	at       time.Duration
	frames   int // of the counter when it was found
	tag      int
}

// Next takes the number of the next frame in file order and its log time. If
// the number leaves a gap, tag names it in what Next says about late frames.
func (c *Counter) Next(number uint8, t time.Duration, tag int) Outcome {
	c.frames++
	missing := number - c.last - 1
	switch {
	case c.frames == 1:
		c.last, c.at, c.first, c.firstAt = number, t, number, t
		return Outcome{Verdict: First}
	case missing == 0:
		c.last, c.at = number, t
		return Outcome{Verdict: Next}
	case number == c.last && t-c.at <= repeatLimit:
		return Outcome{Verdict: Repeat}
	}
	if tag, ok := c.fill(number, t); ok {
		return Outcome{Verdict: Late, Tag: tag}
	}
	c.forget(t)
	c.open = append(c.open, missed{c.last + 1, number - 1, t, c.frames, tag})
	c.last, c.at = number, t
	return Outcome{Verdict: Gap, Missing: int(missing)}
}

// Reset forgets everything: the sender starts over.
func (c *Counter) Reset() { *c = Counter{} }

// fill takes a number out of the newest gap that misses it.
func (c *Counter) fill(number uint8, t time.Duration) (tag int, ok bool) {
	for i := len(c.open) - 1; i >= 0; i-- {
		m := c.open[i]
		if !c.fresh(m, t) || number-m.from > m.to-m.from {
			continue
		}
		var rest []missed
		if number != m.from {
			rest = append(rest, missed{m.from, number - 1, m.at, m.frames, m.tag})
		}
		if number != m.to {
			rest = append(rest, missed{number + 1, m.to, m.at, m.frames, m.tag})
		}
		c.open = slices.Replace(c.open, i, i+1, rest...)
		return m.tag, true
	}
	ahead := c.first - number
	return -1, ahead >= 1 && ahead <= before && t-c.firstAt <= LateLimit && c.frames < lateFrames
}

func (c *Counter) fresh(m missed, t time.Duration) bool {
	return t-m.at <= LateLimit && c.frames-m.frames < lateFrames
}

// forget drops the gaps that are too old to be filled.
func (c *Counter) forget(t time.Duration) {
	stale := 0
	for stale < len(c.open) && !c.fresh(c.open[stale], t) {
		stale++
	}
	c.open = slices.Delete(c.open, 0, stale)
}
