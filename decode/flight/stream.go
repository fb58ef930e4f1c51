package flight

import (
	"math"
	"strconv"
	"sync"
	"time"
)

// Stream is all samples of one message from one source, in file order.
type Stream struct {
	Source  Source
	Message *Message
	Bare    bool // frames are all payload
	Count   int
	Index   uint16 // in Log.Streams

	// Instance is which of several alike (sensors, receivers, filter lanes) all
	// samples are of, where Instanced says that the log tells them apart.
	Instance  int
	Instanced bool

	rows      Rows
	timesOnce sync.Once

	mu      sync.Mutex
	columns map[columnKey]*Column
	rebuilt [][]float64
}

type columnKey struct {
	field   *Field
	element int
}

// Rows are the frames of a stream and their times, both ascending.
type Rows struct {
	Frame []uint32
	Time  []time.Duration
}

// Column is one element of one field over all rows of a stream.
type Column struct {
	Rows
	Field   *Field
	Element int
	Value   []float64 // as on the wire; multiply by Field.Factor for display
	Bits    []uint64  // raw bits where Field.Type is Wide, else nil
}

// At gives the row that holds at log time t: the last one at or before it.
func (r *Rows) At(t time.Duration) (row int, ok bool) {
	lo, hi := 0, len(r.Time)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if r.Time[mid] <= t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1, lo > 0
}

// Label is the name of the message, with the instance where there is one:
// "ATTITUDE", "GPS[1]".
func (s *Stream) Label() string {
	if !s.Instanced {
		return s.Message.Name
	}
	return s.Message.Name + "[" + strconv.Itoa(s.Instance) + "]"
}

// Rows lists the frames of a stream. Those of all streams are found in one pass,
// once: a damaged log can have as many streams as frames. Their times are put
// beside them for a stream that is asked for.
func (l *Log) Rows(s *Stream) *Rows {
	l.rowsOnce.Do(l.findRows)
	s.timesOnce.Do(func() {
		s.rows.Time = make([]time.Duration, len(s.rows.Frame))
		for row, frame := range s.rows.Frame {
			s.rows.Time[row] = l.Frames.Time[frame]
		}
	})
	return &s.rows
}

func (l *Log) findRows() {
	counts := make([]int, len(l.Streams))
	for _, stream := range l.Frames.Stream {
		counts[stream]++
	}
	for i, s := range l.Streams {
		s.rows.Frame = make([]uint32, 0, counts[i])
	}
	for i, stream := range l.Frames.Stream {
		rows := &l.Streams[stream].rows
		rows.Frame = append(rows.Frame, uint32(i))
	}
}

// Column decodes one element of a field over the whole stream, once. The result
// is shared. A field of text has no column: nil.
func (l *Log) Column(s *Stream, f *Field, element int) *Column {
	if f == nil || f.Type == Char || element < 0 || element >= f.Elements() {
		return nil
	}
	rows := l.Rows(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	key := columnKey{f, element}
	if c := s.columns[key]; c != nil {
		return c
	}
	c := newColumn(rows, f, element)
	switch {
	case f.Rebuilt:
		c.Value = l.rebuiltLocked(s)[s.Message.rebuiltIndex(f)+element]
	case s.hasPlan(f, element):
		l.fill(s, []*Column{c})
	default:
		l.decode(c)
	}
	if s.columns == nil {
		s.columns = map[columnKey]*Column{}
	}
	s.columns[key] = c
	return c
}

// decode fills a column whose values have no fixed place.
func (l *Log) decode(c *Column) {
	for row, frame := range c.Frame {
		c.set(row, l.Payload(int(frame)))
	}
}

// Forget drops the columns decoded so far, to have their memory back. Those that
// were handed out stay as they are.
func (s *Stream) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.columns, s.rebuilt = nil, nil
}

func (l *Log) rebuiltLocked(s *Stream) [][]float64 {
	if s.rebuilt == nil {
		s.rebuilt = s.Message.Rebuild(l, s)
	}
	return s.rebuilt
}

// rebuiltIndex is where the elements of f start in what Rebuild returns.
func (m *Message) rebuiltIndex(f *Field) int {
	n := 0
	for i := range m.Fields {
		if &m.Fields[i] == f {
			return n
		}
		if m.Fields[i].Rebuilt {
			n += m.Fields[i].Elements()
		}
	}
	return n
}

// Payload gives the payload of frame i.
func (l *Log) Payload(i int) []byte {
	b := l.Frame(i)
	if l.Streams[l.Frames.Stream[i]].Bare {
		return b
	}
	return Payload(b)
}

// Finite reports whether v is a number.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
