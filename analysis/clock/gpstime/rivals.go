package gpstime

import (
	"time"

	"postflight/analysis/clock"
	"postflight/decode/flight"
)

// rivals are the dates of other autopilots than the one that the feed goes by.
type rivals map[flight.Source]*rival

type rival struct {
	envelope *clock.Envelope
	last     time.Duration // host time of its last date
}

const (
	// apart is by how much the dates of two autopilots differ that disagree: more
	// than the fastest of their frames take.
	apart = 200 * time.Millisecond
	// rivalWindow is how long the dates of a rival count that it goes by, rivalDates
	// how many it takes.
	rivalWindow = 10 * time.Second
	rivalDates  = 5
	// rivalSilence is after how long a rival that tells no date is none, and a rival
	// takes over from a source that tells none.
	rivalSilence = 30 * time.Second
	maxRivals    = 16
)

func (r rivals) hear(source flight.Source, p clock.Pair) {
	of := r[source]
	if of == nil {
		if len(r) == maxRivals {
			return
		}
		of = &rival{envelope: clock.NewEnvelope(rivalWindow)}
		r[source] = of
	}
	of.envelope.Push(p)
	of.last = time.Duration(p.Host)
}

// disagreeing is the rival whose date is farthest from a line at a host time, and
// how much it is ahead; false where all agree.
func (r rivals) disagreeing(line clock.Line, host time.Duration) (source flight.Source, by time.Duration, ok bool) {
	for s, of := range r {
		if host-of.last > rivalSilence {
			delete(r, s)
			continue
		}
		e, known := of.envelope.Estimate()
		if !known || e.Pairs < rivalDates {
			continue
		}
		off := time.Duration(e.OffsetAt(int64(host)) - line.OffsetAt(int64(host)))
		if off.Abs() > apart && (off.Abs() > by.Abs() || off.Abs() == by.Abs() && s < source) {
			source, by, ok = s, off, true
		}
	}
	return source, by, ok
}
