package scan

import (
	"encoding/binary"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// near is how far apart neighbouring stamps may lie and still confirm each
// other. A wrong stamp of 64 bits does by chance once in 100,000 years' worth of
// microseconds.
const near = 24 * time.Hour

func confirms(a, b time.Duration) bool { return (a - b).Abs() <= near }

// readStamps puts the stamp of each frame into Frames.Time, that of the frame
// before where it has none to go by, and lists those that no neighbour confirms.
func readStamps(l *flight.Log, order binary.ByteOrder) (unconfirmed []int) {
	times := l.Frames.Time
	const none = -1
	for i, offset := range l.Frames.Offset {
		times[i] = none
		if l.Frames.Flags[i]&flight.Unstamped == 0 {
			times[i] = stamp.FromMicros(order.Uint64(l.Data[offset-StampSize:]))
		}
	}
	last, known := time.Duration(0), false
	for i, t := range times {
		switch {
		case t == none:
		case known && confirms(t, last) || confirmedByNext(times, i) || len(times) == 1:
			last, known = t, true
		default:
			unconfirmed = append(unconfirmed, i)
		}
		times[i] = last
	}
	fillFirst(times, l.Frames.Flags, unconfirmed)
	return unconfirmed
}

func confirmedByNext(times []time.Duration, i int) bool {
	return i+1 < len(times) && times[i+1] >= 0 && confirms(times[i], times[i+1])
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
	s := newScanner(l, 0, newCursor(l))
	s.gap, s.gapOpen = s.at, true // a frame of an unknown message says nothing here
	for count := 0; !s.at.done() && count < n; {
		before := s.last
		if s.step(); s.last != before {
			count++
		}
	}
	s.block.flush(&s.frames)
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
