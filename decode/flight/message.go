package flight

import "strconv"

// Message is the definition of a message: its name and where its fields lie in
// the payload. Definitions are shared by all streams and never change.
type Message struct {
	ID     uint32
	Name   string
	Fields []Field

	// MinLength and MaxLength bound the payload on the wire; a shorter one is
	// zero-extended where its protocol truncates trailing zeros.
	MinLength, MaxLength int
	CRCExtra             uint8

	// Rebuild decodes fields that one payload alone does not hold, such as
	// values sent as differences. It returns one slice an element of the fields
	// marked Rebuilt, in order, each with one value a row; NaN where a value
	// cannot be known. nil where there are none.
	Rebuild func(l *Log, s *Stream) [][]float64
}

// Field finds a field by name; nil where there is none.
func (m *Message) Field(name string) *Field {
	for i := range m.Fields {
		if m.Fields[i].Name == name {
			return &m.Fields[i]
		}
	}
	return nil
}

// Field is one field of a message.
type Field struct {
	Name   string
	Type   Type
	Offset int // in the payload
	Array  int // elements; 0 for a single value
	Unit   string
	// Scale makes the value on the wire one in Unit, where that is not 1 already.
	// It is applied for display only.
	Scale   float64
	Rebuilt bool // see Message.Rebuild; Offset has no meaning
	// Divisor is what the raw number is divided by to give the value on the wire;
	// 0 where the raw number is that value.
	Divisor float64
	// Written is how a Decimal was written before it became text, where that is known:
	// U8 holds whole numbers only. 0 for all others.
	Written Type
	// Enum names the values; nil where they are numbers.
	Enum *Enum
	// Invalid is the value on the wire of an element that is not known; nil where
	// there is none. NaN is none anyway.
	Invalid *float64
	// Cut finds the bytes of a text field that has no fixed place in the payload;
	// nil for all others.
	Cut func(payload []byte) []byte
}

// Elements is how many values the field holds: 1 for text and single values.
func (f *Field) Elements() int {
	if f.Array == 0 || f.Type == Char {
		return 1
	}
	return f.Array
}

// Label is the name of one element: "chan[3]", or the plain name of a single value.
func (f *Field) Label(element int) string {
	if f.Elements() == 1 && f.Array == 0 || f.Type == Char {
		return f.Name
	}
	return f.Name + "[" + strconv.Itoa(element) + "]"
}

// Float makes raw bits the value on the wire.
func (f *Field) Float(bits uint64) float64 {
	v := f.Type.Float(bits)
	if f.Divisor != 0 {
		v /= f.Divisor
	}
	return v
}

// Factor is what a wire value is multiplied by for display.
func (f *Field) Factor() float64 {
	if f.Scale == 0 {
		return 1
	}
	return f.Scale
}
