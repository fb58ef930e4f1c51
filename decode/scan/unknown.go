package scan

import "postflight/decode/mavlink"

// unknowns remembers what is known of frames of unknown messages, so that each
// place is looked at once however many of them follow each other.
type unknowns struct {
	trusted int64    // frames that start before lead to an intact one
	tried   []uint64 // a bit for each offset a run was followed over
}

func (u *unknowns) try(offset, size int64) (first bool) {
	if u.tried == nil {
		u.tried = make([]uint64, size/64+1)
	}
	word, bit := offset/64, uint64(1)<<(offset%64)
	first = u.tried[word]&bit == 0
	u.tried[word] |= bit
	return first
}

// leadsToGood reports whether f, a frame of an unknown message at c, is
// followed, byte on byte, by an intact frame, by more of its kind that are, or
// by the end of the log. One that would swallow an intact frame is none, nor is
// one that may have swallowed the stamp of what follows.
func (s *scanner) leadsToGood(c cursor, f found) bool {
	if c.offset < s.unknown.trusted {
		return true
	}
	for f.message == nil {
		c.skip(f.lead)
		if !s.unknown.try(c.offset, s.log.Size()) || s.swallows(c, f.length) {
			return false
		}
		c.skip(f.length)
		if c.done() {
			s.unknown.trusted = s.log.Size()
			return true
		}
		if !s.itemAt(c, &f) || f.lead != s.lead {
			return false
		}
	}
	s.unknown.trusted = c.offset
	return true
}

// swallows reports whether an intact frame starts inside the length bytes at c.
func (s *scanner) swallows(c cursor, length int) bool {
	var f found
	end := c
	end.skip(length)
	for {
		c.skip(1)
		c.toMagic()
		if c.done() || !c.before(end) {
			return false
		}
		if s.frameAt(&c, &f) && f.message != nil {
			return true
		}
	}
}

// signatureCut reports whether the next frame starts inside the signature of the
// one at c: bytes of it are missing, and its checksum does not tell.
func (s *scanner) signatureCut(c cursor, length int) bool {
	c.skip(length - mavlink.SignatureSize - 1)
	return s.swallows(c, mavlink.SignatureSize+1)
}
