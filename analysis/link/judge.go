package link

import (
	"context"
	"fmt"
	"slices"

	"postflight/decode/flight"
)

const (
	// missingShare of a sender's frames missing makes one ask whether they were
	// ever on this link.
	missingShare = 0.1
	// stationSystem is the id of a system from which ground stations count down.
	stationSystem, otherStation = 255, 253
)

// judge takes back what numbers seem to show and do not: it says why. The only error is that of the context.
func (c *counting) judge(ctx context.Context) error {
	for i := range c.sources {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, n := &c.sources[i], &c.notes[i]
		s.Station = s.Source != 0 && c.isStation(s.Source)
		if c.echo[i] && !s.Reliable && s.Frames > fewEvents && len(c.members[i]) == 0 {
			s.Why += ", as a program has that repeats parameters"
		}
		switch {
		case n.repeats*3 >= s.Frames && n.repeats > fewEvents:
			s.Why = "it gives two frames one number, as some radios do; none of them counts as lost"
			if alone := s.Frames - 2*n.repeats; s.Lost > 0 || alone > s.Frames/20 {
				s.unknown("it gives two frames one number, as some radios do: where one of the two is missing, its numbers do not show it")
			}
		case s.PerMessage && n.mavlink && len(c.members[i]) > 1:
			s.Why = "it counts each message apart, as radios do that give two of them one number"
		}
		repeats, repeated := c.repeats(s)
		switch {
		case c.severalSenders(ctx, s, n):
		case !s.Reliable || s.Lost == 0:
		case repeated:
			s.unknown(repeats)
		case c.leftOut(s):
			s.unknown(fmt.Sprintf("its messages come as regularly as if none were missing, though its numbers skip %.0f %%: "+
				"the rest went over another link or was left out of the log", 100*s.Loss()))
		case c.log.Format == flight.TLog && c.isStation(s.Source):
			s.unknown("it is a ground station: what it sends is logged before the way to the vehicle, and its numbers are shared by all its links")
		}
		s.GapsBy = c.reveals(s.Gaps)
	}
	ofSeveral := func(frame uint32) bool { return c.sources[c.of[c.log.Frames.Stream[frame]]].Senders > 1 }
	c.late, c.copied = slices.DeleteFunc(c.late, ofSeveral), slices.DeleteFunc(c.copied, ofSeveral)
	return ctx.Err()
}

// unknown says that the sequence does not tell what was lost.
func (s *Source) unknown(why string) {
	s.Reliable, s.Why = false, why
	s.Lost, s.Gaps = 0, nil
}

// stationType is MAV_TYPE_GCS.
const stationType = 6

func (c *counting) isStation(source flight.Source) bool {
	b := &c.notes[c.index[source]].beats
	if b.known {
		return b.first.Type == stationType
	}
	return source.System() == stationSystem || source.System() == otherStation
}

// reveals sums up gaps by the message that showed them.
func (c *counting) reveals(gaps []Gap) []Reveal {
	lost := map[string]int{}
	for _, g := range gaps {
		if g.Lost > 0 {
			lost[c.log.Message(g.Frame).Name] += g.Lost
		}
	}
	var out []Reveal
	for name, n := range lost {
		out = append(out, Reveal{name, n})
	}
	slices.SortFunc(out, func(a, b Reveal) int {
		if a.Lost != b.Lost {
			return b.Lost - a.Lost
		}
		if a.Message < b.Message {
			return -1
		}
		return 1
	})
	return out
}
