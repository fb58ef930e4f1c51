// Package tlog reads telemetry logs: MAVLink frames, each behind the time at
// which the ground station received or sent it.
//
// Format: eight bytes of microseconds since the Unix epoch, big-endian, then one
// MAVLink frame, as QGroundControl, Mission Planner and MAVProxy write it. What
// they also write, and others leave behind, is read as well: several frames
// behind one stamp, stamps in little-endian, in nanoseconds, or that count from 0.
package tlog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"postflight/decode/flight"
	"postflight/decode/rawlog"
	"postflight/decode/scan"
)

// Open reads a telemetry log. data is kept. progress may be nil.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	l := &flight.Log{Path: path, Format: flight.TLog, Data: data}
	reading := clockOf(data)
	stamps, err := scan.Stamped(ctx, l, reading.Clock, l.Size(), progress)
	if err != nil {
		return nil, err
	}
	l.Stamp = func(offset int64, _ int) (uint64, bool) {
		if !stamped(l, offset) {
			return 0, false
		}
		return reading.micros(data[offset-scan.StampSize:]), true
	}
	l.StampOf = func(i int) (uint64, bool) {
		if l.Frames.Flags[i]&flight.Unstamped != 0 {
			return 0, false
		}
		return reading.micros(data[l.Frames.Offset[i]-scan.StampSize:]), true
	}
	c := clock{reading: reading}
	if l.Frames.Len() > 0 {
		c.layTimes(l.Frames.Time, stamps)
		c.setTimes(l)
	}
	if l.End == 0 && l.Frames.Len() >= sniffed {
		layDead(l)
		return l, nil
	}
	addFindings(l, &c)
	return l, nil
}

// layDead lays a log on log time in which no stamp tells a time: all are the same.
func layDead(l *flight.Log) {
	l.Start, l.StampOf, l.Steps, l.Stopped = time.Time{}, nil, nil, true
	text := "All stamps are the same: none tells a time. "
	if by, ok := rawlog.LayByBoot(l); ok {
		text += fmt.Sprintf("Log time is the boot time of %s.", by)
	} else {
		text += "Log time counts frames, and says what came first, not when."
	}
	l.End = l.Frames.Time[l.Frames.Len()-1]
	scan.TimeDamage(l)
	n := noter{l}
	n.add(flight.NoClock, flight.Warning, 0, "%s", text)
	n.addEnd()
}

// ReasonBehind is the reason of junk that is another log behind one.
const ReasonBehind = "another log"

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
