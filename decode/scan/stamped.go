package scan

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// NoStamp stands for the stamp of a frame without one.
const NoStamp = math.MinInt64

// furthest is how far a stamp may lie from the base, in its unit, for differences of
// two of them to be told: 146 years of microseconds.
const furthest = 1 << 62 / uint64(time.Microsecond)

// Read reads the stamp at the start of b, less the base; one too far from that is
// held at the largest time there is.
func (c *Clock) Read(b []byte) time.Duration {
	v := binary.BigEndian.Uint64(b)
	if c.Little {
		v = bits.ReverseBytes64(v)
	}
	d := v - c.Base
	if d+furthest > 2*furthest {
		return math.MaxInt64
	}
	return time.Duration(d) * c.Unit
}

// pace is how stamps follow each other.
type pace struct {
	begun   bool
	last    time.Duration
	longest uint64 // step from one to the next; a fall is as long as can be
}

func (p *pace) add(t time.Duration) {
	if p.begun {
		p.longest = max(p.longest, uint64(t-p.last))
	}
	p.begun, p.last = true, t
	if t == NoStamp {
		p.longest = math.MaxUint64
	}
}

// join takes those of a part. whole says that the next part goes on from its last
// frame, and that all that part found is in the log.
func (p *pace) join(part *pace, whole bool) {
	p.longest = max(p.longest, part.longest)
	if !whole {
		p.longest = math.MaxUint64
	}
}

// of tells what the stamps of a log are like, read from a base.
func (p *pace) of(stamps []time.Duration) Stamps {
	n := len(stamps)
	even := n > 0 && p.longest <= uint64(stamp.Silence) && stamps[0] == 0 && stamps[n-1] < stamp.Longest
	return Stamps{even, time.Duration(p.longest)}
}

// FirstFrames gives the offsets of the first n intact frames of known messages
// in data, however they are packed, and how long they are. It looks no further
// than a megabyte.
func FirstFrames(data []byte, n int) (offsets []int64, lengths []int) {
	const reach = 1 << 20
	l := &flight.Log{Data: data[:min(len(data), reach)]}
	l.Records = flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: l.Size()}
	s := newScanner(l, layout{}, newCursor(l))
	s.gap, s.gapOpen = s.at, true // a frame of an unknown message says nothing here
	for count := 0; !s.at.done() && count < n; {
		before := s.last
		if s.step(); s.last != before {
			count++
		}
	}
	s.frames.close()
	for i := range s.frames.Len() {
		if s.frames.Flags[i]&flight.Unknown == 0 {
			offsets = append(offsets, s.frames.Offset[i])
			lengths = append(lengths, int(s.frames.Length[i]))
		}
	}
	return offsets, lengths
}

// TimeDamage gives each run of damage the log time of the frame before it.
func TimeDamage(l *flight.Log) {
	frame := -1
	for i := range l.Damage {
		d := &l.Damage[i]
		for frame+1 < l.Frames.Len() && l.Frames.Offset[frame+1] < d.Offset {
			frame++
		}
		if frame >= 0 {
			d.Time = l.Frames.Time[frame]
		}
	}
}
