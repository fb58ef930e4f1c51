package mavlink

import (
	"encoding/binary"

	"postflight/decode/crc"
	"postflight/decode/flight"
)

// MaxFrame is the longest frame there is: MAVLink 2, signed.
const MaxFrame = 10 + 255 + 2 + 13

// MinFrame is the shortest frame there is: MAVLink 1 without payload.
const MinFrame = 6 + 2

// SignatureSize is how many bytes of a signed frame no checksum covers.
const SignatureSize = 13

// Header is what stands in front of a payload.
type Header struct {
	Length  int // of the whole frame on the wire; 0 where it cannot be known
	Payload int
	Seq     uint8
	Source  flight.Source
	ID      uint32
	Signed  bool
	Message *flight.Message // nil where no dialect here knows the id
}

// HeaderSize is how many bytes Header.Read needs for a frame that starts with b0.
func HeaderSize(b0 byte) int {
	if b0 == flight.MagicMAVLink1 {
		return 6
	}
	return 10
}

// Read reads the header at the start of b, which begins with a magic of MAVLink
// and holds at least HeaderSize bytes. It reports false where no frame can start
// so: an incompatibility flag other than "signed" makes the length unknowable,
// and a MAVLink 1 payload has the length that its definition says.
func (h *Header) Read(b []byte) bool {
	h.Payload = int(b[1])
	if b[0] == flight.MagicMAVLink1 {
		h.Length, h.Signed = 6+h.Payload+2, false
		h.Seq, h.Source, h.ID = b[2], flight.MakeSource(b[3], b[4]), uint32(b[5])
		h.Message = Definition(h.ID)
		return h.Message == nil || h.Payload == h.Message.MinLength
	}
	if b[2]&^1 != 0 {
		return false
	}
	h.Length, h.Signed = 10+h.Payload+2, b[2] != 0
	if h.Signed {
		h.Length += SignatureSize
	}
	h.Seq, h.Source = b[4], flight.MakeSource(b[5], b[6])
	h.ID = uint32(b[7]) | uint32(b[8])<<8 | uint32(b[9])<<16
	h.Message = Definition(h.ID)
	return true
}

// Check reports whether the checksum of a frame holds. frame is h.Length bytes
// and h.Message is known.
func (h *Header) Check(frame []byte) bool {
	end := h.Payload + HeaderSize(frame[0])
	sum := crc.Byte(crc.MCRF4XX(crc.Init, frame[1:end]), h.Message.CRCExtra)
	return sum == binary.LittleEndian.Uint16(frame[end:])
}

// Legal reports whether a frame of a known message has a length that a sender
// could have written: what CRC-failed frames are told from junk by.
func (h *Header) Legal(magic byte) bool {
	if h.Message == nil {
		return false
	}
	if magic == flight.MagicMAVLink1 {
		return h.Payload == h.Message.MinLength
	}
	return h.Payload >= 1 && h.Payload <= h.Message.MaxLength
}
