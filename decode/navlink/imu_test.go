package navlink_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/vrec"
)

// half writes small multiples of 1/64 as binary16, exactly.
func half(v float64) uint16 {
	var sign uint16
	if v < 0 {
		sign, v = 1<<15, -v
	}
	if v == 0 {
		return sign
	}
	fraction, exponent := math.Frexp(v)
	return sign | uint16(exponent+14)<<10 | uint16(fraction*2048)&1023
}

// step is one frame of an IMU: a full sample or a difference.
type step struct {
	full  bool
	seq   uint8
	value float64 // of every channel, plus its number
}

func (s step) bytes() []byte {
	f := build.Frame{Seq: s.seq, System: 1, Component: 1, ID: 1025, Extra: 151, Payload: []byte{0, 0}}
	if s.full {
		f.ID, f.Extra, f.Payload = 1024, 156, nil
	}
	for i := range 10 {
		v := s.value + float64(i)
		if s.full {
			f.Payload = binary.LittleEndian.AppendUint32(f.Payload, math.Float32bits(float32(v)))
		} else {
			f.Payload = binary.LittleEndian.AppendUint16(f.Payload, half(v))
		}
	}
	f.Payload = build.Trim(f.Payload)
	return f.NavLink2()
}

// reference rebuilds the samples in the obvious way: one value a difference.
func reference(steps []step, channel int) []float64 {
	var out []float64
	now, known := 0.0, false
	var before *step
	for i := range steps {
		s := &steps[i]
		v := s.value + float64(channel)
		if s.full {
			now, known = v, true
			continue
		}
		repeated := before != nil && s.seq == before.seq
		if !repeated {
			if before != nil && s.seq != before.seq+1 {
				known = false
			}
			now += v
		}
		before = s
		if known {
			out = append(out, now)
		} else {
			out = append(out, math.NaN())
		}
	}
	return out
}

func rebuilt(t *testing.T, steps []step) (*flight.Log, *flight.Stream) {
	t.Helper()
	var chunks [][]byte
	for _, s := range steps {
		chunks = append(chunks, s.bytes())
	}
	l, err := vrec.Open(context.Background(), "", build.Recording(chunks...).Bytes(), nil)
	if err != nil || l.Frames.Len() != len(steps) {
		t.Fatalf("%d frames of %d, %v", l.Frames.Len(), len(steps), err)
	}
	return l, l.Stream(flight.MakeSource(1, 1), "IMU_COMPRESSED")
}

var channels = []struct {
	field    string
	elements int
}{{"acc", 3}, {"gyr", 3}, {"mag", 3}, {"temp", 1}}

func TestSamplesAreRebuiltFromDifferences(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		steps []step
		want  []float64 // of the first channel
	}{
		{"each builds on the one before", []step{{true, 0, 10}, {false, 0, .5}, {false, 1, -2}, {false, 2, 0}}, []float64{10.5, 8.5, 8.5}},
		{"nothing is known before the first full sample", []step{{false, 0, 1}, {false, 1, 1}, {true, 0, 10}, {false, 2, .5}}, []float64{nan, nan, 10.5}},
		{"a lost one ends what is known", []step{{true, 0, 10}, {false, 0, .5}, {false, 2, 1}, {false, 3, 1}, {true, 1, 20}, {false, 4, 1}}, []float64{10.5, nan, nan, 21}},
		{"a lost one beside a full sample may have come behind it", []step{{true, 0, 10}, {false, 0, .5}, {true, 1, 20}, {false, 2, 1}, {true, 2, 30}, {false, 3, 1}}, []float64{10.5, nan, 31}},
		{"a frame that comes twice counts once", []step{{true, 0, 10}, {false, 0, .5}, {false, 0, .5}, {false, 1, 1}}, []float64{10.5, 10.5, 11.5}},
		{"the sequence runs over", []step{{true, 0, 10}, {false, 254, 1}, {false, 255, 1}, {false, 0, 1}, {false, 1, 1}}, []float64{11, 12, 13, 14}},
		{"no full sample at all", []step{{false, 0, 1}}, []float64{nan}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, s := rebuilt(t, c.steps)
			if got := l.Column(s, s.Message.Field("acc"), 0).Value; !equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func equal(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return false
		}
	}
	return true
}

func TestRebuiltSamplesEqualTheObviousWay(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		var steps []step
		seq := uint8(random.IntN(256))
		for range 60 {
			switch random.IntN(12) {
			case 0:
				steps = append(steps, step{true, 0, float64(random.IntN(640)-320) / 64})
				continue
			case 1:
				seq += uint8(random.IntN(3)) // lost
			case 2:
				if n := len(steps); n > 0 && !steps[n-1].full {
					steps = append(steps, steps[n-1])
					continue
				}
			}
			steps = append(steps, step{false, seq, float64(random.IntN(640)-320) / 64})
			seq++
		}
		steps = append(steps, step{false, seq, 1})
		l, s := rebuilt(t, steps)
		channel := 0
		for _, c := range channels {
			for e := range c.elements {
				got := l.Column(s, s.Message.Field(c.field), e).Value
				if want := reference(steps, channel); !equal(got, want) {
					t.Fatalf("%s[%d]: got %v, want %v of %v", c.field, e, got, want, steps)
				}
				channel++
			}
		}
	}
}
