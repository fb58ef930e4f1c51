package flight_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
)

// types are all wire types of fixed size, each read by hand.
var types = []struct {
	t    flight.Type
	read func(b []byte) float64
}{
	{flight.U8, func(b []byte) float64 { return float64(b[0]) }},
	{flight.I8, func(b []byte) float64 { return float64(int8(b[0])) }},
	{flight.U16, func(b []byte) float64 { return float64(uint16(b[0]) | uint16(b[1])<<8) }},
	{flight.I16, func(b []byte) float64 { return float64(int16(uint16(b[0]) | uint16(b[1])<<8)) }},
	{flight.U24, func(b []byte) float64 { return float64(b[0]) + 256*float64(b[1]) + 65536*float64(b[2]) }},
	{flight.U32, func(b []byte) float64 { return float64(binary.LittleEndian.Uint32(b)) }},
	{flight.I32, func(b []byte) float64 { return float64(int32(binary.LittleEndian.Uint32(b))) }},
	{flight.U64, func(b []byte) float64 { return float64(binary.LittleEndian.Uint64(b)) }},
	{flight.I64, func(b []byte) float64 { return float64(int64(binary.LittleEndian.Uint64(b))) }},
	{flight.F16, func(b []byte) float64 { return slowHalf(uint16(b[0]) | uint16(b[1])<<8) }},
	{flight.F32, func(b []byte) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}},
	{flight.F64, func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }},
}

// slowHalf reads binary16 bit by bit.
func slowHalf(bits uint16) float64 {
	exponent, v := int(bits>>10&31), 0.0
	for i := range 10 {
		if bits>>(9-i)&1 == 1 {
			v += math.Pow(2, float64(-1-i))
		}
	}
	switch {
	case exponent == 31 && v == 0:
		v = math.Inf(1)
	case exponent == 31:
		return math.NaN()
	case exponent == 0:
		v *= math.Pow(2, -14)
	default:
		v = (1 + v) * math.Pow(2, float64(exponent-15))
	}
	if bits>>15 == 1 {
		v = -v
	}
	return v
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// message has two elements of every type.
func message() *flight.Message {
	m := &flight.Message{Name: "TEST"}
	for _, c := range types {
		m.Fields = append(m.Fields, flight.Field{Name: "field", Type: c.t, Array: 2, Offset: m.MaxLength})
		m.MaxLength += 2 * c.t.Size()
	}
	m.MinLength = m.MaxLength
	return m
}

// logOf lays payloads out as MAVLink 2 frames in records of so many bytes, or
// as bare frames where that is 0.
func logOf(m *flight.Message, payloads [][]byte, record int) *flight.Log {
	l := &flight.Log{Streams: []*flight.Stream{{Message: m, Bare: record == 0, Count: len(payloads)}}}
	for i, p := range payloads {
		frame := p
		if record > 0 {
			frame = build.Frame{Payload: p}.MAVLink2()
		}
		var start int64
		flags := flight.Flag(0)
		for j, b := range frame {
			if record > 0 && len(l.Data)%(12+record) == 0 {
				l.Records.Head = 12
				l.Records.Offset = append(l.Records.Offset, int64(len(l.Data)))
				l.Data = append(l.Data, make([]byte, 12)...)
				if j > 0 {
					flags = flight.Split
				}
			}
			if j == 0 {
				start = int64(len(l.Data))
			}
			l.Data = append(l.Data, b)
		}
		l.Frames.Append(start, time.Duration(i)*time.Second, len(frame), 0, 0, flags)
	}
	l.Records.End = int64(len(l.Data))
	return l
}

func TestAColumnEqualsALoopByHand(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	m := message()
	payloads := make([][]byte, 200)
	for i := range payloads {
		payloads[i] = make([]byte, m.MaxLength)
		for j := range payloads[i] {
			payloads[i][j] = byte(random.Uint32())
		}
	}
	for _, record := range []int{0, 1 << 20, 50, 7, 1} {
		l := logOf(m, payloads, record)
		for i := range m.Fields {
			for element := range 2 {
				c := l.Column(l.Streams[0], &m.Fields[i], element)
				for row, p := range payloads {
					b := p[m.Fields[i].Offset+element*types[i].t.Size():]
					if want := types[i].read(b); !same(c.Value[row], want) {
						t.Fatalf("records of %d: type %d[%d] of % x: %v, want %v", record, types[i].t, element, b[:8], c.Value[row], want)
					}
					if types[i].t.Wide() && c.Bits[row] != binary.LittleEndian.Uint64(b) {
						t.Fatalf("bits %x of % x", c.Bits[row], b[:8])
					}
				}
			}
		}
		for i, p := range payloads {
			if got := l.Payload(i); !reflect.DeepEqual(got, p) {
				t.Fatalf("records of %d: payload %d: % x, want % x", record, i, got, p)
			}
		}
	}
}

func TestAColumnOfPayloadsOfAnyLengthEqualsReadingOneByOne(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	m := message()
	payloads := make([][]byte, 700)
	for i := range payloads {
		payloads[i] = make([]byte, 1+random.IntN(m.MaxLength))
		for j := range payloads[i] {
			payloads[i][j] = byte(random.Uint32())
		}
	}
	for _, record := range []int{1 << 20, 300, 9} {
		l := logOf(m, payloads, record)
		for k, c := range l.Columns(l.Streams[0]) {
			for row, p := range payloads {
				bits := c.Field.Bits(p, c.Element)
				if want := c.Field.Float(bits); !same(c.Value[row], want) || c.Bits != nil && c.Bits[row] != bits {
					t.Fatalf("records of %d, column %d: row %d is %v, want %v", record, k, row, c.Value[row], want)
				}
			}
		}
	}
}

func TestAForgottenColumnIsDecodedAnew(t *testing.T) {
	l := logOf(message(), [][]byte{{5}, {6}}, 0)
	l.Streams[0].Message.MinLength = 1
	s := l.Streams[0]
	f := &s.Message.Fields[0]
	first := l.Column(s, f, 0)
	if l.Column(s, f, 0) != first {
		t.Error("a column is decoded once")
	}
	s.Forget()
	if again := l.Column(s, f, 0); again == first || !reflect.DeepEqual(again, first) || first.Value[1] != 6 {
		t.Errorf("%v, then %v", first, again)
	}
}

func TestValuesBehindTheEndOfAPayloadAreZeroExtended(t *testing.T) {
	full := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	for _, c := range types {
		for n := range len(full) {
			for offset := range len(full) {
				padded := append(append([]byte{}, full[:n]...), make([]byte, 24)...)
				if got, want := c.t.Float(c.t.Bits(full[:n:n], offset)), c.read(padded[offset:]); !same(got, want) {
					t.Errorf("type %d at %d of %d bytes: %v, want %v", c.t, offset, n, got, want)
				}
			}
		}
	}
}

func TestWideIntegersKeepEveryBit(t *testing.T) {
	m := &flight.Message{Fields: []flight.Field{{Name: "a", Type: flight.U64}, {Name: "b", Type: flight.I64, Offset: 8}}, MaxLength: 16, MinLength: 16}
	want := []uint64{1<<63 + 1, math.MaxUint64, 1_700_000_000_000_000_001, 0}
	var payloads [][]byte
	for _, v := range want {
		payloads = append(payloads, binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, v), ^v+1))
	}
	for _, record := range []int{0, 9} {
		l := logOf(m, payloads, record)
		a, b := l.Column(l.Streams[0], &m.Fields[0], 0), l.Column(l.Streams[0], &m.Fields[1], 0)
		for i, v := range want {
			if a.Bits[i] != v || flight.I64.Int(b.Bits[i]) != -int64(v) {
				t.Errorf("%d: %d and %d", v, a.Bits[i], flight.I64.Int(b.Bits[i]))
			}
		}
	}
}

func TestEveryHalf(t *testing.T) {
	for bits := range 1 << 16 {
		if got, want := flight.Half(uint16(bits)), slowHalf(uint16(bits)); !same(got, want) {
			t.Fatalf("%04x: %v, want %v", bits, got, want)
		}
	}
	for bits, want := range map[uint16]float64{0x3C00: 1, 0xC000: -2, 0x7BFF: 65504, 0x3555: 0.333251953125, 0x7C00: math.Inf(1)} {
		if got := flight.Half(bits); got != want {
			t.Errorf("%04x: %v, want %v", bits, got, want)
		}
	}
}

func TestShownValuesHaveTheirUnitAndLeaveOutWhatIsNone(t *testing.T) {
	none := 65535.
	m := &flight.Message{MaxLength: 2, MinLength: 2, Fields: []flight.Field{{Name: "v", Type: flight.U16, Scale: 1e-3, Invalid: &none}}}
	l := logOf(m, [][]byte{{0xE8, 3}, {255, 255}, {0, 0}}, 0)
	c := l.Column(l.Streams[0], &m.Fields[0], 0)
	if got := c.Shown(); got[0] != 1 || !math.IsNaN(got[1]) || got[2] != 0 || c.Value[1] != none {
		t.Errorf("%v of %v", got, c.Value)
	}
	m.Fields[0].Scale, m.Fields[0].Invalid = 0, nil
	if got := c.Shown(); &got[0] != &c.Value[0] {
		t.Error("values that are shown as they stand are copied")
	}
}

func TestColumnsThatAreNot(t *testing.T) {
	m := &flight.Message{Fields: []flight.Field{{Name: "text", Type: flight.Char, Array: 5}, {Name: "x", Type: flight.U8, Array: 2}}, MaxLength: 7}
	l := logOf(m, [][]byte{[]byte("ab\x00cd\x01\x02")}, 100)
	s := l.Streams[0]
	if l.Column(s, nil, 0) != nil || l.Column(s, &m.Fields[0], 0) != nil || l.Column(s, &m.Fields[1], 2) != nil || l.Column(s, &m.Fields[1], -1) != nil {
		t.Error("a column of nothing")
	}
	if got := m.Fields[0].Text(l.Payload(0)); got != "ab" {
		t.Errorf("text %q", got)
	}
	if got := m.Fields[0].Text([]byte("abc")); got != "abc" {
		t.Errorf("text cut short %q", got)
	}
}

func TestTheRowThatHoldsAtATime(t *testing.T) {
	r := flight.Rows{Time: []time.Duration{10, 20, 20, 20, 30}}
	for at, want := range map[time.Duration]int{9: -1, 10: 0, 19: 0, 20: 3, 29: 3, 30: 4, 99: 4} {
		row, ok := r.At(at)
		if row != want || ok != (want >= 0) {
			t.Errorf("at %d: row %d, %v, want %d", at, row, ok, want)
		}
	}
	if row, ok := (&flight.Rows{}).At(5); ok || row != -1 {
		t.Errorf("without rows: %d, %v", row, ok)
	}
}

func TestColumnsMayBeAskedForFromSeveralGoroutines(t *testing.T) {
	m := message()
	payloads := make([][]byte, 500)
	for i := range payloads {
		payloads[i] = make([]byte, m.MaxLength)
		payloads[i][0] = byte(i)
	}
	l := logOf(m, payloads, 13)
	var columns [8][]*flight.Column
	var group sync.WaitGroup
	for i := range columns {
		group.Go(func() {
			for f := range m.Fields {
				columns[i] = append(columns[i], l.Column(l.Streams[0], &m.Fields[f], 1))
			}
		})
	}
	group.Wait()
	for i := range columns {
		if !reflect.DeepEqual(columns[i], columns[0]) {
			t.Error("columns differ")
		}
	}
}

func TestCheckTilingTellsWhatIsNotCovered(t *testing.T) {
	tiled := func() *flight.Log {
		l := logOf(message(), [][]byte{make([]byte, 20), make([]byte, 30)}, 25)
		l.Damage = []flight.Damage{{Span: flight.Span{Offset: l.Size(), Length: 3}, Kind: flight.Tail}}
		l.Data = append(l.Data, 1, 2, 3)
		return l
	}
	if err := tiled().CheckTiling(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(l *flight.Log){
		"a byte behind the end":  func(l *flight.Log) { l.Data = append(l.Data, 0) },
		"a frame too long":       func(l *flight.Log) { l.Frames.Length[0]++ },
		"a frame too short":      func(l *flight.Log) { l.Frames.Length[1]-- },
		"damage twice":           func(l *flight.Log) { l.Damage = append(l.Damage, l.Damage[0]) },
		"damage beyond the file": func(l *flight.Log) { l.Damage[0].Length++ },
		"damage of no bytes":     func(l *flight.Log) { l.Damage = append(l.Damage, flight.Damage{}) },
		"a record too many":      func(l *flight.Log) { l.Records.Offset = append(l.Records.Offset, l.Size()) },
	} {
		l := tiled()
		if spoil(l); l.CheckTiling() == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
}
