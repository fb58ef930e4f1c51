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
	// before is how many numbers ahead of the first frame may come in late.
	before = 32
	// near is up to how far behind a number is nearer behind than ahead.
	near = 128
	// paused is how many numbers a sender may have used unheard without any doubt
	// that a number near behind is an old one.
	paused = 64
	// A number that is nearer ahead may be there if no more than burst numbers were
	// skipped, or hurry times as many as were due.
	burst, hurry = 32, 8
	// rated is how many numbers it takes to know a sender's rate.
	rated = 32
	// leap is how many mean steps make a leap.
	leap = 8
	// landing is how close behind the newest frame a leap back to it ends.
	landing = 4
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
	Place   int // the number as it would be if it did not wrap
}

// Follower tells the numbers that the counter goes on with: k is 0 for that of
// the next frame. ok is false where there is none, or none near. It may be nil.
type Follower func(k int) (number uint8, ok bool)

// Counter follows one sequence. The zero value waits for its first frame.
type Counter struct {
	started bool
	last    int // place of the newest frame
	at      time.Duration
	first   int
	firstAt time.Duration
	open    []missed // oldest first
}

// missed is a run of places that may still come in late.
type missed struct {
	from, to int // both missing
	at       time.Duration
	tag      int
}

// Behind is the place of a number if it belongs to an old frame: the newest one
// with that number. ok says whether it may be one. Where by its rate the sender
// may as well have come to the number again, what follows decides.
func (c *Counter) Behind(number uint8, t time.Duration, following Follower) (place int, ok bool) {
	back := uint8(c.last) - number
	place = c.last - int(back)
	switch {
	case !c.started || back == 255:
		return place, false
	case !c.mayBeAhead(int(back), c.due(t)):
		return place, true
	}
	return place, following != nil && leaps(int(back), number, following)
}

// mayBeAhead reports whether a number that is back behind may also be ahead, where
// so many are due.
func (c *Counter) mayBeAhead(back int, due float64) bool {
	if back < near {
		return due >= paused
	}
	return float64(256-back) <= burst+hurry*due
}

// leaps reports whether the frames that follow a number, which is back behind the
// newest, return to the newest one with a leap. If they get there step by step
// instead, the number was ahead of it.
func leaps(back int, number uint8, following Follower) bool {
	for k, gone := 0, 0; ; k++ {
		next, ok := following(k)
		if !ok {
			return false
		}
		step := int(next - number)
		if gone+step > back {
			return gone+step-back <= landing && (k == 0 || step*k > leap*gone)
		}
		gone, number = gone+step, next
	}
}

// due is how many numbers the sender has used since the newest frame if it kept
// its rate.
func (c *Counter) due(t time.Duration) float64 {
	if c.at <= c.firstAt || c.last-c.first < rated {
		return 0 // no rate to go by
	}
	return float64(c.last-c.first) * (t - c.at).Seconds() / (c.at - c.firstAt).Seconds()
}

// Next takes the number of the next frame in file order and its log time. If
// the number leaves a gap, tag names it in what Next says about late frames.
func (c *Counter) Next(number uint8, t time.Duration, tag int, following Follower) Outcome {
	missing := number - uint8(c.last) - 1
	switch {
	case !c.started:
		c.started, c.last, c.at = true, c.last+int(number-uint8(c.last)), t
		c.first, c.firstAt = c.last, t
		return Outcome{Verdict: First, Place: c.last}
	case missing == 0:
		c.last, c.at = c.last+1, t
		return Outcome{Verdict: Next, Place: c.last}
	case number == uint8(c.last) && t-c.at <= repeatLimit:
		return Outcome{Verdict: Repeat, Place: c.last}
	}
	if place, old := c.missing(number, t, following); old {
		return Outcome{Verdict: Late, Tag: c.fill(place), Place: place}
	}
	c.forget(t)
	c.open = append(c.open, missed{c.last + 1, c.last + int(missing), t, tag})
	c.last, c.at = c.last+int(missing)+1, t
	return Outcome{Verdict: Gap, Missing: int(missing), Place: c.last}
}

// HasRoom reports whether a number lies behind the newest and before next, that of
// a later frame, as far as it can be told.
func (c *Counter) HasRoom(number, next uint8) bool {
	ahead, room := number-uint8(c.last)-1, next-uint8(c.last)-1
	return c.started && ahead < room && (ahead == 0 || room < near)
}

// apart is more than any two places of one run that share a number differ by.
const apart = 512

// Reset forgets what came: the sender starts over. Places go on, well apart.
func (c *Counter) Reset() { *c = Counter{last: c.last + apart} }

// missing is the place of a number that is missed, or that may have been before
// the first one; false for any other.
func (c *Counter) missing(number uint8, t time.Duration, following Follower) (place int, ok bool) {
	place = c.last - int(uint8(c.last)-number)
	early := place < c.first && place >= c.first-before && c.last-place <= 256-burst && t-c.firstAt <= LateLimit
	if !early && c.gapOf(place, t) < 0 {
		return place, false
	}
	return c.Behind(number, t, following)
}

// gapOf finds the open gap that a place lies in; negative where there is none.
func (c *Counter) gapOf(place int, t time.Duration) int {
	for i := len(c.open) - 1; i >= 0; i-- {
		m := &c.open[i]
		if t-m.at > LateLimit {
			return -1
		}
		if place >= m.from && place <= m.to {
			return i
		}
	}
	return -1
}

// fill takes a place out of its gap.
func (c *Counter) fill(place int) (tag int) {
	for i := len(c.open) - 1; i >= 0; i-- {
		m := c.open[i]
		if place < m.from || place > m.to {
			continue
		}
		var rest []missed
		if place != m.from {
			rest = append(rest, missed{m.from, place - 1, m.at, m.tag})
		}
		if place != m.to {
			rest = append(rest, missed{place + 1, m.to, m.at, m.tag})
		}
		c.open = slices.Replace(c.open, i, i+1, rest...)
		return m.tag
	}
	return -1
}

// forget drops the gaps that are too old to be filled.
func (c *Counter) forget(t time.Duration) {
	stale := 0
	for stale < len(c.open) && (t-c.open[stale].at > LateLimit || c.last-c.open[stale].to > 255) {
		stale++
	}
	c.open = slices.Delete(c.open, 0, stale)
}
