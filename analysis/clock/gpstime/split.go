package gpstime

import (
	"postflight/decode/flight"
	"postflight/decode/mavlink"
)

// splitter finds MAVLink frames in bytes that come in pieces.
type splitter struct{ rest []byte }

// take gives each intact frame of a known message, with what is left of earlier
// pieces before b, to visit. What it gets is good until visit returns. Where no
// frame starts it moves on by one byte; a frame that has begun waits for its end.
func (s *splitter) take(b []byte, visit func(h *mavlink.Header, frame []byte)) {
	s.rest = append(s.rest, b...)
	at := 0
	for at < len(s.rest) {
		left := s.rest[at:]
		length, ok := frameAt(left, visit)
		switch {
		case ok:
			at += length
		case length > len(left):
			s.keep(at)
			return
		default:
			at += 1 + toMagic(left[1:])
		}
	}
	s.keep(at)
}

func (s *splitter) keep(from int) { s.rest = append(s.rest[:0], s.rest[from:]...) }

// frameAt visits the frame that b starts with. Where it reports false, a length
// beyond that of b says how much is needed to tell.
func frameAt(b []byte, visit func(*mavlink.Header, []byte)) (length int, ok bool) {
	if toMagic(b[:1]) != 0 {
		return 0, false
	}
	if n := mavlink.HeaderSize(b[0]); len(b) < n {
		return n, false
	}
	var h mavlink.Header
	if !h.Read(b) || h.Message == nil {
		return 0, false
	}
	if h.Length > len(b) || !h.Check(b[:h.Length]) {
		return h.Length, false
	}
	visit(&h, b[:h.Length])
	return h.Length, true
}

// toMagic is how far the next byte is that a frame can start with.
func toMagic(b []byte) int {
	for i, v := range b {
		if v == flight.MagicMAVLink1 || v == flight.MagicMAVLink2 {
			return i
		}
	}
	return len(b)
}
