// Package textlog reads the two text logs of the Navigator ground station: the
// persistent one (navigator-<date>.log), whose lines start with a UTC time, and
// the session log, whose lines start with a time of day or of flight in brackets.
//
// Format: Navigator's chapter "Record and replay, logs and ground truth".
package textlog

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/decode/lines"
	"postflight/decode/stamp"
)

// sniffedLines is how many lines are looked at to recognise a log: a banner may
// come first.
const sniffedLines = 20

// Message is what a line is a sample of. Its text is the line without the time.
var Message = &flight.Message{
	Name: "TEXT", MaxLength: math.MaxUint16,
	Fields: []flight.Field{{Name: "text", Type: flight.Char, Cut: cutStamp}},
}

func cutStamp(line []byte) []byte {
	_, n := readStamp(line)
	return bytes.TrimRight(line[n:], "\r\n")
}

// Sniff reports whether a file that starts with head is one of the two logs.
func Sniff(head []byte) bool { return sniff(head) != none }

// sniff is the kind of the first stamp of a log.
func sniff(head []byte) kind {
	for range sniffedLines {
		if s, _ := readStamp(head); s.kind != none {
			return s.kind
		}
		i := bytes.IndexByte(head, '\n')
		if i < 0 {
			break
		}
		head = head[i+1:]
	}
	return none
}

// Open reads a text log. Lines without a time have that of the line before. data
// is kept. progress may be nil. The errors are those of ctx and that no line
// starts with a time.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	r := reader{log: &flight.Log{Path: path, Data: data, Format: flight.SessionLog}}
	switch sniff(data) {
	case none:
		return nil, errors.New("text log: expected lines that start with a time, such as 2026-06-17T12:34:56.789Z or [12:34:56.789], found none")
	case utc:
		r.log.Format = flight.NavigatorLog
	}
	if err := lines.Each(ctx, data, progress, r.line); err != nil {
		return nil, err
	}
	r.finish()
	return r.log, nil
}

// reader takes a log line by line.
type reader struct {
	log    *flight.Log
	stamps []time.Duration // of the lines that have one
	frames []int32         // those lines
	zero   time.Time       // of the stamps, if they have a date
	clock  kind            // of the last stamp
	days   time.Duration   // midnights passed
	last   time.Duration
}

// line takes the line at the offset and returns where the next one starts. A line
// too long for a frame is several, of which the first has the time.
func (r *reader) line(at int) (next int) {
	data := r.log.Data
	next = min(lines.End(data, at), at+math.MaxUint16)
	if s, _ := readStamp(data[at:next]); s.kind != none && (at == 0 || data[at-1] == '\n') {
		r.stamps = append(r.stamps, r.place(s))
		r.frames = append(r.frames, int32(r.log.Frames.Len()))
	}
	r.log.Frames.Append(int64(at), 0, next-at, 0, 0, 0)
	return next
}

const (
	day     = 24 * time.Hour
	halfDay = 12 * time.Hour
	century = 100 * 365 * day
)

// place makes one clock of the stamps: a time of day that falls by more than
// half a day has passed midnight. One centuries off is the largest there is.
func (r *reader) place(s lineStamp) time.Duration {
	t := s.sinceMidnight
	switch s.kind {
	case utc:
		if r.zero.IsZero() {
			r.zero = s.date
		}
		days := s.date.Sub(r.zero)
		if days.Abs() > century {
			return math.MaxInt64
		}
		t += days
	case timeOfDay:
		if r.clock == timeOfDay && t < r.last-halfDay {
			r.days += day
		}
		r.last = t
		t += r.days
	}
	r.clock = s.kind
	return t
}

// finish lays the lines on log time.
func (r *reader) finish() {
	l := r.log
	breaks := stamp.Breaks(r.stamps, stamp.CaptureLimit, 0)
	laid := stamp.LogTimes(r.stamps, breaks)
	stamp.Place(l.Frames.Time, r.frames, laid)
	l.End = l.Frames.Time[l.Frames.Len()-1]
	l.Streams = []*flight.Stream{{Message: Message, Bare: true, Count: l.Frames.Len()}}
	if !r.zero.IsZero() {
		l.Start = r.zero.Add(stamp.First(r.stamps, breaks))
	}
	for _, b := range breaks {
		r.tell(b)
	}
	r.addFindings()
}

// maxListed bounds how many findings of one kind a log brings.
const maxListed = 50

func (r *reader) tell(b stamp.Break) {
	l := r.log
	i := r.frames[b.Index]
	span := flight.Span{Offset: l.Frames.Offset[i], Length: int64(l.Frames.Length[i])}
	from, to := b.From-r.stamps[0], b.To-r.stamps[0]
	switch {
	case b.Kind == stamp.Step:
		l.Steps = append(l.Steps, flight.ClockStep{Offset: span.Offset, Time: l.Frames.Time[i], From: from, To: to})
	case len(l.Findings) >= maxListed:
	case b.To == math.MaxInt64:
		r.note(flight.ClockOutlier, flight.Warning, l.Frames.Time[i], span,
			"The date of one line is centuries off; log time went on without it.")
	default:
		r.note(flight.ClockOutlier, flight.Warning, l.Frames.Time[i], span,
			"One line is stamped %.3f s after the first where the one before is at %.3f s; its neighbours are not, so log time went on without it.",
			to.Seconds(), from.Seconds())
	}
}

func (r *reader) addFindings() {
	l := r.log
	whole := flight.Span{Length: l.Size()}
	if l.Start.IsZero() {
		r.note(flight.NoClock, flight.Info, 0, whole,
			"The lines have a time of day or of flight but no date and no zone: there is no wall clock. Log time counts from the first line.")
	}
	if without := l.Frames.Len() - len(r.frames); without > 0 {
		r.note(flight.FormatMismatch, flight.Info, 0, whole,
			"%d of %d lines have no time of their own; each has that of the line before.", without, l.Frames.Len())
	}
	if l.Data[len(l.Data)-1] != '\n' {
		i := l.Frames.Len() - 1
		r.note(flight.TruncatedTail, flight.Info, l.End, flight.Span{Offset: l.Frames.Offset[i], Length: int64(l.Frames.Length[i])},
			"The last line has no line break: it may be cut short.")
	}
}

func (r *reader) note(kind flight.Kind, severity flight.Severity, t time.Duration, span flight.Span, format string, args ...any) {
	r.log.Findings = append(r.log.Findings, flight.Finding{
		Kind: kind, Severity: severity, Time: t, Span: span, Text: fmt.Sprintf(format, args...),
	})
}
