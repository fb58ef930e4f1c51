package bytemap

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"postflight/decode/flight"
)

// Text is one element of a field as a person reads it, in the unit of the field,
// which follows it. Text of a log is quoted, its control characters escaped; a
// value that says that there is none reads "none".
func Text(f *flight.Field, payload []byte, element int) string {
	text := Value(f, payload, element)
	if f.Unit != "" && f.Type != flight.Char && text != none {
		text += " " + f.Unit
	}
	return text
}

// none stands for a value that says that there is none.
const none = "none"

// Rounded is an element as [Text] gives it, but with four significant digits where
// it is no whole number; without its unit.
func Rounded(f *flight.Field, payload []byte, element int) string {
	if f.Type == flight.Char {
		return Value(f, payload, element)
	}
	bits := f.Bits(payload, element)
	if f.Enum.Name(bits) != "" || f.IsInvalid(f.Float(bits)) || f.Factor() == 1 && f.Divisor == 0 && !f.Type.IsFloat() {
		return Value(f, payload, element)
	}
	return Round(f.Float(bits) * f.Factor())
}

// Round writes a number with four significant digits, and all of its whole ones.
func Round(v float64) string {
	if size := math.Abs(v); size >= 9999.5 && size < 1e9 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// Value is [Text] without the unit.
func Value(f *flight.Field, payload []byte, element int) string {
	if f.Type == flight.Char {
		return strconv.Quote(f.Text(payload))
	}
	bits := f.Bits(payload, element)
	switch name := f.Enum.Name(bits); {
	case name != "":
		return integer(f.Type, bits) + " " + name
	case f.IsInvalid(f.Float(bits)):
		return none
	case f.Factor() == 1 && f.Divisor == 0 && !f.Type.IsFloat():
		return integer(f.Type, bits)
	}
	return strconv.FormatFloat(f.Float(bits)*f.Factor(), 'g', 7, 64)
}

func integer(t flight.Type, bits uint64) string {
	switch t {
	case flight.I8, flight.I16, flight.I32, flight.I64:
		return strconv.FormatInt(t.Int(bits), 10)
	}
	return strconv.FormatUint(bits, 10)
}

// raw is an element as it is on the wire.
func raw(f *flight.Field, payload []byte, element int) string {
	switch {
	case f.Type == flight.Char:
		return ""
	case f.Type == flight.Decimal:
		return string(flight.Item(payload, f.Offset))
	}
	bits := f.Bits(payload, element)
	hex := fmt.Sprintf("0x%0*x", 2*f.Type.Size(), bits)
	if f.Type.IsFloat() {
		return hex
	}
	return integer(f.Type, bits) + ", " + hex
}

// Lines says what the byte is: where it lies, what stands there, and how it is
// with the checksum of its frame. Lines may be empty.
func (p Place) Lines() [3]string {
	where := []string{fmt.Sprintf("byte %d (0x%x)", p.Offset, p.Offset)}
	if p.Timed {
		where = append(where, flight.TimeText(p.Time))
	}
	if p.Record >= 0 {
		where = append(where, fmt.Sprintf("record %d", p.Record))
	}
	if p.Frame >= 0 {
		where = append(where, fmt.Sprintf("frame %d", p.Frame))
	}
	what := p.what()
	if p.Message != nil {
		what = strings.TrimSpace(p.Source.String()+" "+p.name()) + " · " + what
	}
	sum := ""
	switch {
	case p.Kind == CRCFailed:
		sum = "CRC failed: " + p.Sum.String()
	case p.Sum.Digits > 0:
		sum = "CRC " + p.Sum.String()
	}
	return [3]string{strings.Join(where, " · "), what, sum}
}

func (p Place) name() string {
	if p.Stream != nil {
		return p.Stream.Label()
	}
	return p.Message.Name
}

func (p Place) what() string {
	switch p.Kind {
	case Junk:
		return fmt.Sprintf("junk, %d bytes: %s", p.Span.Length, p.Reason)
	case Tail:
		if p.Span.Length == 0 {
			return "behind the end of the log"
		}
		return fmt.Sprintf("cut off, %d bytes: %s", p.Span.Length, p.Reason)
	}
	text := p.Label
	if p.Value != "" {
		text += " = " + p.Value
	}
	if p.Raw != "" {
		text += " (raw " + p.Raw + ")"
	}
	return text
}

// String says what was found and what was computed.
func (s Sum) String() string {
	switch {
	case s.Digits == 0:
		return "cannot be read"
	case !s.Known:
		return fmt.Sprintf("found 0x%0*x, not checked: the message is not known", s.Digits, s.Found)
	case s.Holds():
		return fmt.Sprintf("0x%0*x, as computed", s.Digits, s.Found)
	}
	return fmt.Sprintf("found 0x%0*x, computed 0x%0*x", s.Digits, s.Found, s.Digits, s.Computed)
}
