package link

import (
	"fmt"
	"slices"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/few"
	"postflight/analysis/sequence"
	"postflight/analysis/vehicle"
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

	late   []uint32 // frames that came late
	copied []uint32 // duplicates

	index    map[flight.Source]int
	of       []int       // source by stream
	unknown  []few.Tally // by stream
	hearts   []heart     // by stream
	counters []sequence.Counter
	previous []time.Duration          // by counter: log time of the frame before
	members  [][]int                  // counters by source
	echo     []bool                   // by source: it sends nothing but parameters
	lists    [][]int32                // frames by source; nil until someone asks
	boots    map[uint16]*flight.Field // of boot time, by stream, as far as asked for
	jumps    []jump
	clocks   map[flight.Source]epoch.Abreast
	pauses   []int // frames before which nothing came from anyone, behind a 0
	junk     *listener
	nobody   float64 // frames that did not come whole and name nobody; negative until someone asks
	failed   []*failing
	dialect  map[*failing]bool // of failed

	at        int               // the frame being counted
	following sequence.Follower // what its counter goes on with
	ahead     ahead
}

// notes is what is known of a source beyond its account.
type notes struct {
	late, duplicate, signed few.Tally
	repeats                 int  // frames with the number of the one before
	manyfold                int  // frames equal to manyCopies others or more
	gaps                    int  // late frames may have closed some
	mavlink                 bool // it numbers MAVLink frames
	beats                   beats
	several                 int // the frame that shows several senders
	silences                []silence
}

// manyCopies is more copies of a frame than links and routers make.
const manyCopies = 3

func newCounting(l *flight.Log, plan *sequence.Plan, epochs *epoch.Result) *counting {
	c := &counting{
		log: l, plan: plan, nobody: -1, resets: epochs.Resets(), copies: sequence.NewCopies(l),
		of: make([]int, len(l.Streams)), unknown: make([]few.Tally, len(l.Streams)),
		hearts: make([]heart, len(l.Streams)), counters: make([]sequence.Counter, plan.Counters), previous: make([]time.Duration, plan.Counters),
		index: map[flight.Source]int{}, boots: map[uint16]*flight.Field{}, clocks: map[flight.Source]epoch.Abreast{},
	}
	for _, a := range epochs.Abreast {
		c.clocks[a.Source] = a
	}
	c.following = c.next
	for _, g := range plan.Groups {
		at, ok := c.index[g.Source]
		if !ok {
			at = len(c.sources)
			c.index[g.Source] = at
			c.sources = append(c.sources, Source{Source: g.Source, PerMessage: g.PerMessage, Reliable: true, Senders: 1})
		}
		c.sources[at].trust(g)
	}
	c.notes, c.members = make([]notes, len(c.sources)), make([][]int, len(c.sources))
	c.echo = slices.Repeat([]bool{true}, len(c.sources))
	for _, g := range plan.Groups {
		n := &c.notes[c.index[g.Source]]
		n.mavlink = n.mavlink || g.Numbered && !g.NavLink
	}
	seen := make([]bool, plan.Counters)
	for s, stream := range l.Streams {
		c.of[s] = c.index[stream.Source]
		c.hearts[s] = heartOf(stream)
		if stream.Message.Name != "PARAM_VALUE" {
			c.echo[c.of[s]] = false
		}
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

// trust says whether a sender's numbers can show loss.
func (s *Source) trust(g sequence.Group) {
	why := ""
	s.Doubtful = g.Numbered && g.Verified == 0
	switch {
	case !g.Numbered:
		why = "its frames carry no sequence"
	case g.Verified == 0:
		why = "none of its frames could be verified"
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

// framesOf lists the frames of a source.
func (c *counting) framesOf(source flight.Source) []int32 {
	if c.lists == nil {
		c.lists = make([][]int32, len(c.sources))
		for k := range c.lists {
			c.lists[k] = make([]int32, 0, c.sources[k].Frames)
		}
		for i, stream := range c.log.Frames.Stream {
			k := c.of[stream]
			c.lists[k] = append(c.lists[k], int32(i))
		}
	}
	return c.lists[c.index[source]]
}

func (c *counting) frame(i int) {
	at := c.of[c.log.Frames.Stream[i]]
	src, n := &c.sources[at], &c.notes[at]
	t := c.log.Frames.Time[i]
	src.seen(t)
	c.countWire(i, n)
	if h := c.hearts[c.log.Frames.Stream[i]]; h.kind != nil {
		payload := c.log.Payload(i)
		n.beats.add(vehicle.OfHeartbeat(uint8(h.kind.Bits(payload, 0)), uint8(h.autopilot.Bits(payload, 0))), i)
	}
	if c.resets[i] {
		for _, k := range c.members[at] {
			c.counters[k].Reset()
		}
	}
	c.at = i
	switch counter := c.plan.Of[c.log.Frames.Stream[i]]; {
	case counter != sequence.None:
		c.number(src, n, counter, i)
	case c.log.Wire(i) != flight.NavLink1:
		// Numbers that stand still cannot tell a copy from a frame like the one before.
	default:
		if c.copies.Of(i, 0) > 0 {
			c.duplicate(src, n, i)
		}
		c.copies.Add(i, 0)
	}
}

// duplicate takes a frame for a copy.
func (c *counting) duplicate(src *Source, n *notes, i int) {
	src.Duplicate++
	n.duplicate.Add(i)
	c.copied = append(c.copied, uint32(i))
}

func (s *Source) seen(t time.Duration) {
	if s.Frames == 0 {
		s.First = t
	} else if d := t - s.Last; d > s.Silence {
		s.Silence, s.SilenceAt = d, s.Last
	}
	s.Frames++
	s.Last = t
}

func (c *counting) number(src *Source, n *notes, counter, i int) {
	if c.log.Frames.Flags[i]&flight.Unknown != 0 && !c.fits(counter, i) {
		return // bytes that look like a frame, for all that can be told
	}
	h := heard{log: c.log, counter: &c.counters[counter], copies: c.copies, following: c.following}
	o, copies := h.frame(i, len(src.Gaps))
	if copies > 0 {
		if copies >= manyCopies {
			n.manyfold++
		}
		c.duplicate(src, n, i)
		return
	}
	switch o.Verdict {
	case sequence.Gap:
		n.gaps++
		src.Gaps = append(src.Gaps, Gap{Frame: i, Since: c.previous[counter], Lost: o.Missing})
		src.Lost += o.Missing
	case sequence.Repeat:
		n.repeats++
	case sequence.Late:
		src.Late++
		n.late.Add(i)
		c.late = append(c.late, uint32(i))
		if o.Tag >= 0 {
			src.Gaps[o.Tag].Lost--
			src.Lost--
		}
	}
	c.previous[counter] = c.log.Frames.Time[i]
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
		n.signed.Add(i)
	}
	if flags&flight.Unknown != 0 {
		w.Unknown++
		c.unknown[c.log.Frames.Stream[i]].Add(i)
	}
}

func (c *counting) damage(i int) {
	d := &c.log.Damage[i]
	c.wire.Unused += unused(c.log, i)
	if behind(d) {
		c.wire.Behind += d.Length
	}
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
