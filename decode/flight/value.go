package flight

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Type is how a value is written on the wire, little-endian.
type Type uint8

// Wire types. U24 is NavLink's, F16 is IEEE 754 binary16, Char is text padded
// with NUL. Decimal is a number written out in a payload that is a line of items
// parted by commas; a field's Offset is then the number of its item.
const (
	U8 Type = iota + 1
	I8
	U16
	I16
	U24
	U32
	I32
	U64
	I64
	F16
	F32
	F64
	Char
	Decimal
)

// Size is the number of bytes a value takes.
func (t Type) Size() int {
	switch t {
	case U8, I8, Char:
		return 1
	case U16, I16, F16:
		return 2
	case U24:
		return 3
	case U32, I32, F32:
		return 4
	default:
		return 8
	}
}

// IsFloat reports whether the type holds fractions.
func (t Type) IsFloat() bool { return t == F16 || t == F32 || t == F64 || t == Decimal }

// Wide reports whether the type holds integers that a float64 cannot tell apart.
func (t Type) Wide() bool { return t == U64 || t == I64 }

// Bits reads the value at offset of the payload as its raw bits. Bytes behind
// the end of the payload read as zero: senders drop trailing zeros.
func (t Type) Bits(payload []byte, offset int) uint64 {
	if t == Decimal {
		return math.Float64bits(decimal(Item(payload, offset)))
	}
	size := t.Size()
	if offset+size > len(payload) {
		return truncatedBits(payload, offset, size)
	}
	b := payload[offset:]
	switch size {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 3:
		return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	default:
		return binary.LittleEndian.Uint64(b)
	}
}

func truncatedBits(payload []byte, offset, size int) (bits uint64) {
	for i := min(offset+size, len(payload)) - 1; i >= offset; i-- {
		bits = bits<<8 | uint64(payload[i])
	}
	return bits
}

// Int makes raw bits a signed integer; the bits of an unsigned 64-bit value
// above the signed range come out negative.
func (t Type) Int(bits uint64) int64 {
	switch t {
	case I8:
		return int64(int8(bits))
	case I16:
		return int64(int16(bits))
	case I32:
		return int64(int32(bits))
	default:
		return int64(bits)
	}
}

// Float makes raw bits a number.
func (t Type) Float(bits uint64) float64 {
	switch t {
	case F16:
		return Half(uint16(bits))
	case F32:
		return float64(math.Float32frombits(uint32(bits)))
	case F64, Decimal:
		return math.Float64frombits(bits)
	case I8, I16, I32, I64:
		return float64(t.Int(bits))
	default:
		return float64(bits)
	}
}

// Half is the number an IEEE 754 binary16 stands for.
func Half(bits uint16) float64 {
	sign, exponent, fraction := bits>>15, int(bits>>10&31), float64(bits&1023)
	var v float64
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 31:
		v = math.Inf(1)
		if fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if sign == 1 {
		return -v
	}
	return v
}

// Text reads a text field up to its first NUL. It is as it stands in the log:
// escape it before showing it.
func (f *Field) Text(payload []byte) string {
	if f.Cut != nil {
		return string(f.Cut(payload))
	}
	end := min(f.Offset+max(1, f.Array), len(payload))
	if f.Offset >= end {
		return ""
	}
	b := payload[f.Offset:end]
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// Bits reads one element of the field.
func (f *Field) Bits(payload []byte, element int) uint64 {
	return f.Type.Bits(payload, f.Offset+element*f.Type.Size())
}
