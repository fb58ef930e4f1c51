// Package navlink finds the frames of Navigator's own protocol, NavLink 1 and
// 2, in bytes and lays out their payloads.
//
// NavLink is not MAVLink, though it borrows its checksum: payloads keep the
// order of declaration and, in practice, sequence numbers count per message.
// Formats: Navigator's NavLink 2 specification and its generated dialect.
package navlink

import (
	"encoding/binary"
	"sync"

	"postflight/decode/crc"
	"postflight/decode/flight"
)

// MaxFrame is the longest frame there is.
const MaxFrame = 10 + 255 + 2

// HeaderSize is how many bytes Header.Read needs.
const HeaderSize = 10

// Header is what stands in front of a payload.
type Header struct {
	Length   int // of the whole frame on the wire
	Payload  int
	Seq      uint8 // always 0 in NavLink 1, which has none
	Source   flight.Source
	ID       uint32
	Messages []*flight.Message // the layouts of this id; none where it is unknown
	V1       bool
}

type dialect struct {
	v2 map[uint32][]*flight.Message
	v1 map[uint32][]*flight.Message
}

var known = sync.OnceValue(func() *dialect {
	d := &dialect{map[uint32][]*flight.Message{}, map[uint32][]*flight.Message{}}
	for _, s := range specs {
		d.v2[s.id] = append(d.v2[s.id], define(s.id, s.name, s.extra, s.fields))
	}
	for _, s := range specsV1 {
		d.v1[s.id] = append(d.v1[s.id], define(s.id, s.name, 0, s.fields))
	}
	addRebuilt(d.v2[imuCompressed][0])
	return d
})

// Definitions gives the layouts of a NavLink 2 message, newest first.
func Definitions(id uint32) []*flight.Message { return known().v2[id] }

// Read reads the header at the start of b, which begins with the sync byte and
// holds at least HeaderSize bytes. It reports false where no frame can start so;
// every flag of NavLink 2's incompatibility byte makes a frame that no known
// sender writes and no reader can measure.
func (h *Header) Read(b []byte) bool {
	h.Payload = int(b[2])
	switch {
	case b[1] == 2 && b[3] == 0:
		h.V1, h.Length = false, 10+h.Payload+2
		h.Seq, h.Source = b[4], flight.MakeSource(b[5], b[6])
		h.ID = uint32(b[7]) | uint32(b[8])<<8 | uint32(b[9])<<16
		h.Messages = known().v2[h.ID]
		return true
	case b[1]&0x0F == 1:
		h.V1, h.Length = true, 8+h.Payload+4
		h.Seq, h.Source, h.ID = 0, flight.MakeSource(b[3], 0), uint32(b[1]>>4)
		h.Messages = known().v1[h.ID]
		return h.Messages != nil
	}
	return false
}

// Check finds the layout whose checksum the frame bears; nil where none does.
// frame is h.Length bytes.
func (h *Header) Check(frame []byte) *flight.Message {
	if h.V1 {
		end := 8 + h.Payload
		if crc.MPEG2(frame[:end]) != binary.LittleEndian.Uint32(frame[end:]) {
			return nil
		}
		return h.Messages[0]
	}
	end := 10 + h.Payload
	sum := crc.MCRF4XX(crc.Init, frame[1:end])
	want := binary.LittleEndian.Uint16(frame[end:])
	for _, m := range h.Messages {
		if crc.Byte(sum, m.CRCExtra) == want {
			return m
		}
	}
	return nil
}

// Legal reports whether a frame of a known message has a length that a sender
// could have written. Trailing zeros may be dropped, so any length up to the
// full one may.
func (h *Header) Legal() bool {
	return len(h.Messages) > 0 && h.Payload <= h.Messages[0].MaxLength
}
