package flight

import (
	"encoding/binary"
	"math"
)

// decodeBare fills the values of a column, in one loop a type, where each frame is
// its payload, in one piece and long enough; false where that does not hold.
func (l *Log) decodeBare(c *Column, offset int) bool {
	f := c.Field
	if len(c.Frame) == 0 || f.Type == Decimal {
		return false
	}
	s := l.Streams[l.Frames.Stream[c.Frame[0]]]
	if !s.Bare || s.Message.MinLength < offset+f.Type.Size() {
		return false
	}
	l.readBare(c, int64(offset))
	if d := f.Divisor; d != 0 {
		for row := range c.Value {
			c.Value[row] /= d
		}
	}
	return true
}

func (l *Log) readBare(c *Column, field int64) {
	data, offset, value := l.Data, l.Frames.Offset, c.Value
	switch t := c.Field.Type; t {
	case U8:
		for row, frame := range c.Frame {
			value[row] = float64(data[offset[frame]+field])
		}
	case I8:
		for row, frame := range c.Frame {
			value[row] = float64(int8(data[offset[frame]+field]))
		}
	case U16:
		for row, frame := range c.Frame {
			value[row] = float64(binary.LittleEndian.Uint16(data[offset[frame]+field:]))
		}
	case I16:
		for row, frame := range c.Frame {
			value[row] = float64(int16(binary.LittleEndian.Uint16(data[offset[frame]+field:])))
		}
	case U32:
		for row, frame := range c.Frame {
			value[row] = float64(binary.LittleEndian.Uint32(data[offset[frame]+field:]))
		}
	case I32:
		for row, frame := range c.Frame {
			value[row] = float64(int32(binary.LittleEndian.Uint32(data[offset[frame]+field:])))
		}
	case F32:
		for row, frame := range c.Frame {
			value[row] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[offset[frame]+field:])))
		}
	case U64, I64:
		for row, frame := range c.Frame {
			bits := binary.LittleEndian.Uint64(data[offset[frame]+field:])
			c.Bits[row], value[row] = bits, t.Float(bits)
		}
	default:
		for row, frame := range c.Frame {
			value[row] = t.Float(t.Bits(data[offset[frame]:], int(field)))
		}
	}
}
