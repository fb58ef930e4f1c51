// Package tlog reads telemetry logs: MAVLink frames, each behind the time at
// which the ground station received or sent it.
//
// Format: eight bytes of microseconds since the Unix epoch, big-endian, then one
// MAVLink frame, as QGroundControl, Mission Planner and MAVProxy write it. What
// they also write, and others leave behind, is read as well: several frames
// behind one stamp, stamps in little-endian, stamps that count from 0.
package tlog

import (
	"context"
	"encoding/binary"
	"time"

	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/stamp"
)

// Open reads a telemetry log. data is kept. progress may be nil.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	l := &flight.Log{Path: path, Format: flight.TLog, Data: data}
	order := byteOrder(data)
	unconfirmed, err := scan.Stamped(ctx, l, order, progress)
	if err != nil {
		return nil, err
	}
	l.Stamp = func(offset int64, _ int) (uint64, bool) {
		if offset < scan.StampSize {
			return 0, false
		}
		return order.Uint64(data[offset-scan.StampSize:]), true
	}
	stamps := l.Frames.Time
	breaks := stamp.Breaks(stamps, stamp.CaptureLimit, 0)
	l.Frames.Time = stamp.LogTimes(stamps, breaks)
	setTimes(l, stamps, breaks)
	addFindings(l, order, unconfirmed, stamps, breaks)
	return l, nil
}

// earliest is the year 2000: stamps below it count from the start of something,
// not from 1970.
var earliest = time.Duration(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano())

// setTimes lays damage and clock steps on the log time of the frames.
func setTimes(l *flight.Log, stamps []time.Duration, breaks []stamp.Break) {
	if len(stamps) > 0 {
		l.End = l.Frames.Time[len(stamps)-1]
		if stamps[0] >= earliest {
			l.Start = time.Unix(0, int64(stamps[0])).UTC()
		}
	}
	scan.TimeDamage(l)
	for _, b := range breaks {
		if b.Kind == stamp.Step {
			l.Steps = append(l.Steps, flight.ClockStep{
				Offset: l.Frames.Offset[b.Index], Time: l.Frames.Time[b.Index],
				From: b.From - stamps[0], To: b.To - stamps[0],
			})
		}
	}
}

// byteOrder decides how stamps are written: in the order that makes neighbours
// lie closer together.
func byteOrder(data []byte) binary.ByteOrder {
	starts, _ := scan.FirstFrames(data, sniffed)
	big, little := 0, 0
	for i := 1; i < len(starts); i++ {
		if starts[i-1] < scan.StampSize || starts[i] < scan.StampSize {
			continue
		}
		before, after := data[starts[i-1]-scan.StampSize:], data[starts[i]-scan.StampSize:]
		b := apart(binary.BigEndian.Uint64(before), binary.BigEndian.Uint64(after))
		l := apart(binary.LittleEndian.Uint64(before), binary.LittleEndian.Uint64(after))
		switch {
		case b < l:
			big++
		case l < b:
			little++
		}
	}
	if little > big {
		return binary.LittleEndian
	}
	return binary.BigEndian
}

func apart(a, b uint64) uint64 { return max(a, b) - min(a, b) }

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
