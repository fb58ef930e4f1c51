package flight

import (
	"encoding/binary"
	"math"
)

// Columns decodes every field of a stream that is not text, in one pass over its
// frames: faster than one [Log.Column] after the other. The results are shared
// and the same that Column gives.
func (l *Log) Columns(s *Stream) []*Column {
	rows := l.Rows(s)
	s.mu.Lock()
	var fresh []*Column
	for i := range s.Message.Fields {
		f := &s.Message.Fields[i]
		for element := range f.Elements() {
			key := columnKey{f, element}
			if s.columns[key] != nil || !s.hasPlan(f, element) {
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
	l.fill(s, fresh)
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

// Read decodes a number in some frames of a stream, which ascend, and keeps
// nothing: for what few frames are asked for.
func (l *Log) Read(s *Stream, frames []uint32, f *Field) []float64 {
	c := newColumn(&Rows{Frame: frames}, f, 0)
	if s.hasPlan(f, 0) {
		l.fill(s, []*Column{c})
	} else {
		l.decode(c)
	}
	return c.Value
}

func newColumn(rows *Rows, f *Field, element int) *Column {
	c := &Column{Rows: *rows, Field: f, Element: element, Value: make([]float64, len(rows.Frame))}
	if f.Type.Wide() {
		c.Bits = make([]uint64, len(rows.Frame))
	}
	return c
}

// hasPlan reports whether an element lies at one place in the payload of each
// frame, so that all can be read in one loop.
func (s *Stream) hasPlan(f *Field, element int) bool {
	return !f.Rebuilt && f.Type != Decimal && f.Type != Char &&
		(!s.Bare || s.Message.MinLength >= f.Offset+(element+1)*f.Type.Size())
}

// blockRows is how many frames are read for one column before the next has its
// turn: their bytes stay in the cache.
const blockRows = 64

// widest is how many bytes the widest type takes.
const widest = 8

// block is where the payloads of some rows lie.
type block struct {
	frames   []uint32
	start    [blockRows]int64
	length   [blockRows]int64 // -1 for a frame in several pieces
	shortest int64            // of the lengths
	furthest int64            // of the starts
}

// fill fills columns of the same stream.
func (l *Log) fill(s *Stream, columns []*Column) {
	if len(columns) == 0 {
		return
	}
	if len(l.Data) < widest {
		for _, c := range columns {
			l.decode(c)
		}
		return
	}
	var b block
	frames := columns[0].Frame
	for from := 0; from < len(frames); from += blockRows {
		b.frames = frames[from:min(from+blockRows, len(frames))]
		if s.Bare {
			b.findBare(l, s.Message.MinLength)
		} else {
			b.find(l)
		}
		for _, c := range columns {
			l.readBlock(c, from, &b)
		}
	}
}

// findBare finds the payloads of frames that are nothing else, each of at least
// shortest bytes.
func (b *block) findBare(l *Log, shortest int) {
	offset := l.Frames.Offset
	b.shortest, b.furthest = int64(shortest), offset[b.frames[len(b.frames)-1]]
	for i, frame := range b.frames {
		b.start[i] = offset[frame]
	}
}

// minFrame is the length of the shortest packet: MAVLink 1 without payload.
const minFrame = 8

// find finds the payloads of packets.
func (b *block) find(l *Log) {
	b.shortest, b.furthest = math.MaxInt64, 0
	offset, lengths, flags := l.Frames.Offset, l.Frames.Length, l.Frames.Flags
	for i, frame := range b.frames {
		if flags[frame]&Split != 0 {
			b.length[i], b.shortest = -1, -1
			continue
		}
		start, size, length := offset[frame], int64(0), int64(lengths[frame])
		if length >= minFrame {
			head := l.Data[start : start+3]
			switch {
			case head[0] == MagicMAVLink2:
				size, length = 10, int64(head[1])
			case head[0] == MagicMAVLink1:
				size, length = 6, int64(head[1])
			case head[0] == MagicNavLink && head[1]&15 == 1:
				size, length = 8, int64(head[2])
			case head[0] == MagicNavLink:
				size, length = 10, int64(head[2])
			}
		}
		b.start[i], b.length[i] = start+size, length
		b.shortest, b.furthest = min(b.shortest, length), start+size
	}
}

// masks keep the bytes of a value that its payload still holds.
var masks = [widest + 1]uint64{0, 1<<8 - 1, 1<<16 - 1, 1<<24 - 1, 1<<32 - 1, 1<<40 - 1, 1<<48 - 1, 1<<56 - 1, 1<<64 - 1}

// readBlock fills the rows of a column from a row on. Where some value may be cut
// it reads the raw bits of all, then what they stand for, in a loop each without
// branches. Values that are in several pieces, or at the very end of the log, are
// read one by one.
func (l *Log) readBlock(c *Column, from int, b *block) {
	size := c.Field.Type.Size()
	at := int64(c.Field.Offset + c.Element*size)
	last := l.Size() - at - widest // start of a payload that can be read in one
	if b.shortest >= at+int64(size) && b.furthest <= last && c.readWhole(from, l.Data[at:], b.start[:len(b.frames)]) {
		return
	}
	var room [blockRows]uint64
	raw, data, mask := room[:len(b.frames)], l.Data, masks[size]
	for i, start := range b.start[:len(raw)] {
		if start <= last {
			raw[i] = binary.LittleEndian.Uint64(data[start+at:]) & mask
		}
	}
	if b.shortest < at+int64(size) {
		for i, length := range b.length[:len(raw)] {
			raw[i] &= masks[min(max(length-at, 0), widest)]
		}
	}
	c.convert(from, raw)
	if b.shortest < 0 || b.furthest > last {
		l.readOneByOne(c, from, b, last)
	}
}

// readOneByOne reads the rows whose payload is in pieces or starts behind last.
func (l *Log) readOneByOne(c *Column, from int, b *block, last int64) {
	bare := l.Streams[l.Frames.Stream[b.frames[0]]].Bare
	var buffer []byte
	for i, frame := range b.frames {
		split := l.Frames.Flags[frame]&Split != 0
		if !split && b.start[i] <= last {
			continue
		}
		frame := l.AppendFrame(buffer, int(frame))
		if split {
			buffer = frame
		}
		if !bare {
			frame = Payload(frame)
		}
		c.set(from+i, frame)
	}
}

// set reads one row from its payload.
func (c *Column) set(row int, payload []byte) {
	bits := c.Field.Bits(payload, c.Element)
	c.Value[row] = c.Field.Float(bits)
	if c.Bits != nil {
		c.Bits[row] = bits
	}
}

// convert makes raw bits the values of the rows of a column from a row on.
func (c *Column) convert(from int, raw []uint64) {
	value := c.Value[from:][:len(raw)]
	switch t := c.Field.Type; t {
	case U8, U16, U24, U32:
		for i, bits := range raw {
			value[i] = float64(int64(bits))
		}
	case I8:
		for i, bits := range raw {
			value[i] = float64(int8(bits))
		}
	case I16:
		for i, bits := range raw {
			value[i] = float64(int16(bits))
		}
	case I32:
		for i, bits := range raw {
			value[i] = float64(int32(bits))
		}
	case F32:
		for i, bits := range raw {
			value[i] = float64(math.Float32frombits(uint32(bits)))
		}
	case F64:
		for i, bits := range raw {
			value[i] = math.Float64frombits(bits)
		}
	case U64:
		for i, bits := range raw {
			value[i] = float64(bits)
		}
	case I64:
		for i, bits := range raw {
			value[i] = float64(int64(bits))
		}
	default:
		for i, bits := range raw {
			value[i] = t.Float(bits)
		}
	}
	if c.Bits != nil {
		copy(c.Bits[from:], raw)
	}
	c.divide(value)
}
