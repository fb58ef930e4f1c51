// Package vgt reads VGT1 files: the ground truth that Navigator's simulator
// writes, one pose a record.
//
// Format: Navigator's chapter "Record and replay, logs and ground truth". All
// little-endian; header magic "VGT1", version u32, record size u32, start wall
// clock u64 ms; records of 124 bytes.
package vgt

import (
	"bytes"
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
	l.Start = startAt(data)
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
	for at := 0; at >= 0; {
		next := nextHeader(l.Data, at+headerSize, size)
		end := next
		if next < 0 {
			end = len(l.Data)
		}
		addRecording(l, at, end, size)
		at = next
	}
	if count := l.Frames.Len(); count > 0 {
		message := Message
		if size < recordSize {
			message = cut(size)
		}
		l.Streams = []*flight.Stream{{Message: message, Bare: true, Count: count}}
	} else {
		note(l, flight.EmptyLog, flight.Warning, flight.Span{Length: l.Size()},
			"The file has a header and not one record: the simulator was started and wrote no pose.")
	}
	if n := len(l.Damage); n > 0 && l.Damage[n-1].Kind == flight.Tail {
		tail := l.Damage[n-1].Span
		note(l, flight.TruncatedTail, flight.Info, tail,
			"The last record has %d of %d bytes: writing stopped in the middle of it. The records before it are whole.", tail.Length, size)
	}
}

// FindHeader is where the header of a ground truth with records of the usual size lies
// in data, from the offset on; -1 where there is none.
func FindHeader(data []byte, from int) int { return nextHeader(data, from, recordSize) }

// nextHeader is where another file of records of this size begins, from the offset
// on, that was put behind the first; -1 where there is none.
func nextHeader(data []byte, from, size int) int {
	header := binary.LittleEndian.AppendUint32([]byte(Magic), version)
	header = binary.LittleEndian.AppendUint32(header, uint32(size))
	i := bytes.Index(data[min(from, len(data)):], header)
	if i < 0 || from+i+headerSize > len(data) {
		return -1
	}
	return from + i
}

// addRecording adds the records behind the header at the offset, up to end.
func addRecording(l *flight.Log, header, end, size int) {
	first := header + headerSize
	stamps := make([]time.Duration, (end-first)/size)
	for i := range stamps {
		stamps[i] = stamp.FromMicros(binary.LittleEndian.Uint64(l.Data[first+i*size+8:]))
	}
	breaks := stamp.Breaks(stamps, stamp.CaptureLimit, 0)
	base, before := baseOf(l, header), l.Frames.Len()
	if header > 0 {
		l.Damage = append(l.Damage, flight.Damage{
			Span: flight.Span{Offset: int64(header), Length: headerSize}, Kind: flight.Junk, Reason: ReasonJoin, Time: l.End,
		})
		if len(stamps) > 0 {
			l.Steps = append(l.Steps, flight.ClockStep{
				Offset: int64(first), Time: base, From: l.End, To: stamps[0], Joined: true, Start: startAt(l.Data[header:]),
			})
		}
	}
	for i, t := range stamp.LogTimes(stamps, breaks) {
		l.Frames.Append(int64(first+i*size), base+t, size, 0, 0, 0)
		l.End = base + t
	}
	addBreaks(l, breaks, before)
	if rest := (end - first) % size; rest > 0 {
		d := flight.Damage{Span: flight.Span{Offset: int64(end - rest), Length: int64(rest)}, Kind: flight.Tail, Reason: "the log ends inside a record", Time: l.End}
		if end < len(l.Data) {
			d.Kind, d.Reason = flight.Junk, "the recording before ends inside a record"
		}
		l.Damage = append(l.Damage, d)
	}
}

// ReasonJoin is the reason of junk that is the header of another file.
const ReasonJoin = "header of another recording"

// baseOf is the log time at which the recording behind a header begins: when it says
// that it did, else where that before it ends.
func baseOf(l *flight.Log, header int) time.Duration {
	start := startAt(l.Data[header:])
	if base := start.Sub(l.Start); !start.IsZero() && !l.Start.IsZero() && base > l.End && base < stamp.Lifetime {
		return base
	}
	return l.End
}

// startAt reads the wall clock in a header; zero where it holds none.
func startAt(header []byte) time.Time {
	if ms := binary.LittleEndian.Uint64(header[12:]); ms > 0 && ms < maxWallMs {
		return time.UnixMilli(int64(ms)).UTC()
	}
	return time.Time{}
}

// addBreaks tells the breaks of records, the first of which is frame first.
func addBreaks(l *flight.Log, breaks []stamp.Break, first int) {
	strays := 0
	for _, b := range breaks {
		i := first + b.Index
		at := flight.Span{Offset: l.Frames.Offset[i], Length: int64(l.Frames.Length[i])}
		if b.Kind == stamp.Step {
			l.Steps = append(l.Steps, flight.ClockStep{Offset: at.Offset, Time: l.Frames.Time[i], From: b.From, To: b.To})
			continue
		}
		if strays++; strays > maxListed {
			continue
		}
		note(l, flight.ClockOutlier, flight.Warning, at,
			"One record is stamped %.3f s after %.3f s; its neighbours are not, so log time went on without it.",
			b.To.Seconds(), b.From.Seconds())
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
