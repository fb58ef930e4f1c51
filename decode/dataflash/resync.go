package dataflash

import (
	"bytes"

	"postflight/decode/flight"
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
