package scan

import (
	"encoding/binary"
	"math"
	"math/bits"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// near is how far apart neighbouring stamps may lie and still confirm each
// other. A wrong stamp of 64 bits does by chance once in 100,000 years' worth of
// microseconds.
const near = 24 * time.Hour

// Confirms reports whether two stamps next to each other make each other likely.
// One too large for a time does not, whatever the other.
func Confirms(a, b time.Duration) bool {
	return a != math.MaxInt64 && b != math.MaxInt64 && (a-b).Abs() <= near
}

// noStamp stands for the stamp of a frame without one, until [believe].
const noStamp = math.MinInt64

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
	if t == noStamp {
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

// even reports whether there is nothing to doubt in stamps, of which the first
// was taken off all: each is confirmed by the one before, and none lies below it.
func (p *pace) even(stamps []time.Duration, first time.Duration) bool {
	n := len(stamps)
	return n > 0 && p.longest <= uint64(near) && stamps[0] == 0 &&
		stamps[n-1] < min(stamp.Longest, math.MaxInt64-first)
}

// stampAt reads the stamp at the start of b.
func (how layout) stampAt(b []byte) time.Duration {
	us := binary.BigEndian.Uint64(b)
	if how.little {
		us = bits.ReverseBytes64(us)
	}
	return stamp.FromMicros(us) - how.base
}

// doubt looks at the stamps in Frames.Time, from which first was taken off: one by
// one, unless all are even.
func doubt(l *flight.Log, stamps pace, first time.Duration) Doubts {
	times := l.Frames.Time
	if stamps.even(times, first) {
		return Doubts{Longest: time.Duration(stamps.longest), Base: first}
	}
	for i := range times {
		if times[i] != noStamp {
			times[i] += first
		}
	}
	return believe(l)
}

// believe goes through the stamps in Frames.Time, puts that of the frame before
// where there is none to go by, and lists what was not gone by.
func believe(l *flight.Log) (d Doubts) {
	times := l.Frames.Time
	last, known := time.Duration(0), false
	for i, t := range times {
		switch {
		case t == noStamp:
			if d.Unstamped == 0 {
				d.First = i
			}
			d.Unstamped++
		case known && Confirms(t, last) || confirmedByNext(times, i) || len(times) == 1:
			if known {
				d.Fall = d.Fall || t < last
				d.Longest = max(d.Longest, t-last)
			}
			last, known = t, true
		default:
			d.Unconfirmed = append(d.Unconfirmed, i)
		}
		times[i] = last
	}
	fillFirst(times, l.Frames.Flags, d.Unconfirmed)
	return d
}

func confirmedByNext(times []time.Duration, i int) bool {
	return i+1 < len(times) && times[i+1] >= 0 && Confirms(times[i], times[i+1])
}

// fillFirst gives frames before the first believed stamp that stamp.
func fillFirst(times []time.Duration, flags []flight.Flag, unconfirmed []int) {
	first := 0
	for first < len(times) && (flags[first]&flight.Unstamped != 0 || len(unconfirmed) > 0 && unconfirmed[0] == first) {
		if len(unconfirmed) > 0 && unconfirmed[0] == first {
			unconfirmed = unconfirmed[1:]
		}
		first++
	}
	if first < len(times) {
		for i := range first {
			times[i] = times[first]
		}
	}
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
