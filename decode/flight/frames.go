package flight

import "time"

// Frames is the index of the intact frames of a log, in file order, one slice
// a property: 22 bytes a frame.
type Frames struct {
	Offset []int64         // of the first byte, the magic
	Time   []time.Duration // log time of the record that holds the last byte
	Length []uint16        // wire bytes, record headers in between not counted
	Stream []uint16        // index into Log.Streams
	Seq    []uint8         // 0 where the wire has no sequence
	Flags  []Flag
}

// Flag says what is special about a frame.
type Flag uint8

const (
	// Unknown marks a frame of a message no dialect here knows: its CRC could
	// not be checked; it was accepted because intact neighbours leave it no
	// other reading.
	Unknown Flag = 1 << iota
	// Signed marks a MAVLink 2 frame with a signature (not verified).
	Signed
	// Split marks a frame whose bytes lie in more than one record.
	Split
	// Unstamped marks a frame that lacks the Log.Lead bytes before it.
	Unstamped
)

// Len is the number of frames.
func (f *Frames) Len() int { return len(f.Offset) }

// Reserve makes room for n more frames, and no more than that.
func (f *Frames) Reserve(n int) {
	f.Offset = reserve(f.Offset, n)
	f.Time = reserve(f.Time, n)
	f.Length = reserve(f.Length, n)
	f.Stream = reserve(f.Stream, n)
	f.Seq = reserve(f.Seq, n)
	f.Flags = reserve(f.Flags, n)
}

func reserve[T any](s []T, n int) []T {
	if cap(s)-len(s) >= n {
		return s
	}
	return append(make([]T, 0, len(s)+n), s...)
}

// Append adds one frame.
func (f *Frames) Append(offset int64, t time.Duration, length int, stream uint16, seq uint8, flags Flag) {
	f.Offset = append(f.Offset, offset)
	f.Time = append(f.Time, t)
	f.Length = append(f.Length, uint16(length))
	f.Stream = append(f.Stream, stream)
	f.Seq = append(f.Seq, seq)
	f.Flags = append(f.Flags, flags)
}

// Frame gives the bytes of frame i. They are the log's own where the frame is
// in one piece and a fresh copy where it is split.
func (l *Log) Frame(i int) []byte { return l.AppendFrame(nil, i) }

// AppendFrame is Frame with a buffer to use for split frames; it returns the
// log's own bytes for whole ones.
func (l *Log) AppendFrame(buffer []byte, i int) []byte {
	offset, length := l.Frames.Offset[i], int64(l.Frames.Length[i])
	if l.Frames.Flags[i]&Split == 0 {
		return l.Data[offset : offset+length : offset+length]
	}
	buffer = buffer[:0]
	for _, s := range l.Pieces(i) {
		buffer = append(buffer, l.Data[s.Offset:s.End()]...)
	}
	return buffer
}

// Pieces are the byte spans of frame i: one, unless it is split over records.
func (l *Log) Pieces(i int) []Span {
	span := Span{l.Frames.Offset[i], int64(l.Frames.Length[i])}
	if l.Frames.Flags[i]&Split == 0 {
		return []Span{span}
	}
	return l.Records.pieces(span)
}

// LeadOf is what the container puts right before frame i; empty where it lacks that.
func (l *Log) LeadOf(i int) Span {
	lead := int64(l.Lead)
	if l.Frames.Flags[i]&Unstamped != 0 {
		lead = 0
	}
	return Span{l.Frames.Offset[i] - lead, lead}
}

// Span is the run of file bytes from the first byte of frame i to its last, record
// headers in between included.
func (l *Log) Span(i int) Span {
	pieces := l.Pieces(i)
	if len(pieces) == 0 {
		return Span{Offset: l.Frames.Offset[i]}
	}
	return Span{pieces[0].Offset, pieces[len(pieces)-1].End() - pieces[0].Offset}
}

// pieces cuts a run of wire bytes that starts at span.Offset where records end.
func (r *Records) pieces(span Span) []Span {
	var out []Span
	for rec, left := r.Holding(span.Offset), span.Length; left > 0 && rec < len(r.Offset); rec++ {
		body := r.Body(rec)
		start := max(span.Offset, body.Offset)
		if n := min(left, body.End()-start); n > 0 {
			out = append(out, Span{start, n})
			left -= n
		}
	}
	return out
}

// Gather gives length wire bytes from the file offset on, those of record
// headers in between left out: a view of the log where one record holds them.
func (l *Log) Gather(offset int64, length int) []byte {
	span := Span{offset, int64(length)}
	if len(l.Records.Offset) == 0 {
		return l.Data[span.Offset:min(span.End(), l.Size())]
	}
	pieces := l.Records.pieces(span)
	if len(pieces) == 1 {
		return l.Data[span.Offset:pieces[0].End()]
	}
	var b []byte
	for _, s := range pieces {
		b = append(b, l.Data[s.Offset:s.End()]...)
	}
	return b
}

// Message is what frame i carries.
func (l *Log) Message(i int) *Message { return l.Streams[l.Frames.Stream[i]].Message }

// Source is who sent frame i.
func (l *Log) Source(i int) Source { return l.Streams[l.Frames.Stream[i]].Source }
