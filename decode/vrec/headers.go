package vrec

import (
	"bytes"
	"encoding/binary"
	"time"
)

// How far apart, in microseconds, two times may lie. A recording is some
// chunks a second; bytes that are no time rarely come so close by chance.
const (
	second = uint64(time.Second / time.Microsecond)

	// nearby is from one record to any later one: an engine that ran for a month
	// between two records is rarer than a damaged time.
	nearby = 30 * 24 * 3600 * second
	// alike is between neighbours whose lengths lead from one to the other.
	alike = 600 * second
	// back and ahead bound what needs no further proof.
	back  = 2 * second
	ahead = 10 * second
	// possible is what a clock can count to: 285 years.
	possible = 1 << 53
)

// fitting is how many headers must fit one behind the other for a place to be
// taken as the start of a record.
const fitting = 3

// fittingFar is how many must where the time is not soon after that of the
// record before: payloads of small numbers can look like a few headers.
const fittingFar = 8

// headers tells record headers from other bytes.
type headers struct {
	data    []byte
	space   int    // where the zeros begin that the data ends with
	last    uint64 // time of the last record
	started bool
}

// findSpace finds the zeros at the end of the data: space that was reserved and not
// written, or the end of a last body.
func (h *headers) findSpace() {
	h.space = len(bytes.TrimRight(h.data, "\x00"))
}

// unused reports whether no record was written at the offset, nor behind it: there
// are only zeros, or what was written of a header ends inside its time.
func (h *headers) unused(at int) bool {
	return h.last > 0 && at >= h.space-timeSize && len(h.data)-h.space >= recordHead
}

func (h *headers) time(at int) uint64 { return binary.LittleEndian.Uint64(h.data[at:]) }

func (h *headers) length(at int) int { return int(binary.LittleEndian.Uint32(h.data[at+8:])) }

// whole reports whether the file has room for a header at the offset.
func (h *headers) whole(at int) bool { return len(h.data)-at >= recordHead }

// bodyEnd is where the body of the record at the offset ends; false where the
// file has no such place.
func (h *headers) bodyEnd(at int) (int, bool) {
	left := len(h.data) - at - recordHead
	if left < 0 || h.length(at) > left {
		return 0, false
	}
	return at + recordHead + h.length(at), true
}

func apart(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// near reports whether t can be the time of a record that follows the last one.
func (h *headers) near(t uint64) bool {
	if !h.started {
		return t < possible
	}
	return apart(t, h.last) <= nearby
}

// zero reports whether a header is nothing but zeros. Payloads are full of them.
func (h *headers) zero(at int) bool { return h.time(at) == 0 && h.length(at) == 0 }

// follows reports whether a header at b is that of the record after the one at
// a, by its time alone.
func (h *headers) follows(a, b int) bool {
	if !h.whole(b) || h.zero(b) {
		return false
	}
	from, to := h.time(a), h.time(b)
	return from < possible && to < possible && to+back >= from && to <= from+ahead
}

// chain counts the records that follow each other from the offset on, up to
// fittingFar; end tells that the last of them ends exactly with the file.
func (h *headers) chain(at int) (count int, end bool) {
	if !h.whole(at) || h.time(at) >= possible {
		return 0, false
	}
	before := h.time(at)
	for count < fittingFar && h.whole(at) && !h.zero(at) && apart(h.time(at), before) <= alike {
		next, ok := h.bodyEnd(at)
		if !ok {
			break
		}
		count++
		if next == len(h.data) {
			return count, true
		}
		before, at = h.time(at), next
	}
	return count, false
}

// starts reports whether a record starts at the offset, which nothing leads to.
// One without bytes is never found so: too often the bytes before a good header
// look like one.
func (h *headers) starts(at int) bool {
	t := h.time(at)
	if h.length(at) == 0 || !h.near(t) {
		return false
	}
	count, end := h.chain(at)
	if h.started && t+back >= h.last && t <= h.last+alike {
		return count >= fitting || end
	}
	return count >= fittingFar || end && count >= fitting
}

// leads reports whether the length of the header at the offset can be believed,
// and where its record ends: at the end of the file, or at a header that follows
// in time, or that others follow, or that itself leads on to one that does.
func (h *headers) leads(at int) (end int, ok bool) {
	end, ok = h.bodyEnd(at)
	if !ok || end == len(h.data) || h.follows(at, end) {
		return end, ok
	}
	if count, toEnd := h.chain(end); count >= fitting || toEnd {
		return end, true
	}
	after, ok := h.bodyEnd(end)
	return end, ok && h.near(h.time(at)) && (after == len(h.data) || after > end+recordHead && h.follows(at, after))
}

// path reports whether lengths lead from the record at the offset, one behind
// the other and none of them zero, to exactly the place goal.
func (h *headers) path(at, goal int) bool {
	for at < goal {
		end, ok := h.bodyEnd(at)
		if !ok || end == at+recordHead {
			return false
		}
		at = end
	}
	return at == goal
}

// mayLead reports whether a record may end at the offset end, where nothing
// better is known.
func (h *headers) mayLead(at, end int) bool {
	if !h.whole(end) || h.unused(end) {
		return true
	}
	if h.near(h.time(end)) {
		return true
	}
	after, ok := h.bodyEnd(end)
	return ok && h.near(h.time(at)) && after > end && (!h.whole(after) || h.near(h.time(after)))
}

// believable reports whether the header at the offset has a time that can be;
// next is where the next record starts. The first time of a log has only those
// that follow it to be judged by.
func (h *headers) believable(at, next int) bool {
	t := h.time(at)
	if t < possible && h.follows(at, next) {
		return true
	}
	if h.started {
		return h.near(t)
	}
	count, _ := h.chain(next)
	return t < possible && (count < 2 || apart(t, h.time(next)) <= nearby)
}
