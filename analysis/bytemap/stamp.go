package bytemap

import (
	"encoding/binary"
	"fmt"
	"time"

	"postflight/decode/flight"
)

// stampLabel names what a container puts before each frame.
const stampLabel = "time stamp"

// stampOf is the time stamp before frame i; empty where it lacks one.
func (m *Map) stampOf(i int) flight.Span {
	f, lead := &m.log.Frames, int64(m.log.Lead)
	if lead == 0 || f.Flags[i]&flight.Unstamped != 0 {
		return flight.Span{}
	}
	return flight.Span{Offset: f.Offset[i] - lead, Length: lead}
}

// stamps adds the time stamps before frames, and before frames whose CRC failed.
func (m *Map) stamps(out []Region, from, to int64) []Region {
	lead := int64(m.log.Lead)
	if lead == 0 {
		return out
	}
	f := &m.log.Frames
	for i := m.frameAt(from) + 1; i < f.Len() && f.Offset[i]-lead < to; i++ {
		if s := m.stampOf(i); s.Length > 0 {
			out = append(out, Region{s.Offset, s.End(), Header, stampLabel, i & 1})
		}
	}
	d := m.log.Damage
	for i := m.damageFrom(from); i < len(d) && d[i].Offset-int64(d[i].Lead) < to; i++ {
		if d[i].Lead > 0 {
			out = append(out, Region{d[i].Offset - int64(d[i].Lead), d[i].Offset, Header, stampLabel, i & 1})
		}
	}
	return out
}

// fillStamp looks for a time stamp that holds the byte, which is in no frame and in
// no damage.
func (m *Map) fillStamp(p *Place) bool {
	l, span, at := m.log, flight.Span{}, time.Duration(0)
	if i := m.frameAt(p.Offset) + 1; i < l.Frames.Len() {
		span, at = m.stampOf(i), l.Frames.Time[i]
	}
	if i := m.damageFrom(p.Offset); !holds(span, p.Offset) && i < len(l.Damage) {
		d := &l.Damage[i]
		span, at = flight.Span{Offset: d.Offset - int64(d.Lead), Length: int64(d.Lead)}, d.Time
	}
	if !holds(span, p.Offset) {
		return false
	}
	p.Kind, p.Label, p.Span, p.Time, p.Timed = Header, stampLabel, span, at, true
	if b := l.Data[span.Offset:span.End()]; len(b) == 8 {
		us := binary.BigEndian.Uint64(b)
		p.Value = time.UnixMicro(int64(us)).UTC().Format("2006-01-02 15:04:05.000000 UTC")
		p.Raw = fmt.Sprintf("%d µs, 0x%016x", us, us)
	}
	return true
}

func holds(s flight.Span, offset int64) bool { return offset >= s.Offset && offset < s.End() }
