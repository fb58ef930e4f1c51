package sequence

import (
	"context"

	"postflight/analysis/internal/cancel"
	"postflight/decode/flight"
)

// None is the counter of frames that carry no number, or none that counts.
const None = -1

// Plan says which counter numbered the frames of each stream.
type Plan struct {
	Of       []int // counter by stream; None where there is none
	Counters int
	Groups   []Group // in order of their first frame
}

// Group is one sender on one protocol: a source that speaks both MAVLink and
// NavLink is two.
type Group struct {
	Source     flight.Source
	NavLink    bool
	Numbered   bool // the wire has numbers at all
	Frames     int
	Verified   int  // frames whose checksum holds
	First      int  // frame, in Log.Frames
	PerMessage bool // each message type has a counter of its own
	// Constant is set where every frame has the same Number: nothing can be
	// counted. With few frames it is left unset.
	Constant bool
	Number   uint8
	Frozen   []uint16 // streams with a constant number of their own
	Counting int      // counters that do count
}

// minConstant is how many frames with one number are no coincidence.
const minConstant = 3

type family uint8

const (
	bare family = iota
	mavlink
	navlink
	navlink1 // has no numbers
)

func familyOf(l *flight.Log, frame int) family {
	switch l.Wire(frame) {
	case flight.MAVLink1, flight.MAVLink2:
		return mavlink
	case flight.NavLink2:
		return navlink
	case flight.NavLink1:
		return navlink1
	}
	return bare
}

// run is a sequence as far as choosing a plan needs it.
type run struct {
	frames, breaks int // those that could be verified
	first, last    uint8
	varied         bool
}

func (r *run) add(number uint8) {
	if r.frames == 0 {
		r.first = number
	} else {
		if number != r.last+1 {
			r.breaks++
		}
		r.varied = r.varied || number != r.first
	}
	r.frames++
	r.last = number
}

func (r *run) constant() bool { return r.frames >= minConstant && !r.varied }

type groupKey struct {
	source flight.Source
	family family
}

// planner collects what the choice rests on.
type planner struct {
	groups  []groupKey
	runs    []run // by group
	first   []int // frame by group
	frames  []int // by group, unverified ones among them
	streams []run
	of      []int // group by stream; None while a stream has no frame
}

// MakePlan chooses, sender by sender, between one counter for all messages and
// one for each message: the one that needs fewer gaps and fewer counters. Where
// both need as many it is what the protocol's senders are known to do. The only
// error is that of the context.
func MakePlan(ctx context.Context, l *flight.Log) (*Plan, error) {
	p, err := collect(ctx, l)
	if err != nil {
		return nil, err
	}
	frozen, err := p.freeze(ctx, l)
	if err != nil {
		return nil, err
	}
	return p.plan(l, frozen), nil
}

// plan makes the choice, once all numbers were seen.
func (p *planner) plan(l *flight.Log, frozen []bool) *Plan {
	plan := &Plan{Of: make([]int, len(l.Streams)), Groups: make([]Group, len(p.groups))}
	breaks, count := make([]int, len(p.groups)), make([]int, len(p.groups))
	for s, g := range p.of {
		plan.Of[s] = None
		if g != None && p.streams[s].frames > 0 && !frozen[s] {
			breaks[g] += p.streams[s].breaks
			count[g]++
		}
	}
	shared := make([]int, len(p.groups))
	for g, key := range p.groups {
		r := p.runs[g]
		one, each := r.breaks+1, breaks[g]+count[g]
		plan.Groups[g] = Group{
			Source: key.source, NavLink: key.family >= navlink, Frames: p.frames[g], Verified: r.frames, First: p.first[g],
			Numbered:   key.family == mavlink || key.family == navlink,
			PerMessage: each < one || each == one && key.family >= navlink,
			Constant:   r.constant() && (key.family == mavlink || key.family == navlink), Number: r.first,
		}
		shared[g] = None
	}
	for s, g := range p.of {
		if g == None {
			continue
		}
		switch group := &plan.Groups[g]; {
		case !group.Numbered || group.Constant:
		case frozen[s], group.PerMessage && p.streams[s].constant():
			group.Frozen = append(group.Frozen, uint16(s))
		case group.PerMessage:
			plan.Of[s] = plan.take(group)
		default:
			if shared[g] == None {
				shared[g] = plan.take(group)
			}
			plan.Of[s] = shared[g]
		}
	}
	return plan
}

// minFrozen is how many frames of one message with one number, among others that
// count, are no coincidence.
const minFrozen = 8

// freeze finds the streams that do not take part in the count of their sender:
// they have one number and others go on around them. Programs that repeat
// parameters do so. The runs of their groups are then those of the others.
func (p *planner) freeze(ctx context.Context, l *flight.Log) ([]bool, error) {
	frozen := make([]bool, len(l.Streams))
	some := map[int]bool{} // groups
	for s, r := range p.streams {
		if g := p.of[s]; g != None && r.frames >= minFrozen && r.constant() && p.runs[g].varied {
			frozen[s], some[g] = true, true
		}
	}
	if len(some) == 0 {
		return frozen, nil
	}
	without := make([]run, len(p.groups))
	for i, s := range l.Frames.Stream {
		if err := cancel.At(ctx, i); err != nil {
			return nil, err
		}
		if l.Frames.Flags[i]&flight.Unknown == 0 && !frozen[s] {
			without[p.of[s]].add(l.Frames.Seq[i])
		}
	}
	for s, g := range p.of {
		if frozen[s] {
			frozen[s] = without[g].breaks < p.runs[g].breaks && without[g].varied
		}
	}
	for g := range some {
		if without[g].breaks < p.runs[g].breaks && without[g].varied {
			without[g].frames = p.runs[g].frames
			p.runs[g] = without[g]
		}
	}
	return frozen, nil
}

func (p *Plan) take(g *Group) int {
	g.Counting++
	p.Counters++
	return p.Counters - 1
}

func collect(ctx context.Context, l *flight.Log) (*planner, error) {
	p := &planner{streams: make([]run, len(l.Streams)), of: make([]int, len(l.Streams))}
	for s := range p.of {
		p.of[s] = None
	}
	byKey := map[groupKey]int{}
	for i, s := range l.Frames.Stream {
		if err := cancel.At(ctx, i); err != nil {
			return nil, err
		}
		if p.of[s] == None {
			key := groupKey{l.Streams[s].Source, familyOf(l, i)}
			g, ok := byKey[key]
			if !ok {
				g = len(p.groups)
				byKey[key] = g
				p.groups, p.runs, p.first, p.frames = append(p.groups, key), append(p.runs, run{}), append(p.first, i), append(p.frames, 0)
			}
			p.of[s] = g
		}
		p.frames[p.of[s]]++
		if l.Frames.Flags[i]&flight.Unknown == 0 {
			p.runs[p.of[s]].add(l.Frames.Seq[i])
			p.streams[s].add(l.Frames.Seq[i])
		}
	}
	return p, nil
}
