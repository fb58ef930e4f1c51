package flight

import (
	"encoding/binary"
	"math"
)

// readWhole fills the rows of a column from a row on where each payload holds the
// value whole: data begins where that of a payload at 0 would lie. It does the
// types that most fields have, without raw bits in between, and reports whether
// it did.
func (c *Column) readWhole(from int, data []byte, start []int64) bool {
	value := c.Value[from:][:len(start)]
	switch c.Field.Type {
	case U8:
		for i, at := range start {
			value[i] = float64(data[at])
		}
	case I8:
		for i, at := range start {
			value[i] = float64(int8(data[at]))
		}
	case U16:
		for i, at := range start {
			value[i] = float64(binary.LittleEndian.Uint16(data[at:]))
		}
	case I16:
		for i, at := range start {
			value[i] = float64(int16(binary.LittleEndian.Uint16(data[at:])))
		}
	case U32:
		for i, at := range start {
			value[i] = float64(binary.LittleEndian.Uint32(data[at:]))
		}
	case I32:
		for i, at := range start {
			value[i] = float64(int32(binary.LittleEndian.Uint32(data[at:])))
		}
	case F32:
		for i, at := range start {
			value[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at:])))
		}
	case U64:
		bits := c.Bits[from:][:len(start)]
		for i, at := range start {
			bits[i] = binary.LittleEndian.Uint64(data[at:])
			value[i] = float64(bits[i])
		}
	default:
		return false
	}
	c.divide(value)
	return true
}

func (c *Column) divide(values []float64) {
	if d := c.Field.Divisor; d != 0 {
		for i := range values {
			values[i] /= d
		}
	}
}
