package flight

import (
	"encoding/binary"
	"math"
)

// Columns decodes every field of a stream that is not text, in one pass over its
// frames where they are bare: faster than one [Log.Column] after the other. The
// results are shared and the same that Column gives.
func (l *Log) Columns(s *Stream) []*Column {
	rows := l.Rows(s)
	s.mu.Lock()
	var fresh []*Column
	for i := range s.Message.Fields {
		f := &s.Message.Fields[i]
		for element := range f.Elements() {
			key := columnKey{f, element}
			if s.columns[key] != nil || !s.isBare(f, element) {
				continue
			}
			if s.columns == nil {
				s.columns = map[columnKey]*Column{}
			}
			c := newColumn(rows, f, element)
			s.columns[key] = c
			fresh = append(fresh, c)
		}
	}
	l.fillBare(fresh)
	s.mu.Unlock()

	var out []*Column
	for i := range s.Message.Fields {
		f := &s.Message.Fields[i]
		for element := range f.Elements() {
			if c := l.Column(s, f, element); c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

func newColumn(rows *Rows, f *Field, element int) *Column {
	c := &Column{Rows: *rows, Field: f, Element: element, Value: make([]float64, len(rows.Frame))}
	if f.Type.Wide() {
		c.Bits = make([]uint64, len(rows.Frame))
	}
	return c
}

// isBare reports whether an element lies in each frame of the stream, which is
// its payload, in one piece and long enough.
func (s *Stream) isBare(f *Field, element int) bool {
	return s.Bare && !f.Rebuilt && f.Type != Decimal && f.Type != Char &&
		s.Message.MinLength >= f.Offset+(element+1)*f.Type.Size()
}

// bareBlock is how many frames are read for one column before the next has its
// turn: their bytes stay in the cache.
const bareBlock = 256

// fillBare fills columns of the same bare stream.
func (l *Log) fillBare(columns []*Column) {
	if len(columns) == 0 {
		return
	}
	frames, offset := columns[0].Frame, l.Frames.Offset
	var block [bareBlock]int64
	for from := 0; from < len(frames); from += bareBlock {
		starts := block[:min(bareBlock, len(frames)-from)]
		for i := range starts {
			starts[i] = offset[frames[from+i]]
		}
		for _, c := range columns {
			l.readBare(c, from, starts)
		}
	}
}

// readBare fills the rows of a column from a row on, of the frames that start at
// the offsets starts, in one loop a type.
func (l *Log) readBare(c *Column, from int, starts []int64) {
	f, t := c.Field, c.Field.Type
	data, at := l.Data, int64(f.Offset+c.Element*t.Size())
	value := c.Value[from:][:len(starts)]
	switch t {
	case U8:
		for row, start := range starts {
			value[row] = float64(data[start+at])
		}
	case I8:
		for row, start := range starts {
			value[row] = float64(int8(data[start+at]))
		}
	case U16:
		for row, start := range starts {
			value[row] = float64(binary.LittleEndian.Uint16(data[start+at:]))
		}
	case I16:
		for row, start := range starts {
			value[row] = float64(int16(binary.LittleEndian.Uint16(data[start+at:])))
		}
	case U32:
		for row, start := range starts {
			value[row] = float64(binary.LittleEndian.Uint32(data[start+at:]))
		}
	case I32:
		for row, start := range starts {
			value[row] = float64(int32(binary.LittleEndian.Uint32(data[start+at:])))
		}
	case F32:
		for row, start := range starts {
			value[row] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[start+at:])))
		}
	case U64, I64:
		raw := c.Bits[from:][:len(starts)]
		for row, start := range starts {
			raw[row] = binary.LittleEndian.Uint64(data[start+at:])
			value[row] = t.Float(raw[row])
		}
	default:
		for row, start := range starts {
			value[row] = t.Float(t.Bits(data[start:], int(at)))
		}
	}
	if d := f.Divisor; d != 0 {
		for row := range value {
			value[row] /= d
		}
	}
}
