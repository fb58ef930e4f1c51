package sim

import (
	"encoding/binary"
	"time"
)

// tlogLoop repeats a telemetry log.
type tlogLoop struct {
	frameLoop
	stamps []field
	ends   []int
}

func newTLogLoop(f *Flight) *tlogLoop {
	random := f.config.random("tlog")
	c := &capture{flight: f, random: random, items: withOwn(newLink(f, f.sent[MAVLink], random).arrivals(), f.asked)}
	c.stamp()
	items, span := repeated(f, c.items)
	l := &tlogLoop{frameLoop: frameLoop{span: span}}
	perTurn := countPerTurn(items)
	for _, it := range items {
		l.stamps = append(l.stamps, field{
			at: len(l.bytes), size: tlogStamp, big: true, step: uint64(span.Microseconds()),
		})
		l.bytes = append(append(l.bytes, it.lead...), it.bytes...)
		l.layOut(it, perTurn)
		l.ends = append(l.ends, len(l.bytes))
	}
	return l
}

func (l *tlogLoop) head() []byte { return nil }

func (l *tlogLoop) turn() ([]byte, []int) {
	if l.begun {
		for _, s := range l.stamps {
			s.advance(l.bytes)
		}
	}
	l.advance()
	return l.bytes, l.ends
}

// vrecLoop repeats a VREC recording, its records cut as a recording's are.
type vrecLoop struct {
	frameLoop
	records []record
	start   time.Time
	out     []byte
	ends    []int
}

func newVRECLoop(f *Flight) *vrecLoop {
	random := f.config.random("vrec")
	items, span := repeated(f, newLink(f, f.sent[NavLink], random).arrivals())
	l := &vrecLoop{frameLoop: frameLoop{span: span}, start: f.config.Start}
	perTurn := countPerTurn(items)
	for _, it := range items {
		l.bytes = append(l.bytes, it.bytes...)
		l.layOut(it, perTurn)
	}
	l.records = newRecording(items, f.clock.uptime, random).records
	return l
}

func (l *vrecLoop) head() []byte {
	b := appendUint32s(nil, vrecMagic, 1, 1)
	return binary.LittleEndian.AppendUint64(b, uint64(l.start.UnixMilli()))
}

func (l *vrecLoop) turn() ([]byte, []int) {
	passed := l.span.Microseconds()
	if !l.begun {
		passed = 0
	}
	l.advance()
	l.out, l.ends = l.out[:0], l.ends[:0]
	for k := range l.records {
		r := &l.records[k]
		r.at += passed
		l.out = binary.LittleEndian.AppendUint64(l.out, uint64(r.at))
		l.out = binary.LittleEndian.AppendUint32(l.out, r.length)
		l.out = append(l.out, l.bytes[r.from:r.to]...)
		l.ends = append(l.ends, len(l.out))
	}
	return l.out, l.ends
}

// flashLoop repeats the records of a DataFlash log behind those that describe
// them.
type flashLoop struct {
	start, bytes []byte
	times        []field
	gps          []int // where GPS times lie
	span         time.Duration
	ends         []int
	begun        bool
}

// Where things lie in a record.
const (
	flashTimeAt = 3
	flashGMSAt  = 13
	flashGWkAt  = 17
)

func newFlashLoop(f *Flight) *flashLoop {
	whole := f.flash[0].bytes
	var lengths [256]int
	var gps byte
	for _, k := range flashFormats {
		lengths[k.number] = k.length()
		if k.name == "GPS" {
			gps = k.number
		}
	}
	l := &flashLoop{}
	timeAt := func(p int) uint64 { return binary.LittleEndian.Uint64(whole[p+flashTimeAt:]) }
	from, last := 0, 0
	for p := 0; p < len(whole); p += lengths[whole[p+2]] {
		if whole[p+2] == flashFMT || timeAt(p) < loopFrom*1000 {
			from = p + lengths[whole[p+2]]
			continue
		}
		last = p
		l.times = append(l.times, field{at: p - from, size: 8})
		if whole[p+2] == gps {
			l.gps = append(l.gps, p-from)
		}
		l.ends = append(l.ends, p+lengths[whole[p+2]]-from)
	}
	l.start, l.bytes = whole[:from], append([]byte(nil), whole[from:]...)
	took := time.Duration(timeAt(last)-timeAt(from)) * time.Microsecond
	l.span = took.Truncate(time.Millisecond) + loopPause
	for i := range l.times {
		l.times[i].at += flashTimeAt
		l.times[i].step = uint64(l.span.Microseconds())
	}
	return l
}

func (l *flashLoop) head() []byte { return l.start }

func (l *flashLoop) turn() ([]byte, []int) {
	if !l.begun {
		l.begun = true
		return l.bytes, l.ends
	}
	for _, t := range l.times {
		t.advance(l.bytes)
	}
	for _, p := range l.gps {
		ms := uint64(binary.LittleEndian.Uint32(l.bytes[p+flashGMSAt:])) + uint64(l.span.Milliseconds())
		week := binary.LittleEndian.Uint16(l.bytes[p+flashGWkAt:])
		whole := uint64(gpsWeek.Milliseconds())
		binary.LittleEndian.PutUint32(l.bytes[p+flashGMSAt:], uint32(ms%whole))
		binary.LittleEndian.PutUint16(l.bytes[p+flashGWkAt:], week+uint16(ms/whole))
	}
	return l.bytes, l.ends
}
