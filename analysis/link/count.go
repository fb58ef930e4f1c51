package link

import (
	"fmt"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// counting is the work of Count.
type counting struct {
	log     *flight.Log
	plan    *sequence.Plan
	resets  map[int]bool
	copies  *sequence.Copies
	sources []Source
	notes   []notes // beside sources
	wire    Wire

	outOfOrder []uint32 // frames that came late or twice

	index    map[flight.Source]int
	of       []int   // source by stream
	unknown  []tally // by stream
	counters []sequence.Counter
	previous []time.Duration // by counter: log time of the frame before
	members  [][]int         // counters by source
}

// notes is what the findings of a source rest on beyond its account.
type notes struct {
	late, duplicate, signed tally
	silences                []silence
}

// tally counts frames and keeps the first.
type tally struct{ count, first int }

func (t *tally) add(frame int) {
	if t.count == 0 {
		t.first = frame
	}
	t.count++
}

type silence struct {
	frame int // the one that ended it
	since time.Duration
}

func newCounting(l *flight.Log, plan *sequence.Plan, epochs *epoch.Result) *counting {
	c := &counting{
		log: l, plan: plan, resets: epochs.Resets(), copies: sequence.NewCopies(l),
		of: make([]int, len(l.Streams)), unknown: make([]tally, len(l.Streams)),
		counters: make([]sequence.Counter, plan.Counters), previous: make([]time.Duration, plan.Counters),
		index: map[flight.Source]int{},
	}
	for _, g := range plan.Groups {
		at, ok := c.index[g.Source]
		if !ok {
			at = len(c.sources)
			c.index[g.Source] = at
			c.sources = append(c.sources, Source{Source: g.Source, PerMessage: g.PerMessage, Reliable: true})
		}
		c.sources[at].judge(g)
	}
	c.notes, c.members = make([]notes, len(c.sources)), make([][]int, len(c.sources))
	seen := make([]bool, plan.Counters)
	for s, stream := range l.Streams {
		c.of[s] = c.index[stream.Source]
		if n := plan.Of[s]; n != sequence.None && !seen[n] {
			seen[n] = true
			c.members[c.of[s]] = append(c.members[c.of[s]], n)
		}
	}
	for _, r := range epochs.Restarts {
		c.sources[c.index[r.Source]].Restarts++
	}
	return c
}

// judge says whether a sender's numbers can show loss.
func (s *Source) judge(g sequence.Group) {
	why := ""
	switch {
	case !g.Numbered:
		why = "its frames carry no sequence"
	case g.Frames < 2:
		why = "it sent a single frame"
	case g.Constant:
		why = fmt.Sprintf("every frame has sequence %d", g.Number)
	case g.Counting == 0:
		why = "no message counts its frames"
	}
	if why != "" {
		s.Reliable, s.Why = false, why
	}
}

func (c *counting) frame(i int) {
	at := c.of[c.log.Frames.Stream[i]]
	src, n := &c.sources[at], &c.notes[at]
	t := c.log.Frames.Time[i]
	src.seen(t, i, n)
	c.countWire(i, n)
	if c.resets[i] {
		for _, k := range c.members[at] {
			c.counters[k].Reset()
		}
	}
	counter := c.plan.Of[c.log.Frames.Stream[i]]
	frozen := counter == sequence.None && c.log.Wire(i) != flight.NavLink1
	switch {
	case frozen:
		// Numbers that stand still cannot tell a copy from a frame like the one before.
	case c.copies.Copy(i):
		src.Duplicate++
		n.duplicate.add(i)
		c.outOfOrder = append(c.outOfOrder, uint32(i))
	case counter != sequence.None:
		c.number(src, n, counter, i)
	}
}

func (s *Source) seen(t time.Duration, i int, n *notes) {
	if s.Frames == 0 {
		s.First = t
	} else if d := t - s.Last; d > 0 {
		if d > s.Silence {
			s.Silence, s.SilenceAt = d, s.Last
		}
		if d > minSilence {
			n.silences = append(n.silences, silence{i, s.Last})
		}
	}
	s.Frames++
	s.Last = t
}

func (c *counting) number(src *Source, n *notes, counter, i int) {
	t := c.log.Frames.Time[i]
	o := c.counters[counter].Next(c.log.Frames.Seq[i], t, len(src.Gaps))
	switch o.Verdict {
	case sequence.Gap:
		src.Gaps = append(src.Gaps, Gap{Frame: i, Since: c.previous[counter], Lost: o.Missing})
		src.Lost += o.Missing
	case sequence.Late:
		src.Late++
		n.late.add(i)
		c.outOfOrder = append(c.outOfOrder, uint32(i))
		if o.Tag >= 0 {
			src.Gaps[o.Tag].Lost--
			src.Lost--
		}
	}
	c.previous[counter] = t
}

func (c *counting) countWire(i int, n *notes) {
	w := &c.wire
	switch c.log.Wire(i) {
	case flight.Bare:
		return
	case flight.MAVLink1:
		w.MAVLink1++
	case flight.MAVLink2:
		w.MAVLink2++
	case flight.NavLink1:
		w.NavLink1++
	case flight.NavLink2:
		w.NavLink2++
	}
	w.Frames++
	flags := c.log.Frames.Flags[i]
	if flags&flight.Signed != 0 {
		w.Signed++
		n.signed.add(i)
	}
	if flags&flight.Unknown != 0 {
		w.Unknown++
		c.unknown[c.log.Frames.Stream[i]].add(i)
	}
}

func (c *counting) damage(d *flight.Damage) {
	switch d.Kind {
	case flight.Junk:
		c.wire.JunkRuns++
		c.wire.JunkBytes += d.Length
	case flight.Tail:
		c.wire.TailBytes += d.Length
	case flight.CRCFailed:
		c.wire.CRCFailedBytes += d.Length
		if d.Frame == 0 {
			return
		}
		c.wire.CRCFailed++
		if at, ok := c.index[d.Source]; ok {
			c.sources[at].CRCFailed++
		}
	}
}
