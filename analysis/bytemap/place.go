package bytemap

import (
	"encoding/binary"
	"fmt"
	"time"

	"postflight/decode/crc"
	"postflight/decode/flight"
)

// Place is what one byte of a log is.
type Place struct {
	Offset int64
	Kind   Kind
	Label  string
	Span   flight.Span // of the field, header or run; of a split field the piece the byte is in

	Record     int // number of the container record; -1 for none
	RecordSpan flight.Span
	Time       time.Duration // log time
	Timed      bool

	Frame     int         // number of the intact frame; -1 for none
	FrameSpan flight.Span // from its first byte to its last, record headers in between counted
	Source    flight.Source
	Message   *flight.Message // nil where no frame is
	Stream    *flight.Stream  // of intact frames

	Field   *flight.Field // nil where no definition names the byte
	Element int
	Value   string // for display, with its unit; text is escaped
	Raw     string // as on the wire

	Sum    Sum
	Reason string // of junk and tail
}

// Sum is the checksum of a frame.
type Sum struct {
	Found, Computed uint32
	Digits          int  // hexadecimal; 0 where the frame has none
	Known           bool // it could be computed: the message is known
}

// Holds reports whether what was found is what was computed.
func (s Sum) Holds() bool { return s.Known && s.Found == s.Computed }

// At says what the byte at an offset is. Outside of the file it is Tail without a
// span.
func (m *Map) At(offset int64) Place {
	p := Place{Offset: offset, Kind: Tail, Record: -1, Frame: -1}
	if offset < 0 || offset >= m.log.Size() {
		return p
	}
	m.fillRecord(&p)
	if i := m.damageFrom(offset); i < len(m.log.Damage) && m.log.Damage[i].Offset <= offset {
		m.fillDamage(&p, i)
		return p
	}
	if r := &m.log.Records; offset < r.Preamble {
		p.Kind, p.Label, p.Span = Header, "file header", flight.Span{Length: r.Preamble}
		return p
	}
	if r := &m.log.Records; p.Record >= 0 && offset < r.Offset[p.Record]+r.Head {
		p.Kind, p.Label, p.Span = Header, "record header", flight.Span{Offset: r.Offset[p.Record], Length: r.Head}
		return p
	}
	if m.fillStamp(&p) {
		return p
	}
	if i := m.frameAt(offset); i >= 0 {
		m.fillFrame(&p, i)
	}
	return p
}

func (m *Map) fillRecord(p *Place) {
	r := &m.log.Records
	if p.Record = r.Holding(p.Offset); p.Record < 0 {
		return
	}
	body := r.Body(p.Record)
	p.RecordSpan = flight.Span{Offset: r.Offset[p.Record], Length: body.End() - r.Offset[p.Record]}
	p.Time, p.Timed = r.Time[p.Record], true
}

func (m *Map) fillDamage(p *Place, i int) {
	damage := m.log.Damage
	d := &damage[i]
	p.Kind, p.Label, p.Span, p.Reason = kindOf(d), m.damageLabel(i), d.Span, m.reasons[i]
	p.Time, p.Timed = d.Time, true
	if d.Kind != flight.CRCFailed {
		return
	}
	for d.Frame == 0 && i > 0 && damage[i-1].Kind == flight.CRCFailed {
		i--
		d = &damage[i]
	}
	p.Message, p.Source = d.Message, d.Source
	if d.Frame == 0 || d.Message == nil {
		return
	}
	frame := m.log.Gather(d.Offset, d.Frame)
	pieces := []flight.Span{{Offset: d.Offset, Length: int64(d.Frame)}}
	for n := 1; i+n < len(damage) && damage[i+n].Kind == flight.CRCFailed && damage[i+n].Frame == 0; n++ {
		if n == 1 {
			pieces[0] = d.Span
		}
		pieces = append(pieces, damage[i+n].Span)
	}
	p.fillParts(frame, pieces, d.Message, false)
	p.Kind = CRCFailed
}

func (m *Map) fillFrame(p *Place, i int) {
	l := m.log
	s := l.Streams[l.Frames.Stream[i]]
	p.Frame, p.Stream, p.Message, p.Source = i, s, s.Message, s.Source
	p.Time, p.Timed = l.Frames.Time[i], true
	p.fillParts(l.Frame(i), l.Pieces(i), s.Message, s.Bare)
}

// fillParts looks at a frame that lies in pieces.
func (p *Place) fillParts(frame []byte, pieces []flight.Span, m *flight.Message, bare bool) {
	first, last := pieces[0], pieces[len(pieces)-1]
	p.FrameSpan = flight.Span{Offset: first.Offset, Length: last.End() - first.Offset}
	p.Sum = sumOf(frame, m, bare)
	at := inFrame(pieces, p.Offset)
	for _, part := range partsOf(frame, m, bare) {
		if at < part.from || at >= part.to {
			continue
		}
		p.Kind, p.Label, p.Field, p.Element = part.kind, part.label, part.field, part.element
		for _, s := range within(pieces, part.from, part.to) {
			if s.Holds(p.Offset) {
				p.Span = s
			}
		}
		p.fillValue(frame, part, bare)
		return
	}
}

func (p *Place) fillValue(frame []byte, part part, bare bool) {
	switch {
	case part.field != nil:
		payload := frame
		if w := wireOf(frame, bare); w != flight.Bare {
			end := payloadEnd(frame, w)
			payload = frame[w.HeaderSize():end:end]
		}
		p.Value, p.Raw = Text(part.field, payload, part.element), raw(part.field, payload, part.element)
	case part.kind == Frame && !bare && part.to-part.from <= 4:
		var b [4]byte
		copy(b[:], frame[part.from:part.to])
		p.Value = fmt.Sprint(binary.LittleEndian.Uint32(b[:]))
	}
}

// sumOf reads the checksum of a frame and computes it.
func sumOf(frame []byte, m *flight.Message, bare bool) Sum {
	w := wireOf(frame, bare)
	if w == flight.Bare {
		return Sum{}
	}
	end := payloadEnd(frame, w)
	if len(frame) < w.HeaderSize() || end+w.TrailerSize() > len(frame) {
		return Sum{}
	}
	if w == flight.NavLink1 {
		return Sum{binary.LittleEndian.Uint32(frame[end:]), crc.MPEG2(frame[:end]), 8, true}
	}
	computed := crc.Byte(crc.MCRF4XX(crc.Init, frame[1:end]), m.CRCExtra)
	return Sum{uint32(binary.LittleEndian.Uint16(frame[end:])), uint32(computed), 4, m.MaxLength > 0}
}
