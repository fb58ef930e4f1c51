package scan

import (
	"encoding/binary"

	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

// fast is what the quick path keeps: the dialect, and the streams seen last with
// what a header is checked by.
type fast struct {
	messages *[mavlink.LowIDs]*flight.Message
	recent   [512]fastStream
}

type fastStream struct {
	key    uint32 // source and message id, never 0
	stream int32  // -1 until a frame of it is found
	extra  uint8  // CRC_EXTRA
	length uint8  // of the payload in MAVLink 1
}

// run takes intact MAVLink frames of known messages for as long as one
// follows the other in one body, up to the offset limit: what nearly every byte
// of most logs is. It stops before whatever wants a closer look, and changes
// nothing that step would not.
func (s *scanner) run(limit int64) {
	if s.gapOpen || s.lead > 0 && !s.stamps.begun {
		return
	}
	if s.fast.messages == nil {
		s.fast.messages = mavlink.Low()
	}
	data := s.log.Data[:s.at.end]
	at, lead := int(s.at.offset), s.lead
	now, stamps := s.log.Records.Time[s.at.record], s.stamps
	x := &s.frames
	offset, n := x.Offset, x.n
	times, lengths, streams := x.Time[:len(offset)], x.Length[:len(offset)], x.Stream[:len(offset)]
	seqs, flags := x.Seq[:len(offset)], x.Flags[:len(offset)]
	for int64(at) < limit && uint(n) < uint(len(offset)) {
		start := at + lead
		if start+quickHead > len(data) {
			break
		}
		b := data[start:]
		var h quickHeader
		if !h.read(b) || h.length > len(b) {
			break
		}
		slot := s.slot(&h)
		if slot == nil || b[0] == flight.MagicMAVLink1 && h.payload != int(slot.length) {
			break
		}
		end := h.length - 2
		if h.flags != 0 {
			end -= mavlink.SignatureSize
			if indexMagic(b[end+2:h.length]) >= 0 {
				break // a frame may begin inside the signature
			}
		}
		if crc.Byte(crc.MCRF4XX(crc.Init, b[1:end]), slot.extra) != binary.LittleEndian.Uint16(b[end:]) {
			break
		}
		if slot.stream < 0 && !s.number(slot, &h) {
			break
		}
		if lead > 0 {
			now = s.Read(data[at:])
			stamps.add(now)
		}
		offset[n], times[n], lengths[n] = int64(start), now, uint16(h.length)
		streams[n], seqs[n], flags[n] = uint16(slot.stream), h.seq, h.flags
		n++
		s.last = int64(start)
		at = start + h.length
	}
	x.n, s.stamps = n, stamps
	s.at.offset = int64(at)
	if s.at.offset == s.at.end {
		s.at.next()
	}
}

// quickHead is how many bytes quickHeader reads at most; frames at the very end
// of a log that are shorter are left to step.
const quickHead = 12

// quickHeader is what the quick path needs of a header.
type quickHeader struct {
	length, payload int
	id              uint32
	source          uint16
	seq             uint8
	flags           flight.Flag
}

// read reads the header of a message that the quick path may know from at least
// quickHead bytes.
func (h *quickHeader) read(b []byte) bool {
	b = b[:quickHead]
	h.payload = int(b[1])
	switch b[0] {
	case flight.MagicMAVLink2:
		h.length, h.flags = 12+h.payload, 0
		if b[2] == 1 {
			h.length, h.flags = h.length+mavlink.SignatureSize, flight.Signed
		}
		h.seq, h.source = b[4], uint16(b[5])<<8|uint16(b[6])
		h.id = uint32(b[7]) | uint32(b[8])<<8 | uint32(b[9])<<16
		return b[2] <= 1 && h.id < mavlink.LowIDs
	case flight.MagicMAVLink1:
		h.length, h.flags = 8+h.payload, 0
		h.seq, h.source, h.id = b[2], uint16(b[3])<<8|uint16(b[4]), uint32(b[5])
		return true
	}
	return false
}

// slot gives what is known of the stream that a header names; nil for one of a
// message that the quick path does not know.
func (s *scanner) slot(h *quickHeader) *fastStream {
	key := uint32(h.source)<<16 | h.id | 1<<15
	slot := &s.fast.recent[key*0x9E3779B1>>23] // Fibonacci hashing to 9 bits
	if slot.key != key {
		m := s.fast.messages[h.id&(mavlink.LowIDs-1)]
		if m == nil {
			return nil
		}
		*slot = fastStream{key: key, stream: -1, extra: m.CRCExtra, length: uint8(m.MinLength)}
	}
	return slot
}

// number finds the number of a stream; false where there are too many streams.
func (s *scanner) number(slot *fastStream, h *quickHeader) bool {
	i, ok := s.streams.find(streamKey{flight.Source(h.source), s.fast.messages[h.id&(mavlink.LowIDs-1)]})
	if ok {
		slot.stream = int32(i)
	}
	return ok
}
