package scan

import (
	"encoding/binary"
	"time"

	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

// fast is what the quick path keeps: the dialect, the streams seen last, and a
// block of frames on their way into the index.
type fast struct {
	messages *[mavlink.LowIDs]*flight.Message
	recent   [512]fastStream
}

type fastStream struct {
	key    uint32 // source and message id, never 0
	stream uint16
}

// blockSize is how many frames are gathered before they are added to the index:
// adding them one by one would take half as long as their checksums.
const blockSize = 256

type block struct {
	n      int
	offset [blockSize]int64
	time   [blockSize]time.Duration
	length [blockSize]uint16
	stream [blockSize]uint16
	seq    [blockSize]uint8
	flags  [blockSize]flight.Flag
}

// add takes one frame more into the block, which goes to f when it is full.
func (b *block) add(f *flight.Frames, offset int64, t time.Duration, length int, stream uint16, seq uint8, flags flight.Flag) {
	n := b.n & (blockSize - 1)
	b.offset[n], b.time[n], b.length[n] = offset, t, uint16(length)
	b.stream[n], b.seq[n], b.flags[n] = stream, seq, flags
	if b.n = n + 1; b.n == blockSize {
		b.flush(f)
	}
}

func (b *block) flush(f *flight.Frames) {
	n := b.n
	f.Offset = append(f.Offset, b.offset[:n]...)
	f.Time = append(f.Time, b.time[:n]...)
	f.Length = append(f.Length, b.length[:n]...)
	f.Stream = append(f.Stream, b.stream[:n]...)
	f.Seq = append(f.Seq, b.seq[:n]...)
	f.Flags = append(f.Flags, b.flags[:n]...)
	b.n = 0
}

// run takes intact, unsigned MAVLink frames of known messages for as long as one
// follows the other in one body, up to the offset limit: what nearly every byte
// of most logs is. It stops before whatever wants a closer look, and changes
// nothing that step would not.
func (s *scanner) run(limit int64) {
	if s.gapOpen {
		return
	}
	if s.fast.messages == nil {
		s.fast.messages = mavlink.Low()
	}
	data := s.log.Data[:s.at.end]
	at, lead := int(s.at.offset), s.lead
	now := s.log.Records.Time[s.at.record]
	block := &s.block
	for int64(at) < limit {
		start := at + lead
		if start+mavlink.MinFrame > len(data) {
			break
		}
		b := data[start:]
		var h quickHeader
		if !h.read(b) || h.length > len(b) {
			break
		}
		m := s.fast.messages[h.id&(mavlink.LowIDs-1)]
		if m == nil || b[0] == flight.MagicMAVLink1 && h.payload != m.MinLength {
			break
		}
		end := h.length - 2
		if crc.Byte(crc.MCRF4XX(crc.Init, b[1:end]), m.CRCExtra) != binary.LittleEndian.Uint16(b[end:]) {
			break
		}
		stream, ok := s.quickStream(&h, m)
		if !ok {
			break
		}
		if lead > 0 {
			now = s.stampAt(data[at:])
		}
		block.add(&s.frames, int64(start), now, h.length, stream, h.seq, 0)
		s.last = int64(start)
		at = start + h.length
	}
	s.at.offset = int64(at)
	if s.at.offset == s.at.end {
		s.at.next()
	}
}

// quickHeader is what the quick path needs of a header.
type quickHeader struct {
	payload, length int
	id              uint32
	source          uint16
	seq             uint8
}

// read reads an unsigned header of a message that the quick path knows.
func (h *quickHeader) read(b []byte) bool {
	h.payload = int(b[1])
	switch b[0] {
	case flight.MagicMAVLink2:
		if len(b) < 12 || b[2] != 0 {
			return false
		}
		h.length = 12 + h.payload
		h.seq, h.source = b[4], uint16(b[5])<<8|uint16(b[6])
		h.id = uint32(b[7]) | uint32(b[8])<<8 | uint32(b[9])<<16
		return h.id < mavlink.LowIDs
	case flight.MagicMAVLink1:
		h.length = 8 + h.payload
		h.seq, h.source, h.id = b[2], uint16(b[3])<<8|uint16(b[4]), uint32(b[5])
		return true
	}
	return false
}

func (s *scanner) quickStream(h *quickHeader, m *flight.Message) (uint16, bool) {
	key := uint32(h.source)<<16 | h.id | 1<<15
	slot := &s.fast.recent[key*0x9E3779B1>>23] // Fibonacci hashing to 9 bits
	if slot.key != key {
		i, ok := s.streams.find(streamKey{flight.Source(h.source), m})
		if !ok {
			return 0, false
		}
		*slot = fastStream{key, i}
	}
	return slot.stream, true
}
