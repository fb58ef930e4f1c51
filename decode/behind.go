package decode

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/stamp"
	"postflight/decode/tlog"
	"postflight/decode/vgt"
	"postflight/decode/vrec"
)

// another is a log of another kind that was put behind one in the same file.
type another struct {
	offset int64
	what   string
}

// headers find the start of logs that have one, from an offset on; -1 where there is
// none.
var headers = []struct {
	format flight.Format
	what   string
	find   func(data []byte, from int) int
}{
	{flight.VREC, "a VREC recording", vrec.FindHeader},
	{flight.VGT1, "a VGT1 ground truth", vgt.FindHeader},
	{flight.DataFlash, "a DataFlash log", dataflash.FindHeader},
}

// behind finds a log of another kind behind the records of one; false where there is
// none. It lies in what is junk to the first: logs that are sent over a link lie in
// its frames.
func behind(l *flight.Log) (first another, ok bool) {
	if len(l.Damage) == 0 && l.Format != flight.VGT1 {
		return first, false
	}
	note := func(offset int64, what string) {
		if !ok || offset < first.offset {
			first, ok = another{offset, what}, true
		}
	}
	for _, h := range headers {
		if h.format == l.Format {
			continue
		}
		for at := h.find(l.Data, 1); at >= 0; at = h.find(l.Data, at+1) {
			if inJunk(l, int64(at)) {
				note(int64(at), h.what)
				break
			}
		}
	}
	if at := entriesIn(l); at >= 0 {
		note(at, "a telemetry log (tlog)")
	}
	return first, ok
}

// inJunk reports whether the offset lies in what is no part of a log: in junk, in the
// header of a record, or in an onboard record that was cut, so that it took bytes behind
// it for its own and junk follows.
func inJunk(l *flight.Log, at int64) bool {
	if i, ok := damageAt(l, at); ok {
		return l.Damage[i].Kind != flight.CRCFailed
	}
	switch l.Format {
	case flight.VREC:
		_, ok := slices.BinarySearch(l.Records.Offset, at)
		return ok
	case flight.DataFlash:
		i, ok := slices.BinarySearch(l.Frames.Offset, at)
		if !ok {
			i--
		}
		if i < 0 {
			return false
		}
		_, ok = damageAt(l, l.Frames.Offset[i]+int64(l.Frames.Length[i]))
		return ok
	}
	return l.Format == flight.VGT1
}

// damageAt is the run of damage that holds the offset.
func damageAt(l *flight.Log, at int64) (int, bool) {
	return slices.BinarySearchFunc(l.Damage, at, func(d flight.Damage, at int64) int {
		switch {
		case d.End() <= at:
			return -1
		case d.Offset > at:
			return 1
		}
		return 0
	})
}

const (
	// entryReach is how far from where junk begins a telemetry log may: the last record
	// before it was cut, and took some of it for its own.
	entryReach = 1024
	// entriesTold is how many entries must follow each other for a telemetry log, which
	// has no header; suspectsTried how many places are tried.
	entriesTold, suspectsTried = 16, 1000
)

// entriesIn is where a telemetry log begins, behind a log that is not one; -1 where
// there is none.
func entriesIn(l *flight.Log) int64 {
	if l.Format == flight.TLog {
		return -1
	}
	next := int64(1)
	for _, at := range suspects(l) {
		next = max(next, at-entryReach)
		for ; next < min(l.Size(), at+entryReach); next++ {
			if entriesAt(l.Data[next:]) {
				return next
			}
		}
	}
	return -1
}

// suspects are the first places in which a log is not as it should be, in order: where
// junk begins, and, in one whose records need no header, where a time cannot be.
func suspects(l *flight.Log) (out []int64) {
	for i := range l.Damage {
		if l.Damage[i].Kind != flight.CRCFailed && len(out) < suspectsTried {
			out = append(out, l.Damage[i].Offset)
		}
	}
	for i := range l.Findings {
		if f := &l.Findings[i]; l.Format == flight.VGT1 && f.Kind == flight.ClockOutlier && len(out) < suspectsTried {
			out = append(out, f.Span.Offset)
		}
	}
	slices.Sort(out)
	return out
}

// entriesAt reports whether data begins with the entries of a telemetry log: dates, and
// a frame behind each.
func entriesAt(data []byte) bool {
	dated := func(at int64) bool {
		return stamp.IsDate(int64(binary.BigEndian.Uint64(data[at:]) / uint64(time.Second/time.Microsecond)))
	}
	if len(data) <= scan.StampSize || data[scan.StampSize] != flight.MagicMAVLink1 && data[scan.StampSize] != flight.MagicMAVLink2 || !dated(0) {
		return false
	}
	const longest = scan.StampSize + 280 // entry
	starts, lengths := scan.FirstFrames(data[:min(len(data), entriesTold*longest)], entriesTold)
	end := int64(0)
	for i, start := range starts {
		if start != end+scan.StampSize || !dated(end) {
			return false
		}
		end = start + int64(lengths[i])
	}
	return len(starts) == entriesTold
}

// setAside gives a log, read up to where another one begins, the bytes of that as junk.
func setAside(l *flight.Log, data []byte, b another) {
	l.Data = data
	span := flight.Span{Offset: b.offset, Length: l.Size() - b.offset}
	l.Damage = append(l.Damage, flight.Damage{Span: span, Kind: flight.Junk, Reason: tlog.ReasonBehind, Time: l.End})
	l.Findings = append(l.Findings, flight.Finding{
		Kind: flight.FormatMismatch, Severity: flight.Warning, Time: l.End, Span: span,
		Text: fmt.Sprintf("Behind the log lies another one, %s of %d bytes, which was not read. Cut the file at byte %d to open it.", b.what, span.Length, b.offset),
	})
}
