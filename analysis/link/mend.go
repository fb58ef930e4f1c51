package link

import (
	"bytes"

	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
)

const (
	// fewMended is how many frames must become whole for more than chance.
	fewMended = 3
	// byChance is one of how many tries a checksum of 16 bits holds by chance, less
	// a margin.
	byChance = 1 << 13
	// mostLooks bounds the search in a log that is nothing but damage.
	mostLooks = 1 << 20
	// headed is how many bytes hold the header of any protocol.
	headed = 12
)

// mending is what putting CRs back before LFs gains.
type mending struct {
	frames, missing int
	looks, tries    int
	first           int64 // offset of the first LF that lacks its CR
}

func (m *mending) believable() bool { return m.frames >= fewMended+m.tries/byChance }

// mend looks for frames in the damage that are whole once a CR stands before one or two
// of their LFs.
func (c *counting) mend() (m mending) {
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		if d.Kind == flight.Tail || behind(d) || m.looks > mostLooks {
			continue
		}
		b := c.log.Data[d.Offset:d.End()]
		for at := 0; at < len(b); {
			length, lf := m.frame(b[at:])
			if length == 0 {
				at++
				continue
			}
			if m.frames == 0 {
				m.first = d.Offset + int64(at+lf)
			}
			m.frames++
			at += length
		}
	}
	return m
}

// frame is the length that a frame at the start of b has as it is found, with CRs
// missing, and where its first LF without one is; 0 where there is none.
func (m *mending) frame(b []byte) (length, lf int) {
	switch b[0] {
	case flight.MagicMAVLink1, flight.MagicMAVLink2, flight.MagicNavLink:
	default:
		return 0, 0
	}
	b = b[:min(len(b), mavlink.MaxFrame)]
	for one := bytes.IndexByte(b, '\n'); one > 0 && m.looks <= mostLooks; {
		with := withCR(b, one)
		if n := m.whole(with); n > one+1 {
			m.missing++
			return n - 1, one
		}
		for two := after(b, one); two > 0 && m.looks <= mostLooks; two = after(b, two) {
			if n := m.whole(withCR(with, two+1)); n > two+2 {
				m.missing += 2
				return n - 2, one
			}
		}
		one = after(b, one)
	}
	return 0, 0
}

// after is the place of the next LF; negative where there is none.
func after(b []byte, lf int) int {
	if i := bytes.IndexByte(b[lf+1:], '\n'); i >= 0 {
		return lf + 1 + i
	}
	return -1
}

func withCR(b []byte, at int) []byte {
	out := append(make([]byte, 0, len(b)+1), b[:at]...)
	return append(append(out, '\r'), b[at:]...)
}

// whole is the length of the frame that b begins with if its checksum holds.
func (m *mending) whole(b []byte) int {
	m.looks++
	if len(b) < headed {
		return 0
	}
	if b[0] == flight.MagicNavLink {
		var h navlink.Header
		if !h.Read(b) || !h.Legal() || h.Length > len(b) {
			return 0
		}
		m.tries++
		if h.Check(b[:h.Length]) == nil {
			return 0
		}
		return h.Length
	}
	var h mavlink.Header
	if !h.Read(b) || !h.Legal(b[0]) || h.Length > len(b) {
		return 0
	}
	m.tries++
	if !h.Check(b[:h.Length]) {
		return 0
	}
	return h.Length
}
