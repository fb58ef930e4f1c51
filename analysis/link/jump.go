package link

import (
	"fmt"
	"slices"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// jump is a silence that was none: the clock of capture was set forward.
type jump struct {
	frame    int // the first behind it
	from, to time.Duration
	by       time.Duration
	source   flight.Source // whose clock shows it
}

// dropJumps drops the silences in which no time passed by the clocks of those who
// were silent. What does not tell a boot time follows the others.
func (c *counting) dropJumps() {
	var passed []jump // silences in which time did pass
	for i := range c.sources {
		silences := c.notes[i].silences
		for k := range silences {
			j, known := c.jumpIn(c.sources[i].Source, &silences[k])
			switch {
			case !known:
			case j.by > 0:
				c.jumps = append(c.jumps, j)
			default:
				passed = append(passed, j)
			}
		}
	}
	overlaps := func(j jump) func(jump) bool {
		return func(o jump) bool { return o.from < j.to && j.from < o.to }
	}
	c.jumps = slices.DeleteFunc(c.jumps, func(j jump) bool { return slices.ContainsFunc(passed, overlaps(j)) })
	for i := range c.notes {
		n := &c.notes[i]
		n.silences = slices.DeleteFunc(n.silences, func(q silence) bool {
			at := jump{from: c.log.Frames.Time[q.before], to: c.log.Frames.Time[q.after]}
			return slices.ContainsFunc(c.jumps, overlaps(at))
		})
	}
	slices.SortFunc(c.jumps, func(a, b jump) int { return a.frame - b.frame })
	c.jumps = slices.CompactFunc(c.jumps, func(a, b jump) bool { return overlaps(a)(b) })
}

// jumpIn compares a silence to what the sender's own clock counted from before it
// until as long after it: frames that were held up come in late and make up for
// it, a clock that was set does not. known is false where no clock tells.
func (c *counting) jumpIn(source flight.Source, q *silence) (j jump, known bool) {
	if c.log.Format != flight.TLog && c.log.Format != flight.VREC {
		return j, false // log time is the boot time itself
	}
	at := c.framesOf(source)
	before, _ := slices.BinarySearch(at, int32(q.before))
	after, _ := slices.BinarySearch(at, int32(q.after))
	f := &c.log.Frames
	j = jump{frame: q.after, from: f.Time[q.before], to: f.Time[q.after], source: source}
	if c.resets[q.after] {
		return j, c.heardMeanwhile(q)
	}
	old, then := time.Duration(-1), time.Duration(0)
	for k := before; k >= max(0, before-reach) && old < 0; k-- {
		old, then = c.bootTime(int(at[k])), f.Time[at[k]]
	}
	if old < 0 || !c.keepsPace(at[:before], old, then, q.length) {
		return j, false
	}
	var now, later time.Duration
	for k := after; k < len(at) && !c.resets[int(at[k])] && later < j.to+q.length; k++ {
		b := c.bootTime(int(at[k]))
		if b < old {
			continue // it tells none
		}
		if later == 0 {
			q.passed = min(q.length, b-old)
		}
		now, later = b, f.Time[at[k]]
	}
	if later == 0 {
		return j, false
	}
	missing := later - then - (now - old)
	q.held = missing < q.length/2
	switch {
	case c.heardMeanwhile(q):
		return j, true
	case old+q.passed < q.length && !q.held && !c.continues(q): // it rebooted, for all that can be told
		return j, false
	case (missing - q.length).Abs() <= q.length/4:
		j.by = missing
	}
	return j, later >= j.to+min(q.length, catchUp)
}

// catchUp is how long after a silence frames that were held up have come.
const catchUp = 10 * time.Second

// continues reports whether the sequence goes on over a silence as if there were none.
func (c *counting) continues(q *silence) bool {
	const few = 16
	step := c.log.Frames.Seq[q.after] - c.log.Frames.Seq[q.before]
	return step > 0 && step <= few
}

// heardMeanwhile reports whether others were heard in the middle of a silence: time
// did pass.
func (c *counting) heardMeanwhile(q *silence) bool {
	f := &c.log.Frames
	from, to := f.Time[q.before]+q.length/4, f.Time[q.after]-q.length/4
	for i := q.before + 1; i < q.after; i++ {
		if f.Time[i] > from && f.Time[i] < to {
			return true
		}
	}
	return false
}

// paceTime is how long, besides the length of a silence, one looks back for how
// fast a clock runs: links hold frames up for a while.
const paceTime = 30 * time.Second

// keepsPace reports whether a boot time went on as log time did until it was old at
// a log time, for so long and some more, or since the sender was first heard.
func (c *counting) keepsPace(frames []int32, old, then, length time.Duration) bool {
	f := &c.log.Frames
	k := len(frames) - 1
	for ; k > 0 && !c.resets[int(frames[k])]; k-- {
		if then-f.Time[frames[k]] >= length+paceTime && c.bootTime(int(frames[k])) >= 0 {
			break
		}
	}
	for ; k >= 0 && k < len(frames) && f.Time[frames[k]] < then; k++ {
		if boot := c.bootTime(int(frames[k])); boot >= 0 {
			return 2*(old-boot) > then-f.Time[frames[k]]
		}
	}
	return false
}

// bootTime is what a frame tells of the time since its sender powered up;
// negative where it tells none.
func (c *counting) bootTime(i int) time.Duration {
	s := c.log.Frames.Stream[i]
	field, known := c.boots[s]
	if !known {
		if field, _ = stamp.BootField(c.log.Streams[s].Message); c.log.Streams[s].Bare {
			field = nil
		}
		c.boots[s] = field
	}
	if field == nil {
		return -1
	}
	ms := field.Bits(c.log.Payload(i), 0)
	if ms == 0 {
		return -1
	}
	return time.Duration(ms) * time.Millisecond
}

// jumpFindings tells of them in case no fitted clock does.
func (c *counting) jumpFindings() []flight.Finding {
	var out []flight.Finding
	for _, j := range c.jumps {
		f := c.on(flight.ClockStepped, flight.Warning, j.source, j.frame)
		f.Source, f.Size = "", j.by.Seconds()
		f.Text = fmt.Sprintf("The clock of the recording was set forward by about %.1f s: that of %s does not show that time.", j.by.Seconds(), j.source)
		out = append(out, f)
	}
	return out
}
