package dataflash_test

import (
	"encoding/hex"
	"math"
	"slices"
	"testing"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFormatOfFormatsHasTheKnownBytes(t *testing.T) {
	head := unhex(t, "a395808059464d540042426e4e5a")
	want := slices.Concat(head, make([]byte, 11), padded("Type,Length,Name,Format,Columns", 64))
	if !slices.Equal(newLog().b, want) || len(want) != 89 {
		t.Errorf("got %x, want %x", newLog().b, want)
	}
}

func TestEveryLetterIsReadAsItIsWritten(t *testing.T) {
	body := unhex(t, "a395c887d6120000000000fbfad4fee8fd90eefeff00286bee0000c03f00000000000002c02efbd204c01dfeff40e20100b9170feb050038")
	l := open(t, newLog().format(200, 56, "TST1", "QbBhHiIfdcCeELMg", "TimeUS,b,B,h,H,i,I,f,d,c,C,e,E,L,M,g").raw(body...).b)
	want := []float64{
		1234567, -5, 250, -300, 65000, -70000, 4000000000, 1.5, -2.25,
		-12.34, 12.34, -1234.56, 1234.56, -35.1332423, 5, 0.5,
	}
	s := l.Stream(0, "TST1")
	for i := range s.Message.Fields {
		f := &s.Message.Fields[i]
		if got := l.Column(s, f, 0).Value[0]; got != want[i] {
			t.Errorf("%s: got %v, want %v", f.Name, got, want[i])
		}
		if got := f.Float(f.Bits(l.Payload(2), 0)); got != want[i] {
			t.Errorf("%s without its column: got %v, want %v", f.Name, got, want[i])
		}
	}
}

func TestTextsAreReadWhenFullAndWhenPadded(t *testing.T) {
	b := newLog().format(201, 103, "TST2", "QqnNZ", "TimeUS,q,n,N,Z").
		add(201, u64(1234568), u64(math.MaxUint64), []byte("ABCD"), []byte("PARAM_NAME_16_CH"), padded("hello", 64)).b
	l := open(t, b)
	m, record := l.Message(2), l.Payload(2)
	for name, want := range map[string]string{"n": "ABCD", "N": "PARAM_NAME_16_CH", "Z": "hello"} {
		if got := m.Field(name).Text(record); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	s := l.Stream(0, "TST2")
	if c := l.Column(s, m.Field("q"), 0); c.Value[0] != -1 || c.Bits[0] != math.MaxUint64 {
		t.Errorf("q: got %v, %x", c.Value, c.Bits)
	}
	if l.Column(s, m.Field("n"), 0) != nil {
		t.Error("text has a column")
	}
}

func TestArraysHaveAColumnAnElement(t *testing.T) {
	b := newLog().format(202, 75, "TST3", "Qa", "TimeUS,a")
	var body []byte
	for v := -16; v < 16; v++ {
		body = append(body, u16(uint16(int16(v)))...)
	}
	l := open(t, b.add(202, u64(1234569), body).b)
	s := l.Stream(0, "TST3")
	for i := range 32 {
		if got := l.Column(s, s.Message.Field("a"), i).Value[0]; got != float64(i-16) {
			t.Errorf("a[%d]: got %v", i, got)
		}
	}
}

func TestHalves(t *testing.T) {
	b := newLog().format(1, 5, "H", "g", "v")
	bits := []uint16{0x3c00, 0xc000, 0x7bff, 0x0001, 0x0400, 0x7c00, 0x7e00, 0x3555}
	for _, v := range bits {
		b.add(1, u16(v))
	}
	want := []float64{1, -2, 65504, math.Ldexp(1, -24), math.Ldexp(1, -14), math.Inf(1), math.NaN(), 0.333251953125}
	for i, got := range column(t, open(t, b.b), "H", "v") {
		if got != want[i] && !(math.IsNaN(got) && math.IsNaN(want[i])) {
			t.Errorf("%04x: got %v, want %v", bits[i], got, want[i])
		}
	}
}

// The weeks before 2017 differ from tables that take 18 leap seconds for all
// time: there were fewer.
func TestGPSTimeHasTheLeapSecondsOfItsDate(t *testing.T) {
	for _, c := range []struct {
		week int
		ms   int
		want string
	}{
		{0, 0, "1980-01-06T00:00:00Z"},
		{1024, 0, "1999-08-21T23:59:47Z"},
		{1774, 109206800, "2014-01-06T06:19:50.8Z"},
		{1930, 16_000, "2016-12-31T23:59:59Z"},
		{1930, 18_000, "2017-01-01T00:00:00Z"},
		{2048, 0, "2019-04-06T23:59:42Z"},
		{1973, 6448000, "2017-10-29T01:47:10Z"},
		{2385, 302400000, "2025-09-24T11:59:42Z"},
	} {
		got := dataflash.UTC(c.week, time.Duration(c.ms)*time.Millisecond)
		if got.Format(time.RFC3339Nano) != c.want {
			t.Errorf("week %d, %d ms: got %v, want %s", c.week, c.ms, got, c.want)
		}
	}
}

func TestNotANumberStaysOne(t *testing.T) {
	b := newLog().format(1, 15, "PARM", "Qf", "TimeUS,Value").
		add(1, u64(5), u32(math.Float32bits(float32(math.NaN()))))
	if v := column(t, open(t, b.b), "PARM", "Value")[0]; flight.Finite(v) {
		t.Errorf("got %v", v)
	}
}

func TestColumnsReadTogetherAreThoseReadOneByOne(t *testing.T) {
	data := bigLog(1 << 20)
	together, alone := open(t, data), open(t, data)
	for i, s := range together.Streams {
		for _, c := range together.Columns(s) {
			f := alone.Streams[i].Message.Field(c.Field.Name)
			want := alone.Column(alone.Streams[i], f, c.Element)
			if !slices.Equal(c.Bits, want.Bits) || len(c.Value) != s.Count {
				t.Fatalf("%s.%s: bits differ", s.Label(), f.Name)
			}
			for row, v := range c.Value {
				record := alone.Payload(int(want.Frame[row]))
				slow := f.Float(f.Bits(record, c.Element))
				if w := want.Value[row]; (v != w || v != slow) && !(math.IsNaN(v) && math.IsNaN(w) && math.IsNaN(slow)) {
					t.Fatalf("%s.%s row %d: %v together, %v alone, %v by record", s.Label(), f.Name, row, v, w, slow)
				}
			}
		}
	}
}
