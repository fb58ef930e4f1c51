// Package tlog reads telemetry logs: MAVLink frames, each behind the time at
// which the ground station received or sent it.
//
// Format: eight bytes of microseconds since the Unix epoch, big-endian, then one
// MAVLink frame, as QGroundControl, Mission Planner and MAVProxy write it. What
// they also write, and others leave behind, is read as well: several frames
// behind one stamp, stamps in little-endian, stamps that count from 0.
package tlog

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"time"

	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/stamp"
)

// Open reads a telemetry log. data is kept. progress may be nil.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	l := &flight.Log{Path: path, Format: flight.TLog, Data: data}
	order, first := firstStamp(data)
	doubts, err := scan.Stamped(ctx, l, order, first, progress)
	if err != nil {
		return nil, err
	}
	l.Stamp = func(offset int64, _ int) (uint64, bool) {
		if !stamped(l, offset) {
			return 0, false
		}
		return order.Uint64(data[offset-scan.StampSize:]), true
	}
	l.StampOf = func(i int) (uint64, bool) {
		if l.Frames.Flags[i]&flight.Unstamped != 0 {
			return 0, false
		}
		return order.Uint64(data[l.Frames.Offset[i]-scan.StampSize:]), true
	}
	if l.Frames.Len() == 0 {
		addFindings(l, order, clock{})
		return l, nil
	}
	c := layTimes(l.Frames.Time, doubts)
	setTimes(l, &c)
	addFindings(l, order, c)
	return l, nil
}

// stamped reports whether the frame at offset, intact or not, has a stamp.
func stamped(l *flight.Log, offset int64) bool {
	if i, ok := slices.BinarySearch(l.Frames.Offset, offset); ok {
		return l.Frames.Flags[i]&flight.Unstamped == 0
	}
	i, ok := slices.BinarySearchFunc(l.Damage, offset, func(d flight.Damage, offset int64) int {
		return cmp.Compare(d.Offset, offset)
	})
	return ok && l.Damage[i].Lead > 0
}

// earliest is the year 2000: stamps below it count from the start of something,
// not from 1970.
var earliest = time.Duration(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano())

// latest is the year 2100.
var latest = time.Duration(time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano())

// clock is what is known of the station's clock once its stamps are log time.
type clock struct {
	doubts scan.Doubts
	first  time.Duration // stamp
	breaks []stamp.Break
	falls  falls
}

// layTimes makes log times of stamps, of which there are some, in their place.
func layTimes(stamps []time.Duration, doubts scan.Doubts) clock {
	c := clock{doubts: doubts, first: stamps[0]}
	if doubts.Base != 0 {
		c.first = doubts.Base
		return c
	}
	if !doubts.Fall && stamps[len(stamps)-1]-c.first < stamp.Longest {
		for i := range stamps {
			stamps[i] -= c.first
		}
		return c
	}
	c.breaks = stamp.Breaks(stamps, stamp.CaptureLimit, 0)
	c.falls = fallsOf(stamps, c.breaks)
	stamp.Lay(stamps, c.breaks)
	return c
}

// setTimes lays damage and clock steps on the log time of the frames.
func setTimes(l *flight.Log, c *clock) {
	l.End = l.Frames.Time[l.Frames.Len()-1]
	if c.first >= earliest {
		l.Start = time.Unix(0, int64(c.first)).UTC()
	}
	scan.TimeDamage(l)
	for _, b := range c.breaks {
		if b.Kind == stamp.Step {
			l.Steps = append(l.Steps, flight.ClockStep{
				Offset: l.Frames.Offset[b.Index], Time: l.Frames.Time[b.Index],
				From: b.From - c.first, To: b.To - c.first,
			})
		}
	}
}

// firstStamp decides how stamps are written, and reads the first: in the order in
// which more of them are confirmed by the next; where that does not tell,
// big-endian, unless only the other makes a date of the first.
func firstStamp(data []byte) (binary.ByteOrder, time.Duration) {
	starts, _ := scan.FirstFrames(data, sniffed)
	starts = slices.DeleteFunc(starts, func(at int64) bool { return at < scan.StampSize })
	if len(starts) == 0 {
		return binary.BigEndian, 0
	}
	read := func(order binary.ByteOrder, i int) time.Duration {
		return stamp.FromMicros(order.Uint64(data[starts[i]-scan.StampSize:]))
	}
	big, little := 0, 0
	for i := 1; i < len(starts); i++ {
		if scan.Confirms(read(binary.BigEndian, i-1), read(binary.BigEndian, i)) {
			big++
		}
		if scan.Confirms(read(binary.LittleEndian, i-1), read(binary.LittleEndian, i)) {
			little++
		}
	}
	onlyLittleDates := isDate(read(binary.LittleEndian, 0)) && !isDate(read(binary.BigEndian, 0))
	if little > big || little == big && onlyLittleDates {
		return binary.LittleEndian, read(binary.LittleEndian, 0)
	}
	return binary.BigEndian, read(binary.BigEndian, 0)
}

// isDate reports whether a stamp is a time at which logs were or may be made.
func isDate(t time.Duration) bool { return t >= earliest && t < latest }

// Sniff reports whether data is a telemetry log, rather than frames without
// stamps: between most of its first frames lie eight bytes.
func Sniff(data []byte) bool {
	starts, lengths := scan.FirstFrames(data, sniffed)
	stamped, joined := 0, 0
	end := int64(0)
	for i, start := range starts {
		switch start - end {
		case scan.StampSize:
			stamped++
		case 0:
			joined++
		}
		end = start + int64(lengths[i])
	}
	return stamped > joined
}

// sniffed is how many frames are looked at to tell what a log is.
const sniffed = 64
