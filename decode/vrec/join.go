package vrec

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// ReasonJoin is the reason of junk that is the file header of another recording.
const ReasonJoin = "header of another recording"

// join is where another recording begins that was put behind the first.
type join struct {
	offset int
	record int       // that stands for the header; the next is the first of the recording
	start  time.Time // zero where the header does not say
}

// maxProtocol is more than any protocol version there is.
const maxProtocol = 255

// FindHeader is where the next header of a recording lies in data, from the offset
// on; -1 where there is none. It is told by its magic, a known version and a record
// header behind that can be one.
func FindHeader(data []byte, from int) int {
	magic := binary.LittleEndian.AppendUint32([]byte(Magic), version)
	for at := from; ; at++ {
		i := bytes.Index(data[min(at, len(data)):], magic)
		if i < 0 || at+i+headerSize > len(data) {
			return -1
		}
		at += i
		h := headers{data: data}
		first := at + headerSize
		_, whole := h.bodyEnd(first)
		if binary.LittleEndian.Uint32(data[at+8:]) <= maxProtocol && binary.LittleEndian.Uint64(data[at+12:]) < maxWallMs &&
			(first == len(data) || whole && h.time(first) < possible) {
			return at
		}
	}
}

// findJoins finds the headers of further recordings.
func (w *walker) findJoins() {
	for at := headerSize; ; at += headerSize {
		if at = FindHeader(w.log.Data, at); at < 0 {
			return
		}
		w.joins = append(w.joins, join{offset: at, start: startAt(w.log.Data[at:])})
	}
}

// startAt reads the wall clock in a file header; zero where it holds none.
func startAt(header []byte) time.Time {
	if ms := binary.LittleEndian.Uint64(header[12:]); ms > 0 && ms < maxWallMs {
		return time.UnixMilli(int64(ms)).UTC()
	}
	return time.Time{}
}

// addJoin lists a header as a record of its own, damaged, whose body is the last
// bytes of it.
func (w *walker) addJoin(j *join) {
	j.record = len(w.stamps)
	w.junk(j.offset, recordHead, flight.Junk, ReasonJoin)
	w.log.Records.Offset = append(w.log.Records.Offset, int64(j.offset))
	w.stamps = append(w.stamps, 0)
	w.last, w.started, w.missing = 0, false, 0
	w.found, w.sure = 0, 0
}

// tidyJoins gives headers back the bytes that were looked at as if they were sent.
func (w *walker) tidyJoins() {
	l := w.log
	for _, j := range w.joins {
		i, ok := slices.BinarySearchFunc(l.Damage, int64(j.offset), func(d flight.Damage, offset int64) int { return int(d.Offset - offset) })
		if !ok || i+1 == len(l.Damage) || l.Damage[i].Reason != ReasonJoin {
			continue
		}
		l.Damage[i].Time = l.Records.Time[j.record]
		if rest := l.Damage[i+1]; rest.Kind == flight.Junk && rest.Offset == l.Damage[i].End() && rest.End() == int64(j.offset+headerSize) {
			l.Damage[i].Length = headerSize
			l.Damage = slices.Delete(l.Damage, i+1, i+2)
		}
	}
}

// setTimes lays the records on log time, recording by recording. One that was put
// behind another begins when it says that it did, counted from the start of the
// first, else where that before it ends.
func (w *walker) setTimes() {
	l := w.log
	l.Records.Time = make([]time.Duration, len(w.stamps))
	first, base := 0, time.Duration(0)
	for k := 0; k <= len(w.joins); k++ {
		end := len(w.stamps)
		if k < len(w.joins) {
			end = w.joins[k].record
		}
		if k > 0 {
			j := w.joins[k-1]
			l.Records.Time[j.record] = l.End
			base = w.baseOf(j)
		}
		w.layOne(first, end, base)
		if k > 0 && first < end {
			l.Steps = append(l.Steps, flight.ClockStep{
				Offset: l.Records.Offset[first], Time: l.Records.Time[first],
				From: w.stamps[max(0, first-2)], To: w.stamps[first], Joined: true, Start: w.joins[k-1].start,
			})
		}
		first = end + 1
	}
	slices.SortStableFunc(l.Steps, func(a, b flight.ClockStep) int { return int(a.Offset - b.Offset) })
}

// baseOf is the log time at which a further recording begins.
func (w *walker) baseOf(j join) time.Duration {
	if w.log.Start.IsZero() || j.start.IsZero() {
		return w.log.End
	}
	if base := j.start.Sub(w.log.Start); base > w.log.End && base < stamp.Lifetime {
		return base
	}
	return w.log.End
}

// layOne lays the records first to end, of one recording, from base on.
func (w *walker) layOne(first, end int, base time.Duration) {
	if first >= end {
		return
	}
	l := w.log
	breaks := stamp.Breaks(w.stamps[first:end], stamp.CaptureLimit, 0)
	for i, t := range stamp.LogTimes(w.stamps[first:end], breaks) {
		l.Records.Time[first+i] = base + t
	}
	for _, b := range breaks {
		b.Index += first
		at := l.Records.Offset[b.Index]
		if b.Kind == stamp.Step {
			l.Steps = append(l.Steps, flight.ClockStep{Offset: at, Time: l.Records.Time[b.Index], From: b.From, To: b.To})
		} else {
			w.strays = append(w.strays, b)
		}
	}
	l.End = l.Records.Time[end-1]
}
