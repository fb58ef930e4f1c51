package mavlink

import (
	"encoding/binary"

	"postflight/decode/crc"
	"postflight/decode/flight"
)

// MaxFrame is the longest frame there is: MAVLink 2, signed.
const MaxFrame = 10 + 255 + 2 + 13

const signatureSize = 13

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

// HeaderSize is how many bytes ReadHeader needs for a frame that starts with b0.
func HeaderSize(b0 byte) int {
	if b0 == flight.MagicMAVLink1 {
		return 6
	}
	return 10
}

// ReadHeader reads the header at the start of b, which begins with a magic of
// MAVLink and holds at least HeaderSize bytes. It reports false where no frame
// can start so: an incompatibility flag other than "signed" makes the length
// unknowable, and a known message has a length that its definition allows.
func ReadHeader(b []byte) (Header, bool) {
	if b[0] == flight.MagicMAVLink1 {
		h := Header{
			Payload: int(b[1]), Seq: b[2], Source: flight.MakeSource(b[3], b[4]), ID: uint32(b[5]),
			Length: 6 + int(b[1]) + 2,
		}
		h.Message = Definition(h.ID)
		return h, h.Message == nil || h.Payload == h.Message.MinLength
	}
	if b[2]&^1 != 0 {
		return Header{}, false
	}
	h := Header{
		Payload: int(b[1]), Seq: b[4], Source: flight.MakeSource(b[5], b[6]),
		ID:     uint32(b[7]) | uint32(b[8])<<8 | uint32(b[9])<<16,
		Signed: b[2]&1 != 0, Length: 10 + int(b[1]) + 2,
	}
	if h.Signed {
		h.Length += signatureSize
	}
	h.Message = Definition(h.ID)
	return h, true
}

// Check reports whether the checksum of a frame holds. frame is h.Length bytes
// and h.Message is known.
func Check(h Header, frame []byte) bool {
	end := h.Payload + HeaderSize(frame[0])
	sum := crc.Byte(crc.MCRF4XX(crc.Init, frame[1:end]), h.Message.CRCExtra)
	return sum == binary.LittleEndian.Uint16(frame[end:])
}

// Legal reports whether a frame of a known message has a length that a sender
// could have written: what CRC-failed frames are told from junk by.
func Legal(h Header, magic byte) bool {
	if h.Message == nil {
		return false
	}
	if magic == flight.MagicMAVLink1 {
		return h.Payload == h.Message.MinLength
	}
	return h.Payload >= 1 && h.Payload <= h.Message.MaxLength
}
