package dataflash

import (
	"fmt"

	"postflight/decode/flight"
)

// Reasons for bytes that are no record. Those of zeros and of text are the same
// as between the frames of a link.
const (
	ReasonZeros    = "zero bytes"
	ReasonErased   = "erased flash (FF)"
	ReasonText     = "console text"
	ReasonDamaged  = "damaged record"
	ReasonNoRecord = "no record starts here"
	ReasonCut      = "the log ends inside a record"
	ReasonPadding  = "unused rest of a page"
)

const (
	minPadding = 8 // bytes, behind junk
	minText    = 4
	// minRun is more equal bytes than the texts of a record are padded with.
	minRun = 128
)

func (w *walker) junk(from, to int) {
	d := w.log.Damage
	if last := len(d) - 1; last >= 0 && d[last].Kind == flight.Junk && d[last].End() == int64(from) {
		d[last].Length += int64(to - from)
		return
	}
	w.damage(from, to, flight.Junk, w.reason(w.data[from:to]))
}

// splitJunk gives long runs of zeros and of erased flash inside junk a run of their
// own: a block that never came, between what is left of the records at its edges.
func (w *walker) splitJunk() {
	found := w.log.Damage
	w.log.Damage = nil
	for _, d := range found {
		from, end := int(d.Offset), int(d.End())
		if d.Kind != flight.Junk || d.Length <= minRun {
			w.log.Damage = append(w.log.Damage, d)
			continue
		}
		for at := from; at < end; {
			to := equalUntil(w.data[:end], at)
			if c := w.data[at]; to-at >= minRun && (c == 0 || c == 0xFF) {
				w.damage(from, at, flight.Junk, w.reason(w.data[from:at]))
				w.damage(at, to, flight.Junk, plainReason(w.data[at:to]))
				from = to
			}
			at = to
		}
		w.damage(from, end, flight.Junk, w.reason(w.data[from:end]))
	}
}

// equalUntil is where the run of equal bytes at the offset ends.
func equalUntil(b []byte, at int) int {
	to := at + 1
	for to < len(b) && b[to] == b[at] {
		to++
	}
	return to
}

func (w *walker) damage(from, to int, kind flight.DamageKind, reason string) {
	if from < to {
		span := flight.Span{Offset: int64(from), Length: int64(to - from)}
		w.log.Damage = append(w.log.Damage, flight.Damage{Span: span, Kind: kind, Reason: reason})
	}
}

func (w *walker) reason(b []byte) string {
	if len(b) < headSize || b[0] != head1 || b[1] != head2 {
		return plainReason(b)
	}
	if w.kinds[b[2]].length > 0 {
		return ReasonDamaged
	}
	if w.unknown[b[2]] == "" {
		w.unknown[b[2]] = fmt.Sprintf("record of type %d, which no format describes", b[2])
	}
	return w.unknown[b[2]]
}

// plainReason says what bytes look like that have no header.
func plainReason(b []byte) string {
	switch {
	case all(b, func(c byte) bool { return c == 0 }):
		return ReasonZeros
	case all(b, func(c byte) bool { return c == 0xFF }):
		return ReasonErased
	case len(b) >= minText && all(b, func(c byte) bool { return c >= 0x20 && c < 0x7F || c >= '\t' && c <= '\r' }):
		return ReasonText
	}
	return ReasonNoRecord
}

func all(b []byte, is func(byte) bool) bool {
	for _, c := range b {
		if !is(c) {
			return false
		}
	}
	return true
}
