package vrec

import (
	"context"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// ReasonHeader is the reason of junk that was a record header.
const ReasonHeader = "damaged record header"

// ReasonCutHeader is the reason of a tail too short for a record header.
const ReasonCutHeader = "the log ends inside a record header"

// walker finds the records of a recording.
type walker struct {
	headers
	log    *flight.Log
	stamps []time.Duration // of each record
	strays []stamp.Break
	joins  []join // where further recordings begin

	impossible []int // records whose time cannot be: they have that of the one before
	empty      int   // records without bytes
	missing    int64 // bytes that the last record promises and the file lacks
	found      int   // where the last resync ended
	sure       int   // records that start before have a length to be believed
}

// lookEvery is how many records are walked between two looks at the context.
const lookEvery = 1 << 16

// walk finds all records. The only error is that of ctx.
func (w *walker) walk(ctx context.Context, progress func(offset int64)) error {
	w.log.Records = flight.Records{Head: recordHead, Preamble: headerSize, End: w.log.Size()}
	w.findJoins()
	at := headerSize
	for k := range w.joins {
		w.data = w.log.Data[:w.joins[k].offset]
		if err := w.recording(ctx, at, progress); err != nil {
			return err
		}
		w.addJoin(&w.joins[k])
		at = w.joins[k].offset + headerSize
	}
	w.data = w.log.Data
	return w.recording(ctx, at, progress)
}

// recording finds the records of one recording, from the offset on.
func (w *walker) recording(ctx context.Context, at int, progress func(offset int64)) error {
	w.findSpace()
	for at < len(w.data) && !w.unused(at) {
		if !w.whole(at) {
			if len(w.data) < len(w.log.Data) {
				if len(w.stamps) == 0 { // else the body before goes on to the next recording
					w.junk(at, len(w.data)-at, flight.Junk, ReasonCutHeader)
				}
				return nil
			}
			w.log.Records.End = int64(at)
			w.junk(at, len(w.data)-at, flight.Tail, ReasonCutHeader)
			return nil
		}
		at = w.record(at)
		if len(w.stamps)%lookEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(int64(at))
		}
	}
	return nil
}

// record takes the record at the offset and returns where the next one starts.
func (w *walker) record(at int) (next int) {
	next, ok := w.leads(at)
	if !ok && at >= w.sure {
		found := w.resync(at + recordHead)
		if found == len(w.data) {
			return w.lastResort(at)
		}
		if !w.path(at, found) {
			w.junk(at, recordHead, flight.Junk, ReasonHeader)
			w.add(at, found, false)
			return found
		}
		w.sure = found
	}
	w.add(at, next, true)
	return next
}

// lastResort takes a record behind which no place stands out as a start of one:
// its length is believed if nothing speaks against it, and if it leads beyond
// the end of the file, that is cut.
func (w *walker) lastResort(at int) (next int) {
	end, inside := w.bodyEnd(at)
	if inside && w.mayLead(at, end) {
		w.add(at, end, true)
		return end
	}
	if !inside && w.near(w.time(at)) {
		w.missing = int64(w.length(at) - (len(w.data) - at - recordHead))
	} else {
		w.junk(at, recordHead, flight.Junk, ReasonHeader)
	}
	w.add(at, len(w.data), !inside)
	return len(w.data)
}

// add lists the record at the offset, which ends at next.
func (w *walker) add(at, next int, good bool) {
	t := w.time(at)
	if !w.believable(at, next) {
		if good {
			w.impossible = append(w.impossible, len(w.stamps))
		}
		t = w.last
		if !w.started && w.whole(next) && w.near(w.time(next)) {
			t = w.time(next)
		}
	}
	w.last, w.started = t, true
	if good && next == at+recordHead {
		w.empty++
	}
	w.log.Records.Offset = append(w.log.Records.Offset, int64(at))
	w.stamps = append(w.stamps, stamp.FromMicros(t))
}

func (w *walker) junk(at, length int, kind flight.DamageKind, reason string) {
	w.log.Damage = append(w.log.Damage, flight.Damage{
		Span: flight.Span{Offset: int64(at), Length: int64(length)}, Kind: kind, Reason: reason,
	})
}

// resync finds the next place, from the offset on, where headers fit one behind
// the other; the end of the file where there is none. What one search passed
// over no later one looks at again.
func (w *walker) resync(from int) int {
	for at := max(from, w.found); ; at++ {
		if !w.whole(at) {
			w.found = len(w.data)
			return w.found
		}
		if w.starts(at) {
			w.found = at
			return at
		}
	}
}
