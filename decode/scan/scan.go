// Package scan finds frames in the bytes of a log's records, whichever of
// MAVLink 1 and 2 and NavLink 1 and 2 they are, and accounts for every other
// byte.
//
// A frame may begin in one record and end in another. Where no intact frame
// starts the scan moves on by one byte, so that damage never costs a good frame
// that follows it.
package scan

import (
	"context"

	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
)

// progressStep is how many bytes pass between two reports of progress.
const progressStep = 1 << 20

// Frames scans the bodies of l.Records and fills l.Frames, l.Streams and
// l.Damage; damage already there (of the container) is kept and sorted in.
// progress, which may be nil, gets the file offset reached from time to time.
// The only error is that of ctx.
func Frames(ctx context.Context, l *flight.Log, progress func(offset int64)) error {
	s := scanner{log: l, streams: newStreams(l), at: newCursor(l)}
	return s.run(ctx, progress)
}

type scanner struct {
	log     *flight.Log
	streams *streams
	at      cursor

	gap     cursor // where the bytes of no frame began
	gapOpen bool
	unknown unknowns

	// Reused from frame to frame: copies of them would take longer than a checksum.
	found   found
	mavlink mavlink.Header
	navlink navlink.Header
	scratch [mavlink.MaxFrame]byte
}

// found is a frame that starts where the cursor stands.
type found struct {
	length  int
	source  flight.Source
	seq     uint8
	message *flight.Message
	flags   flight.Flag
	id      uint32 // of unknown messages
}

func (s *scanner) run(ctx context.Context, progress func(int64)) error {
	report := int64(progressStep)
	for !s.at.done() {
		if s.at.offset >= report {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(s.at.offset)
			}
			s.reserve()
			report = s.at.offset + progressStep
		}
		s.step()
	}
	if s.gapOpen {
		s.closeGap(true)
	}
	sortDamage(s.log)
	return ctx.Err()
}

// reserve makes room for as many frames as the rest of the log holds if it is
// like what came before, though never for more than three times as many as that.
func (s *scanner) reserve() {
	n := s.log.Frames.Len()
	rest := float64(s.log.Size()-s.at.offset) / float64(s.at.offset)
	s.log.Frames.Reserve(int(float64(n) * min(rest*1.01, 3)))
}

// step takes the frame at the cursor, or moves on to where one may start.
func (s *scanner) step() {
	f := &s.found
	ok := s.frameAt(&s.at, f)
	if ok && f.message == nil {
		ok = !s.gapOpen && s.leadsToGood(s.at, *f)
	}
	if ok && f.flags&flight.Signed != 0 {
		ok = !s.signatureCut(s.at, f.length)
	}
	var stream uint16
	if ok {
		stream, ok = s.streams.index(f)
	}
	if !ok {
		if !s.gapOpen {
			s.gap, s.gapOpen = s.at, true
		}
		s.at.skip(1)
		s.at.toMagic()
		return
	}
	if s.gapOpen {
		s.closeGap(false)
	}
	s.take(f, stream)
}

// take adds the frame at the cursor to the index and moves behind it.
func (s *scanner) take(f *found, stream uint16) {
	start := s.at.offset
	record := s.at.record
	last := s.at.skip(f.length)
	if last != record {
		f.flags |= flight.Split
	}
	s.log.Frames.Append(start, s.log.Records.Time[last], f.length, stream, f.seq, f.flags)
}

// frameAt looks for an intact frame at c. A frame of an unknown message is
// handed on without one: its checksum cannot be computed.
func (s *scanner) frameAt(c *cursor, f *found) bool {
	switch s.log.Data[c.offset] {
	case flight.MagicMAVLink1, flight.MagicMAVLink2:
		return s.mavlinkAt(c, f)
	case flight.MagicNavLink:
		return s.navlinkAt(c, f)
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
