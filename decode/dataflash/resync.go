package dataflash

import (
	"bytes"
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
)

func paddingFrom(b []byte) int {
	at := len(b)
	if at == 0 || b[at-1] != 0 && b[at-1] != 0xFF {
		return at
	}
	for at > 0 && b[at-1] == b[len(b)-1] {
		at--
	}
	return at
}

// recover finds the next record where none starts at the offset, and accounts
// for the bytes in between. The record before the offset is taken back where
// another one starts inside it: then it was the damaged one.
func (w *walker) recover(at int) (next int) {
	from, before := at+1, at
	if i := w.n - 1; i >= 0 && w.offset[i]+int64(w.length[i]) == int64(at) && !w.follows(int(w.offset[i]), at) {
		before = int(w.offset[i])
		from = before + 1
	}
	next = w.resync(from)
	switch {
	case next < at:
		w.takeBack()
		w.junk(before, next)
	case next == len(w.data):
		w.finish(at)
	default:
		w.junk(at, next)
	}
	return next
}

// resync finds the next record, from the offset on, that is followed by another
// one or by nothing; the end of the log where there is none.
func (w *walker) resync(from int) int {
	for at := from; at < len(w.data); at++ {
		i := bytes.IndexByte(w.data[at:], head1)
		if i < 0 || at+i+headSize > len(w.data) {
			break
		}
		at += i
		if w.data[at+1] != head2 {
			continue
		}
		length := int(w.kinds[w.data[at+2]].length)
		if next := at + length; length > 0 && next <= len(w.data) && w.follows(at, next) {
			return at
		}
	}
	return len(w.data)
}

// follows reports whether what stands behind the record at the offset confirms
// it: a header of a known type, the end of the log, or padding up to there.
func (w *walker) follows(at, next int) bool {
	rest := w.data[next:]
	switch {
	case len(rest) == 0 || next >= w.padding:
		return true
	case rest[0] != head1 || len(rest) > 1 && rest[1] != head2:
		return false
	case len(rest) < headSize:
		return true
	}
	defined := w.data[at+2] == formatType && next-at == formatSize && w.data[at+3] == rest[2]
	return defined || w.kinds[rest[2]].length > 0
}

// finish accounts for the bytes from the offset to the end, in which there is
// no whole record.
func (w *walker) finish(at int) {
	cut, padding := w.cutRecord(at), max(at, w.padding)
	if at == padding || cut == len(w.data) && len(w.data)-padding >= minPadding {
		w.junk(at, padding)
		w.damage(padding, len(w.data), flight.Tail, ReasonPadding)
		return
	}
	w.junk(at, cut)
	w.damage(cut, len(w.data), flight.Tail, ReasonCut)
}

// cutRecord is where a record starts that the end of the log cuts; the end where
// there is none.
func (w *walker) cutRecord(from int) int {
	for at := max(from, len(w.data)-maxRecord); at < len(w.data); at++ {
		b := w.data[at:]
		if b[0] != head1 || len(b) > 1 && b[1] != head2 {
			continue
		}
		if len(b) < headSize || int(w.kinds[b[2]].length) > len(b) {
			return at
		}
	}
	return len(w.data)
}

func (w *walker) junk(from, to int) {
	d := w.log.Damage
	if last := len(d) - 1; last >= 0 && d[last].Kind == flight.Junk && d[last].End() == int64(from) {
		d[last].Length += int64(to - from)
		return
	}
	w.damage(from, to, flight.Junk, w.reason(w.data[from:to]))
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
