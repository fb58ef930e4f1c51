package link

import (
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// heard is one counter as its frames come in.
type heard struct {
	log       *flight.Log
	counter   *sequence.Counter
	copies    *sequence.Copies
	following sequence.Follower
}

// frame says what the number of frame i means, or how many frames it is a copy
// of. tag names the gap that it may leave.
func (h *heard) frame(i, tag int) (o sequence.Outcome, copies int) {
	t, seq := h.log.Frames.Time[i], h.log.Frames.Seq[i]
	place, _ := h.counter.Behind(seq, t, nil)
	if copies = h.copies.Of(i, place); copies > 0 {
		if _, old := h.counter.Behind(seq, t, h.following); old {
			h.copies.Add(i, place)
			return o, copies
		}
	}
	o = h.counter.Next(seq, t, tag, h.following)
	h.copies.Add(i, o.Place)
	return o, 0
}

// reach is how many frames behind one those of its counter are looked for.
const reach = 512

// next finds the numbers that the counter of the present frame goes on with.
func (c *counting) next(k int) (number uint8, ok bool) {
	if c.ahead.of != c.at {
		c.ahead.of, c.ahead.looked, c.ahead.numbers = c.at, c.at, c.ahead.numbers[:0]
	}
	f := &c.log.Frames
	counter := c.plan.Of[f.Stream[c.at]]
	for k >= len(c.ahead.numbers) {
		c.ahead.looked++
		i := c.ahead.looked
		if i >= min(c.at+reach, f.Len()) || c.resets[i] {
			c.ahead.looked--
			return 0, false
		}
		if c.plan.Of[f.Stream[i]] == counter {
			c.ahead.numbers = append(c.ahead.numbers, f.Seq[i])
		}
	}
	return c.ahead.numbers[k], true
}

// ahead is what follows a frame, as far as it was looked for.
type ahead struct {
	of, looked int
	numbers    []uint8
}

// fits reports whether the number of a frame that could not be verified lies where
// those of the verified ones around it leave room for it.
func (c *counting) fits(counter, i int) bool {
	f := &c.log.Frames
	for k := i + 1; k < min(i+reach, f.Len()) && !c.resets[k]; k++ {
		if c.plan.Of[f.Stream[k]] == counter && f.Flags[k]&flight.Unknown == 0 {
			return c.counters[counter].HasRoom(f.Seq[i], f.Seq[k])
		}
	}
	return c.counters[counter].HasRoom(f.Seq[i], f.Seq[i]+1)
}
