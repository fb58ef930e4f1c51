package scan

import (
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
)

// scanner goes through a part of a log and keeps what it finds.
type scanner struct {
	layout
	log *flight.Log
	at  cursor

	inside  bool  // of a log: the first frame is the last of the part before, which knows more of it
	reach   int64 // up to where room for frames is made
	frames  index
	stamps  pace
	last    int64 // where the frame taken last starts; -1 before the first
	damage  []flight.Damage
	streams *streams

	gap     cursor // where the bytes of no frame began
	gapOpen bool
	unknown unknowns
	fast    fast

	// Reused from frame to frame: copies of them would take longer than a checksum.
	found   found
	mavlink mavlink.Header
	navlink navlink.Header
	scratch [mavlink.MaxFrame]byte
}

// found is a frame and what the container put before it.
type found struct {
	lead    int // 0 for a frame without a stamp
	length  int
	source  flight.Source
	seq     uint8
	message *flight.Message
	flags   flight.Flag
	id      uint32 // of unknown messages
}

func newScanner(l *flight.Log, how layout, at cursor) *scanner {
	return &scanner{layout: how, log: l, at: at, last: -1, streams: newStreams()}
}

// step takes the frame at the cursor, or moves on to where one may start.
func (s *scanner) step() {
	f := &s.found
	if s.gapOpen {
		s.search(f)
		return
	}
	stream, ok := uint16(0), s.itemAt(s.at, f)
	if ok && f.message == nil {
		ok = s.leadsToGood(s.at, *f)
	}
	if ok {
		stream, ok = s.accept(f, s.at)
	}
	if !ok {
		s.gap, s.gapOpen = s.at, true
		return
	}
	s.at.skip(f.lead)
	s.take(f, stream)
}

// search looks for the frame that ends a gap. One of an unknown message does
// not: nothing before it speaks for it.
func (s *scanner) search(f *found) {
	s.at.toMagic()
	if s.at.done() {
		return
	}
	start := s.at
	stream, ok := uint16(0), s.frameAt(&start, f) && f.message != nil
	if ok {
		// In its place a stamp is one, whether or not a neighbour confirms it.
		f.lead = 0
		if start.offset-s.gap.offset >= int64(s.lead) {
			f.lead = s.lead
		}
		start.offset -= int64(f.lead)
		stream, ok = s.accept(f, start)
	}
	if !ok {
		s.at.skip(1)
		return
	}
	s.at = start
	s.closeGap(false)
	s.at.skip(f.lead)
	s.take(f, stream)
}

// accept gives the stream of a frame; false for one whose signature is cut, and
// where there are more streams than can be numbered.
func (s *scanner) accept(f *found, at cursor) (stream uint16, ok bool) {
	if f.flags&flight.Signed != 0 {
		at.skip(f.lead)
		if s.signatureCut(at, f.length) {
			return 0, false
		}
	}
	if s.lead > 0 && f.lead == 0 {
		f.flags |= flight.Unstamped
	}
	return s.streams.index(f)
}

// take adds the frame at the cursor to the index and moves behind it.
func (s *scanner) take(f *found, stream uint16) {
	start := s.at.offset
	record := s.at.record
	last := s.at.skip(f.length)
	if last != record {
		f.flags |= flight.Split
	}
	t := s.log.Records.Time[last]
	if s.lead > 0 {
		t = NoStamp
		if f.flags&flight.Unstamped == 0 {
			t = s.Read(s.log.Data[start-StampSize:])
		}
		if s.inside && !s.stamps.begun && start >= StampSize {
			s.stamps.add(s.Read(s.log.Data[start-StampSize:]))
		} else {
			s.stamps.add(t)
		}
	}
	s.frames.add(start, t, f.length, stream, f.seq, f.flags)
	s.last = start
}

// itemAt looks for a frame behind what the container puts before it, else for
// one without.
func (s *scanner) itemAt(c cursor, f *found) bool {
	if s.lead > 0 && c.left() > int64(s.lead) {
		behind := c
		behind.skip(s.lead)
		if s.frameAt(&behind, f) {
			f.lead = s.lead
			return true
		}
	}
	f.lead = 0
	return s.frameAt(&c, f)
}

// frameAt looks for an intact frame at c. A frame of an unknown message is
// handed on without one: its checksum cannot be computed.
func (s *scanner) frameAt(c *cursor, f *found) bool {
	switch s.log.Data[c.offset] {
	case flight.MagicMAVLink1, flight.MagicMAVLink2:
		return s.mavlinkAt(c, f)
	case flight.MagicNavLink:
		return s.lead == 0 && s.navlinkAt(c, f)
	}
	return false
}

func (s *scanner) mavlinkAt(c *cursor, f *found) bool {
	h := &s.mavlink
	head := c.peek(mavlink.HeaderSize(s.log.Data[c.offset]), s.scratch[:])
	if head == nil || !h.Read(head) {
		return false
	}
	frame := c.peek(h.Length, s.scratch[:])
	if frame == nil || h.Message != nil && !h.Check(frame) {
		return false
	}
	f.length, f.source, f.seq, f.message, f.id, f.flags = h.Length, h.Source, h.Seq, h.Message, h.ID, 0
	if h.Signed {
		f.flags |= flight.Signed
	}
	if h.Message == nil {
		f.flags |= flight.Unknown
	}
	return true
}

func (s *scanner) navlinkAt(c *cursor, f *found) bool {
	h := &s.navlink
	head := c.peek(navlink.HeaderSize, s.scratch[:])
	if head == nil || !h.Read(head) {
		return false
	}
	frame := c.peek(h.Length, s.scratch[:])
	if frame == nil {
		return false
	}
	f.length, f.source, f.seq, f.message, f.id, f.flags = h.Length, h.Source, h.Seq, nil, h.ID, 0
	if h.Messages == nil {
		f.flags |= flight.Unknown
		return true
	}
	f.message = h.Check(frame)
	return f.message != nil
}
