package bytemap

import (
	"encoding/binary"
	"fmt"
	"time"

	"postflight/decode/flight"
)

// stampLabel names what a container puts before each frame.
const stampLabel = "time stamp"

// stamps adds the time stamps before frames, and before frames whose CRC failed.
func (m *Map) stamps(out []Region, from, to int64) []Region {
	l := m.log
	add := func(s flight.Span, shade int) {
		if s.Length > 0 {
			out = append(out, Region{s.Offset, s.End(), Header, stampLabel, shade})
		}
	}
	for i := m.frameAt(from) + 1; i < l.Frames.Len() && l.Frames.Offset[i]-int64(l.Lead) < to; i++ {
		add(l.LeadOf(i), i&1)
	}
	for i := m.damageFrom(from); i < len(l.Damage) && l.Damage[i].LeadSpan().Offset < to; i++ {
		add(l.Damage[i].LeadSpan(), i&1)
	}
	return out
}

// fillStamp looks for a time stamp that holds the byte, which is in no frame and in
// no damage.
func (m *Map) fillStamp(p *Place) bool {
	l, span, at := m.log, flight.Span{}, time.Duration(0)
	if i := m.frameAt(p.Offset) + 1; i < l.Frames.Len() {
		span, at = l.LeadOf(i), l.Frames.Time[i]
	}
	if i := m.damageFrom(p.Offset); !span.Holds(p.Offset) && i < len(l.Damage) {
		span, at = l.Damage[i].LeadSpan(), l.Damage[i].Time
	}
	if !span.Holds(p.Offset) {
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
