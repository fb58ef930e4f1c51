// Package vgt reads VGT1 files: the ground truth that Navigator's simulator
// writes, one pose a record.
//
// Format: Navigator's chapter "Record and replay, logs and ground truth". All
// little-endian; header magic "VGT1", version u32, record size u32, start wall
// clock u64 ms; records of 124 bytes.
package vgt

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// Magic is what a ground-truth file starts with.
const Magic = "VGT1"

const (
	headerSize = 20
	recordSize = 124
	version    = 1
	minRecord  = 16 // tick count and time: without them there is nothing to show
	maxWallMs  = 32_503_680_000_000
	maxListed  = 50 // findings of one kind
)

// Message lays out one record. Positions, velocities and attitude are NED,
// rates are of the body, the quaternion has w first and turns body into NED.
// Euler angles are a convenience copy of it, in degrees.
var Message = &flight.Message{
	Name: "GROUND_TRUTH", MinLength: recordSize, MaxLength: recordSize,
	Fields: []flight.Field{
		{Name: "tick_count", Type: flight.U64, Offset: 0, Unit: "ms"},
		{Name: "t_us", Type: flight.U64, Offset: 8, Unit: "µs"},
		{Name: "position", Type: flight.F32, Offset: 16, Array: 3, Unit: "m"},
		{Name: "q", Type: flight.F32, Offset: 28, Array: 4},
		{Name: "velocity", Type: flight.F32, Offset: 44, Array: 3, Unit: "m/s"},
		{Name: "rates", Type: flight.F32, Offset: 56, Array: 3, Unit: "rad/s"},
		{Name: "roll", Type: flight.F32, Offset: 68, Unit: "deg"},
		{Name: "pitch", Type: flight.F32, Offset: 72, Unit: "deg"},
		{Name: "yaw", Type: flight.F32, Offset: 76, Unit: "deg"},
		{Name: "motor_speed", Type: flight.F32, Offset: 80, Array: 4, Unit: "rad/s"},
		{Name: "duty", Type: flight.F32, Offset: 96, Array: 4},
		{Name: "airspeed", Type: flight.F32, Offset: 112, Unit: "m/s"},
		{Name: "battery_voltage", Type: flight.F32, Offset: 116, Unit: "V"},
		{Name: "battery_charge", Type: flight.F32, Offset: 120},
	},
}

// Open reads a ground-truth file. Only the magic is required; what else is not
// as expected becomes a finding. data is kept.
func Open(path string, data []byte) (*flight.Log, error) {
	if len(data) < headerSize {
		return nil, fmt.Errorf("VGT1 header: expected %d bytes, found %d: the file was cut before it began", headerSize, len(data))
	}
	if string(data[:4]) != Magic {
		return nil, fmt.Errorf("VGT1 header at offset 0: expected magic %q, found %q", Magic, data[:4])
	}
	l := &flight.Log{Path: path, Format: flight.VGT1, Data: data}
	if ms := binary.LittleEndian.Uint64(data[12:]); ms > 0 && ms < maxWallMs {
		l.Start = time.UnixMilli(int64(ms)).UTC()
	}
	l.Stamp = func(offset int64, _ int) (uint64, bool) {
		if offset+minRecord > int64(len(data)) {
			return 0, false
		}
		return binary.LittleEndian.Uint64(data[offset+8:]), true
	}
	size, err := sizeOfRecords(l)
	if err != nil {
		return nil, err
	}
	index(l, size)
	return l, nil
}

// sizeOfRecords decides how far apart records start: as the header says, unless
// that cannot be or time runs more evenly at the usual distance.
func sizeOfRecords(l *flight.Log) (int, error) {
	says := binary.LittleEndian.Uint32(l.Data[8:])
	possible := says >= minRecord && says <= math.MaxUint16
	usual, records := timeJumps(l.Data, recordSize)
	whole := (len(l.Data)-headerSize)%recordSize == 0
	switch {
	case says == recordSize:
		return recordSize, nil
	case possible:
		if other, _ := timeJumps(l.Data, int(says)); other <= usual {
			note(l, flight.FormatMismatch, flight.Warning, flight.Span{Offset: 8, Length: 4},
				"Records are %d bytes where %d are known; fields are read from the start of each, as far as they reach.", says, recordSize)
			return int(says), nil
		}
	case !whole && (records < 2 || 10*usual > records):
		return 0, fmt.Errorf("VGT1 header at offset 8: expected a record size of %d, found %d, and records of %d do not fit what follows", recordSize, says, recordSize)
	}
	note(l, flight.FormatMismatch, flight.Warning, flight.Span{Offset: 8, Length: 4},
		"The header says records of %d bytes, but what follows fits the usual %d and was read as such.", says, recordSize)
	return recordSize, nil
}

// timeJumps counts, among the first records of this size, those whose time is not
// within a second after that of the one before; and how many it looked at.
func timeJumps(data []byte, size int) (jumps, records int) {
	const enough = 1000
	last := uint64(0)
	for at := headerSize; at+size <= len(data) && records < enough; at += size {
		us := binary.LittleEndian.Uint64(data[at+8:])
		if records > 0 && us-last > 1_000_000 { // also where it is before
			jumps++
		}
		last = us
		records++
	}
	return jumps, records
}

func index(l *flight.Log, size int) {
	if v := binary.LittleEndian.Uint32(l.Data[4:]); v != version {
		note(l, flight.Version, flight.Warning, flight.Span{Offset: 4, Length: 4},
			"The file says version %d; it was read as version %d, the only one known.", v, version)
	}
	l.Records.Preamble = headerSize
	count := (len(l.Data) - headerSize) / size
	stamps := make([]time.Duration, count)
	for i := range stamps {
		stamps[i] = stamp.FromMicros(binary.LittleEndian.Uint64(l.Data[headerSize+i*size+8:]))
	}
	breaks := stamp.Breaks(stamps, stamp.CaptureLimit, 0)
	times := stamp.LogTimes(stamps, breaks)
	for i, t := range times {
		l.Frames.Append(int64(headerSize+i*size), t, size, 0, 0, 0)
		l.End = t
	}
	if count > 0 {
		message := Message
		if size < recordSize {
			message = cut(size)
		}
		l.Streams = []*flight.Stream{{Message: message, Bare: true, Count: count}}
	}
	strays := 0
	for _, b := range breaks {
		at := flight.Span{Offset: l.Frames.Offset[b.Index], Length: int64(size)}
		if b.Kind == stamp.Step {
			l.Steps = append(l.Steps, flight.ClockStep{Offset: at.Offset, Time: times[b.Index], From: b.From, To: b.To})
			continue
		}
		if strays++; strays > maxListed {
			continue
		}
		note(l, flight.ClockOutlier, flight.Warning, at,
			"One record is stamped %.3f s after %.3f s; its neighbours are not, so log time went on without it.",
			b.To.Seconds(), b.From.Seconds())
	}
	if count == 0 {
		note(l, flight.EmptyLog, flight.Warning, flight.Span{Length: l.Size()},
			"The file has a header and not one record: the simulator was started and wrote no pose.")
	}
	if rest := (len(l.Data) - headerSize) % size; rest > 0 {
		tail := flight.Span{Offset: l.Size() - int64(rest), Length: int64(rest)}
		l.Damage = append(l.Damage, flight.Damage{Span: tail, Kind: flight.Tail, Reason: "the log ends inside a record", Time: l.End})
		note(l, flight.TruncatedTail, flight.Warning, tail,
			"The last record has %d of %d bytes: writing stopped in the middle of it. The records before it are whole.", rest, size)
	}
}

// cut is the layout of records too short for all fields.
func cut(size int) *flight.Message {
	m := *Message
	m.MinLength, m.MaxLength, m.Fields = size, size, nil
	for _, f := range Message.Fields {
		if f.Offset+f.Type.Size()*max(1, f.Array) <= size {
			m.Fields = append(m.Fields, f)
		}
	}
	return &m
}

func note(l *flight.Log, kind flight.Kind, severity flight.Severity, span flight.Span, format string, args ...any) {
	l.Findings = append(l.Findings, flight.Finding{
		Kind: kind, Severity: severity, Time: l.End, Span: span, Text: fmt.Sprintf(format, args...),
	})
}
