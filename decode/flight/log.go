// Package flight is the model of an opened log: its bytes, the frames found in
// them, the streams those frames form, and what the decoder noticed on the way.
//
// Everything a person is shown leads back to bytes of the file. Offsets are
// file offsets throughout. Log time is a [time.Duration] from the first record
// of the log and never decreases in file order.
package flight

import (
	"sort"
	"sync"
	"time"
)

// Format names the container of a log.
type Format string

// Formats that logs come in.
const (
	VREC          Format = "vrec"
	VGT1          Format = "vgt1"
	TLog          Format = "tlog"
	Raw           Format = "raw"
	DataFlash     Format = "dataflash"
	DataFlashText Format = "dataflash-text"
	NavigatorLog  Format = "navigator-log"
	SessionLog    Format = "session-log"
)

// Log is one opened file. It does not change once a decoder has returned it;
// what it hands out is shared and must not be written to. Its methods may be
// called from several goroutines.
type Log struct {
	Path   string
	Format Format
	Data   []byte    // the whole file
	Start  time.Time // wall clock at log time 0, zero where the log does not say

	Records  Records
	Lead     int // bytes that the container puts before each frame
	Frames   Frames
	Streams  []*Stream // each with a frame at least
	Damage   []Damage  // in file order; with frames and record headers it tiles the file
	Findings []Finding
	Steps    []ClockStep // of the capture clock
	Boots    []ClockStep // of the boot clock, where log time follows that

	End time.Duration // log time of the last record
	// Timeless tells that nothing in the log says when anything was: log time is the
	// order of frames, a millisecond each, and neither durations nor rates mean
	// anything.
	Timeless bool
	// Stopped tells that the stamps of a telemetry log do not go on: log time is a boot
	// time, or none.
	Stopped bool

	// Stamp reads the raw stamp, in microseconds, that the container gives a frame
	// of some wire length at an offset; nil where it gives none.
	Stamp func(offset int64, length int) (us uint64, ok bool)
	// StampOf is Stamp of an intact frame by its number, which takes no search; nil
	// where records, not frames, have the stamps.
	StampOf func(frame int) (us uint64, ok bool)

	rowsOnce sync.Once
}

// Records says where the container's own records lie. Record i is Head bytes of
// header at Offset[i] and a body that reaches to Offset[i+1]; the last body
// ends at End. Logs whose records are their frames leave it empty.
type Records struct {
	Offset []int64
	Time   []time.Duration // log time
	Head   int64
	End    int64
	// Preamble is the length of the file header before the first record.
	Preamble int64
}

// Body is the byte span of record i without its header.
func (r *Records) Body(i int) Span {
	end := r.End
	if i+1 < len(r.Offset) {
		end = r.Offset[i+1]
	}
	start := r.Offset[i] + r.Head
	return Span{Offset: start, Length: max(0, end-start)}
}

// Holding is the number of the record that the byte at offset belongs to, its
// header included; -1 where it lies before the first.
func (r *Records) Holding(offset int64) int {
	return sort.Search(len(r.Offset), func(i int) bool { return r.Offset[i] > offset }) - 1
}

// ClockStep is a place from which on a clock shows other times for good. The capture
// clock was set, back or far ahead, or another recording begins: every source starts
// an epoch there. A boot clock starts over where its board rebooted, or is broken
// and leaps ahead.
type ClockStep struct {
	Offset   int64         // of the record
	Time     time.Duration // log time of the record
	From, To time.Duration // the clock before and at the step, from its own zero
	// Joined tells that another recording begins there, put behind the one before: it
	// has a clock of its own, and nothing was set back. Start is its wall clock, zero
	// where it does not say.
	Joined bool
	Start  time.Time
	// Doubt is where the first frame lies of those right before the step whose times are
	// not known: it may have begun there. 0 where there are none.
	Doubt int64
	// Again tells that a log, or a part of it, comes again there or in another order:
	// by the dates in it, the vehicle powered up at the same time before and after.
	Again bool
}

// Joins is how many recordings were put behind the first.
func (l *Log) Joins() int {
	n := 0
	for _, s := range l.Steps {
		if s.Joined {
			n++
		}
	}
	return n
}

// Last is the number of the record that holds the last of length wire bytes
// from the offset on; -1 where that lies before the first.
func (r *Records) Last(offset int64, length int) int {
	pieces := r.pieces(Span{offset, int64(length)})
	if len(pieces) == 0 {
		return r.Holding(offset)
	}
	return r.Holding(pieces[len(pieces)-1].Offset)
}

// Count is the number of container records; for logs whose records are their
// frames, the number of those.
func (l *Log) Count() int {
	if l.Records.Offset != nil {
		return len(l.Records.Offset)
	}
	return l.Frames.Len()
}

// Span is a run of bytes of the file.
type Span struct{ Offset, Length int64 }

// End is the offset behind the last byte.
func (s Span) End() int64 { return s.Offset + s.Length }

// Holds reports whether the byte at an offset is in the run.
func (s Span) Holds(offset int64) bool { return offset >= s.Offset && offset < s.End() }

// Size is the length of the file in bytes.
func (l *Log) Size() int64 { return int64(len(l.Data)) }

// Stream finds the first stream of a message from a source; nil where there is none.
func (l *Log) Stream(source Source, message string) *Stream {
	for _, s := range l.Streams {
		if s.Source == source && s.Message.Name == message {
			return s
		}
	}
	return nil
}
