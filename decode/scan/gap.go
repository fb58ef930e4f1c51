package scan

import (
	"slices"

	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
)

// Reasons for junk.
const (
	ReasonText     = "console text"
	ReasonZeros    = "zero bytes"
	ReasonChecksum = "looks like frames, but no checksum holds"
	ReasonNoFrame  = "no frame starts here"
	ReasonCutFrame = "the log ends inside a frame"
)

const (
	minText         = 4  // bytes that a run of text has at least
	leastFrame      = 8  // bytes of MAVLink 1 without a payload: of less behind a stamp no frame can be whole
	textShare       = 90 // per cent of printable bytes that make a run text
	maxGapToAnalyse = 64 << 20
)

// closeGap says what the bytes from s.gap to the cursor are: frames whose
// checksum fails where they join up byte on byte to what follows, a cut frame
// at the end of the log, and junk.
func (s *scanner) closeGap(atEnd bool) {
	s.gapOpen = false
	spans := s.gap.spans(s.at)
	b := s.bytesOf(spans)
	failed := s.failedChain(b)
	junk := len(b)
	if len(failed) > 0 {
		junk = failed[0].start
	}
	cut := junk
	if atEnd && len(failed) == 0 {
		cut = s.cutFrame(b)
	}
	s.addDamage(spans, 0, cut, flight.Damage{Kind: flight.Junk, Reason: reason(b[:cut])})
	s.addDamage(spans, cut, junk, flight.Damage{Kind: flight.Tail, Reason: ReasonCutFrame})
	for _, f := range failed {
		s.addDamage(spans, f.start+f.lead, f.start+f.lead+f.length, flight.Damage{
			Kind: flight.CRCFailed, Source: f.source, Message: f.message, Frame: f.length, Seq: f.seq, Lead: f.lead,
		})
	}
}

func (s *scanner) bytesOf(spans []recordSpan) []byte {
	if len(spans) == 1 {
		return s.log.Data[spans[0].Offset:spans[0].End()]
	}
	var b []byte
	for _, span := range spans {
		b = append(b, s.log.Data[span.Offset:span.End()]...)
	}
	return b
}

// addDamage adds bytes from..to of the gap, one run for each record they lie in.
func (s *scanner) addDamage(spans []recordSpan, from, to int, d flight.Damage) {
	at := 0
	for _, span := range spans {
		start, end := max(from-at, 0), min(to-at, int(span.Length))
		if start < end {
			d.Span = flight.Span{Offset: span.Offset + int64(start), Length: int64(end - start)}
			d.Time = s.log.Records.Time[span.record]
			s.damage = append(s.damage, d)
			d.Frame, d.Lead = 0, 0
		}
		at += int(span.Length)
	}
}

// candidate is a frame of a known message and a legal length, its checksum
// failing.
type candidate struct {
	found
	start int
}

// candidateAt reads a header at b[i]; false where no known frame of a legal
// length starts there. The frame may reach beyond b.
func candidateAt(b []byte, i int) (candidate, bool) {
	rest := b[i:]
	switch rest[0] {
	case flight.MagicMAVLink1, flight.MagicMAVLink2:
		if len(rest) < mavlink.HeaderSize(rest[0]) {
			return candidate{}, false
		}
		var h mavlink.Header
		ok := h.Read(rest)
		c := candidate{found{length: h.Length, source: h.Source, seq: h.Seq, message: h.Message}, i}
		return c, ok && h.Legal(rest[0])
	case flight.MagicNavLink:
		if len(rest) < navlink.HeaderSize {
			return candidate{}, false
		}
		var h navlink.Header
		if !h.Read(rest) || !h.Legal() {
			return candidate{}, false
		}
		return candidate{found{length: h.Length, source: h.Source, seq: h.Seq, message: h.Messages[0]}, i}, true
	}
	return candidate{}, false
}

// itemIn reads a candidate at b[i], behind what the container puts before frames
// where it does, else without.
func (s *scanner) itemIn(b []byte, i int) (candidate, bool) {
	if s.lead > 0 && i+s.lead < len(b) {
		if c, ok := candidateAt(b, i+s.lead); ok {
			c.start, c.lead = i, s.lead
			return c, true
		}
	}
	return candidateAt(b, i)
}

// failedChain finds the longest run of candidates that joins up to the end of b.
func (s *scanner) failedChain(b []byte) []candidate {
	base := max(0, len(b)-maxGapToAnalyse)
	reaches := make([]bool, len(b)-base+1)
	reaches[len(b)-base] = true
	first := len(b)
	for i := len(b) - 1; i >= base; i-- {
		if !isMagic(b[i]) && (s.lead == 0 || i+s.lead >= len(b) || !isMagic(b[i+s.lead])) {
			continue
		}
		c, ok := s.itemIn(b, i)
		if end := i + c.lead + c.length; ok && end <= len(b) && reaches[end-base] {
			reaches[i-base], first = true, i
		}
	}
	var out []candidate
	for i := first; i < len(b); {
		c, _ := s.itemIn(b, i)
		out = append(out, c)
		i += c.lead + c.length
	}
	return out
}

// cutFrame is where a frame starts that the end of the log cuts, with what the
// container put before it; len(b) where there is none.
func (s *scanner) cutFrame(b []byte) int {
	if s.lead > 0 && (len(b) < s.lead+leastFrame || len(b) <= s.lead+mavlink.HeaderSize(flight.MagicMAVLink2) && isMagic(b[s.lead])) {
		return 0
	}
	for i := max(0, len(b)-s.lead-mavlink.MaxFrame); i < len(b); i++ {
		if c, ok := s.itemIn(b, i); ok && i+c.lead+c.length > len(b) {
			return i
		}
	}
	return len(b)
}

func isMagic(b byte) bool {
	return b == flight.MagicMAVLink1 || b == flight.MagicMAVLink2 || b == flight.MagicNavLink
}

// reason says what a run of junk looks like.
func reason(b []byte) string {
	printable, zeros, magics := 0, 0, 0
	for _, v := range b {
		switch {
		case v >= 0x20 && v < 0x7F || v == '\n' || v == '\r' || v == '\t' || v == 0x1B:
			printable++
		case v == 0:
			zeros++
		case v == flight.MagicMAVLink1 || v == flight.MagicMAVLink2:
			magics++
		}
	}
	switch {
	case len(b) >= minText && printable*100 >= len(b)*textShare:
		return ReasonText
	case zeros == len(b):
		return ReasonZeros
	case magics > 0:
		return ReasonChecksum
	}
	return ReasonNoFrame
}

func sortDamage(l *flight.Log) {
	slices.SortStableFunc(l.Damage, func(a, b flight.Damage) int {
		switch {
		case a.Offset < b.Offset:
			return -1
		case a.Offset > b.Offset:
			return 1
		}
		return 0
	})
}
