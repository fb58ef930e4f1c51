package mavlink_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"
	"github.com/bluenviron/gomavlib/v3/pkg/message"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/mavlink"
)

func oracle(t *testing.T, m message.Message) *message.ReadWriter {
	t.Helper()
	rw := &message.ReadWriter{Message: m}
	if err := rw.Initialize(); err != nil {
		t.Fatal(err)
	}
	return rw
}

func TestDefinitionsEqualThoseOfGomavlib(t *testing.T) {
	if got, want := len(mavlink.Definitions()), len(all.Dialect.Messages); got != want {
		t.Errorf("%d definitions, want %d", got, want)
	}
	for _, m := range all.Dialect.Messages {
		def := mavlink.Definition(m.GetID())
		if def == nil {
			t.Fatalf("%T is missing", m)
		}
		rw := oracle(t, m)
		if def.CRCExtra != rw.CRCExtra() {
			t.Errorf("%s: CRC_EXTRA %d, want %d", def.Name, def.CRCExtra, rw.CRCExtra())
		}
		if got := len(rw.Write(m, false).Payload); m.GetID() < 256 && got != def.MinLength {
			t.Errorf("%s: base length %d, want %d", def.Name, def.MinLength, got)
		}
		if _, err := rw.Read(&message.MessageRaw{ID: m.GetID(), Payload: make([]byte, def.MinLength)}, false); err != nil {
			t.Errorf("%s: base length %d: %v", def.Name, def.MinLength, err)
		}
		full := reflect.New(reflect.TypeOf(m).Elem())
		fill(full.Elem(), 0xFF)
		if got := len(rw.Write(full.Interface().(message.Message), true).Payload); got != def.MaxLength {
			t.Errorf("%s: full length %d, want %d", def.Name, def.MaxLength, got)
		}
	}
}

// fill sets every value of a message to something that is not zero.
func fill(v reflect.Value, with byte) {
	for i := range v.NumField() {
		f := v.Field(i)
		n := 1
		if f.Kind() == reflect.Array {
			n = f.Len()
		}
		for j := range n {
			e := f
			if f.Kind() == reflect.Array {
				e = f.Index(j)
			}
			switch e.Kind() {
			case reflect.String:
				e.SetString(string(bytes.Repeat([]byte{'x'}, 255)))
			case reflect.Float32, reflect.Float64:
				e.SetFloat(math.Float64frombits(0x3FFF_FFFF_FFFF_FFFF))
			case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
				e.SetInt(-1)
			default:
				e.SetUint(math.MaxUint64)
			}
		}
	}
}

func TestEveryFieldOfEveryMessageEqualsGomavlibs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, m := range all.Dialect.Messages {
		def, rw := mavlink.Definition(m.GetID()), oracle(t, m)
		for range 20 {
			payload := make([]byte, 1+random.IntN(def.MaxLength+8))
			for i := range payload {
				payload[i] = byte(random.Uint32())
			}
			if random.IntN(4) == 0 {
				payload = build.Trim(append(payload[:len(payload)/2], make([]byte, len(payload)/2)...))
			}
			want, err := rw.Read(&message.MessageRaw{ID: m.GetID(), Payload: bytes.Clone(payload)}, true)
			if err != nil {
				t.Fatalf("%s of %d bytes: %v", def.Name, len(payload), err)
			}
			if err := compare(def, payload, reflect.ValueOf(want).Elem()); err != nil {
				t.Fatalf("%s: % x: %v", def.Name, payload, err)
			}
		}
	}
}

func compare(def *flight.Message, payload []byte, want reflect.Value) error {
	for i := range def.Fields {
		f, w := &def.Fields[i], want.Field(i)
		if f.Type == flight.Char {
			if got := f.Text(payload); got != w.String() {
				return fmt.Errorf("%s: %q, want %q", f.Name, got, w.String())
			}
			continue
		}
		for e := range f.Elements() {
			v := w
			if f.Array > 0 {
				v = w.Index(e)
			}
			if got := f.Bits(payload, e); got != bitsOf(v, f.Type) && !(v.CanFloat() && math.IsNaN(v.Float())) {
				return fmt.Errorf("%s: bits %x, want %v", f.Label(e), got, v)
			}
			if got := f.Type.Float(f.Bits(payload, e)); !same(got, numberOf(v, f.Type)) {
				return fmt.Errorf("%s: %v, want %v", f.Label(e), got, v)
			}
		}
	}
	return nil
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// bitsOf are the bits of a value of gomavlib's on the wire. Its enumerations
// are unsigned whatever the wire says.
func bitsOf(v reflect.Value, t flight.Type) uint64 {
	mask := uint64(math.MaxUint64) >> (64 - 8*t.Size())
	switch v.Kind() {
	case reflect.Float32:
		return uint64(math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return uint64(v.Int()) & mask
	}
	return v.Uint() & mask
}

func numberOf(v reflect.Value, t flight.Type) float64 {
	if v.CanFloat() {
		return v.Float()
	}
	bits := bitsOf(v, t)
	switch t {
	case flight.I8:
		return float64(int8(bits))
	case flight.I16:
		return float64(int16(bits))
	case flight.I32:
		return float64(int32(bits))
	case flight.I64:
		return float64(int64(bits))
	}
	return float64(bits)
}

func TestChecksumsThatAreKnown(t *testing.T) {
	for id, want := range map[uint32]uint8{0: 50, 1: 124, 2: 137, 24: 24, 30: 39, 33: 104, 65: 118, 77: 143, 111: 34, 147: 154, 253: 83, 395: 0} {
		if got := mavlink.Definition(id).CRCExtra; got != want {
			t.Errorf("%s: %d, want %d", mavlink.Definition(id).Name, got, want)
		}
	}
}

func TestUnitsAreKnown(t *testing.T) {
	for _, c := range []struct {
		id    uint32
		field string
		unit  string
		scale float64
	}{
		{30, "roll", "rad", 1}, {33, "lat", "deg", 1e-7}, {33, "alt", "m", 1e-3}, {1, "voltage_battery", "V", 1e-3},
	} {
		f := mavlink.Definition(c.id).Field(c.field)
		if f.Unit != c.unit || f.Factor() != c.scale {
			t.Errorf("%s: %q times %v, want %q times %v", c.field, f.Unit, f.Factor(), c.unit, c.scale)
		}
	}
}
