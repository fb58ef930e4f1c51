package link

import (
	"context"
	"fmt"
	"slices"

	"postflight/analysis/internal/cancel"
	"postflight/analysis/internal/few"
	"postflight/analysis/sequence"
	"postflight/analysis/vehicle"
	"postflight/decode/flight"
)

const (
	// fewEvents is below what nothing but loss need be thought of.
	fewEvents = 16
	// explained is how many times fewer events several counters must leave than
	// one does to be believed.
	explained = 4
	// fewer events they must leave where frames show by themselves that there are several.
	fewer = 2
)

// severalSenders recognises counters that run side by side under one id.
func (c *counting) severalSenders(ctx context.Context, s *Source, n *notes) bool {
	doubtful := n.manyfold >= fewEvents // too many copies to be copies
	events := n.gaps + n.late.Count
	if doubtful {
		events += n.duplicate.Count
	}
	twoNames := n.beats.several()
	clocks, twoClocks := c.clocks[s.Source]
	if events < fewEvents && !twoNames && !twoClocks {
		return false
	}
	r, counted := c.sideBySide(ctx, s, doubtful, events)
	if !counted && !twoNames && !twoClocks {
		return false
	}
	s.Senders, n.several = 2, n.beats.turned
	if twoClocks {
		s.Senders, n.several = clocks.Clocks, clocks.Frame
	}
	if counted {
		s.Senders, n.several = r.Abreast(), r.first
	}
	kinds := r.Kinds()
	wires := slices.Contains(kinds, uint8(flight.MAVLink1)) && slices.Contains(kinds, uint8(flight.MAVLink2))
	why := n.whySeveral(s.Senders, counted, wires)
	if twoClocks {
		why = fmt.Sprintf("clocks run side by side under its id, one %.1f s after power-up where another is at %.1f s: several senders use it",
			clocks.Up[0].Seconds(), clocks.Up[1].Seconds())
	}
	if counted {
		s.Tracks = c.apart(s, s.Senders, max(events, r.returns()))
		why += "; " + whyTracks(s.Tracks, wires)
	} else {
		why += "; what each of them lost cannot be told"
	}
	s.unknown(why)
	s.Late, s.Duplicate, s.PerMessage = 0, 0, false
	n.late, n.duplicate = few.Tally{}, few.Tally{}
	return true
}

func (n *notes) whySeveral(senders int, counted, wires bool) string {
	why := ""
	if counted {
		why = fmt.Sprintf("at least %d sequences run side by side under its id", senders)
	}
	also := func(text string) {
		if why != "" {
			why += ", "
		}
		why += text
	}
	if wires {
		also("some in MAVLink 1 and some in MAVLink 2")
	}
	if n.beats.several() {
		also(fmt.Sprintf("its heartbeats name both a %s and a %s", n.beats.first, n.beats.other))
	}
	if wires || n.beats.several() || senders > 3 {
		return why + ": several senders use it"
	}
	return why + ": several senders use it, or one sender numbers each of its links apart"
}

// sides is how a source's frames divide into counters.
type sides struct {
	sequence.Tracks
	first int // frame that shows it
}

// returns is how often a frame went on from a counter that had been left, beyond what
// late frames do: those leave the newest one and come back to it.
func (r *sides) returns() int { return r.Switches / 2 }

// explain reports whether several counters leave so much fewer events than one does, or
// at least fewer while frames go back and forth between them, that they are believed.
func (r *sides) explain(events int) bool {
	return r.Starts*explained <= max(events, fewEvents) || r.Starts*fewer <= events && r.Starts*explained <= r.returns()
}

// sideBySide follows a source as several counters; ok says whether that explains
// its events, copies among them or not. Cancelled, it does not.
func (c *counting) sideBySide(ctx context.Context, s *Source, copies bool, events int) (r sides, ok bool) {
	for k, frame := range c.framesOf(s.Source) {
		if cancel.At(ctx, k) != nil {
			return r, false
		}
		i := int(frame)
		if c.log.Frames.Flags[i]&flight.Unknown != 0 {
			continue
		}
		if _, copied := slices.BinarySearch(c.copied, uint32(i)); copied && !copies {
			continue
		}
		r.Add(c.log.Frames.Seq[i], uint8(c.log.Wire(i)), c.log.Frames.Time[i])
		if r.Switches == 2 && r.first == 0 {
			r.first = i
		}
		if !r.explain(events) {
			return r, false
		}
	}
	return r, events >= fewEvents && r.Abreast() > 1 && r.Switches >= fewEvents
}

// heart is where the heartbeats of a stream name their sender; zero for all
// other streams.
type heart struct{ kind, autopilot *flight.Field }

func heartOf(s *flight.Stream) heart {
	if s.Bare || s.Message.Name != "HEARTBEAT" {
		return heart{}
	}
	h := heart{s.Message.Field("type"), s.Message.Field("autopilot")}
	if h.autopilot == nil {
		return heart{}
	}
	return h
}

// beats is who the heartbeats of a source say that it is.
type beats struct {
	known              bool
	first, other, last vehicle.Identity
	turns              int // from one to another
	turned             int // frame of the first turn
}

func (b *beats) add(id vehicle.Identity, frame int) {
	switch {
	case !b.known:
		b.known, b.first = true, id
	case id != b.last:
		if id != b.first {
			b.other = id
		}
		if b.turns == 0 {
			b.turned = frame
		}
		b.turns++
	}
	b.last = id
}

// fewTurns is how often a source may come to name itself otherwise: a vehicle
// does when it restarts with another firmware, two senders do all the time.
const fewTurns = 2

func (b *beats) several() bool { return b.turns > fewTurns }
