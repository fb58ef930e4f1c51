package vgt_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/vgt"
)

func open(t *testing.T, data []byte) *flight.Log {
	t.Helper()
	l, err := vgt.Open("test", data)
	if err != nil {
		t.Fatal(err)
	}
	if err := prove.Log(l); err != nil {
		t.Fatal(err)
	}
	return l
}

// poses are n poses, 16 ms apart, of which every value is another.
func poses(n int) []build.Pose {
	out := make([]build.Pose, n)
	for i := range out {
		out[i] = build.Pose{Tick: uint64(16 * i), Us: 5_000_000 + uint64(16_000*i)}
		for j := range out[i].Values {
			out[i].Values[j] = float32(i) + float32(j)/32
		}
	}
	return out
}

func has(l *flight.Log, kind flight.Kind) bool {
	for _, f := range l.Findings {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

func TestEveryFieldIsWhereItBelongs(t *testing.T) {
	l := open(t, build.VGT1{StartMs: 1_700_000_000_000, Poses: poses(5)}.Bytes())
	if l.Frames.Len() != 5 || len(l.Findings) != 0 || l.End != 64*time.Millisecond {
		t.Fatalf("%d records, %v, ends at %v", l.Frames.Len(), l.Findings, l.End)
	}
	if !l.Start.Equal(time.UnixMilli(1_700_000_000_000)) {
		t.Errorf("starts at %v", l.Start)
	}
	s := l.Streams[0]
	at := 0
	for _, c := range []struct {
		field    string
		elements int
	}{
		{"position", 3},
		{"q", 4},
		{"velocity", 3},
		{"rates", 3},
		{"roll", 1},
		{"pitch", 1},
		{"yaw", 1},
		{"motor_speed", 4},
		{"duty", 4},
		{"airspeed", 1},
		{"battery_voltage", 1},
		{"battery_charge", 1},
	} {
		for e := range c.elements {
			column := l.Column(s, s.Message.Field(c.field), e)
			for row, got := range column.Value {
				if want := float64(float32(row) + float32(at)/32); got != want {
					t.Errorf("%s[%d] of record %d: %v, want %v", c.field, e, row, got, want)
				}
			}
			at++
		}
	}
	if at != 27 {
		t.Errorf("%d values", at)
	}
	if c := l.Column(s, s.Message.Field("t_us"), 0); c.Bits[4] != 5_064_000 {
		t.Errorf("time %d", c.Bits[4])
	}
}

func TestWhatIsNotAsExpectedIsSaid(t *testing.T) {
	for _, c := range []struct {
		name    string
		v       build.VGT1
		kind    flight.Kind
		records int
		fields  int
	}{
		{"header only", build.VGT1{}, flight.EmptyLog, 0, 0},
		{"other version", build.VGT1{Version: 2, Poses: poses(3)}, flight.Version, 3, 14},
		{"bytes behind the last record", build.VGT1{Poses: poses(3), Rest: make([]byte, 123)}, flight.TruncatedTail, 3, 14},
		{"one byte behind it", build.VGT1{Poses: poses(3), Rest: make([]byte, 1)}, flight.TruncatedTail, 3, 14},
		{"longer records", build.VGT1{Size: 200, Poses: poses(3)}, flight.FormatMismatch, 3, 14},
		{"shorter records", build.VGT1{Size: 80, Poses: poses(3)}, flight.FormatMismatch, 3, 9},
		{"records of ticks and times alone", build.VGT1{Size: 16, Poses: poses(3)}, flight.FormatMismatch, 3, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, c.v.Bytes())
			if !has(l, c.kind) || l.Frames.Len() != c.records {
				t.Errorf("%d records, findings %v", l.Frames.Len(), l.Findings)
			}
			fields := 0
			for _, s := range l.Streams {
				fields += len(s.Message.Fields)
				if s.Message.MaxLength > int(l.Frames.Length[0]) {
					t.Errorf("%d bytes", s.Message.MaxLength)
				}
				for i := range s.Message.Fields {
					l.Column(s, &s.Message.Fields[i], 0)
				}
			}
			if fields != c.fields {
				t.Errorf("%d fields", fields)
			}
		})
	}
}

func TestASizeOfRecordsThatCannotBe(t *testing.T) {
	data := build.VGT1{Poses: poses(9)}.Bytes()
	for _, size := range []byte{0, 15, 62, 200} {
		data[8] = size
		if l := open(t, data); l.Frames.Len() != 9 || !has(l, flight.FormatMismatch) {
			t.Errorf("size %d: %d records, %v", size, l.Frames.Len(), l.Findings)
		}
		if l := open(t, data[:len(data)-1]); l.Frames.Len() != 8 || !has(l, flight.TruncatedTail) {
			t.Errorf("size %d and a tail: %d records, %v", size, l.Frames.Len(), l.Findings)
		}
	}
	for _, size := range []byte{0, 15} {
		data[8] = size
		if _, err := vgt.Open("", data[:20+2*124-1]); err == nil || !strings.Contains(err.Error(), "record size") {
			t.Errorf("size %d and a tail: %v", size, err)
		}
	}
	if l := open(t, data[:20+124]); l.Frames.Len() != 1 {
		t.Errorf("%d records", l.Frames.Len())
	}
	copy(data[8:], []byte{0xFF, 0xFF, 0xFF, 0xFF})
	if l := open(t, data); l.Frames.Len() != 9 {
		t.Errorf("%d records", l.Frames.Len())
	}
}

func TestFilesTooShortAreRefusedWithTheReason(t *testing.T) {
	whole := build.VGT1{Poses: poses(1)}.Bytes()
	for n := range 20 {
		if _, err := vgt.Open("", whole[:n]); err == nil {
			t.Errorf("%d bytes: no error", n)
		}
	}
}

func TestCutAnywhere(t *testing.T) {
	whole := build.VGT1{Poses: poses(3)}.Bytes()
	for n := 20; n <= len(whole); n++ {
		l := open(t, whole[:n])
		if want := (n - 20) / 124; l.Frames.Len() != want {
			t.Errorf("cut at %d: %d records, want %d", n, l.Frames.Len(), want)
		}
		if has(l, flight.TruncatedTail) != ((n-20)%124 != 0) {
			t.Errorf("cut at %d: %v", n, l.Findings)
		}
	}
}

func TestTimesThatCannotBe(t *testing.T) {
	p := poses(6)
	p[2].Us = math.MaxUint64
	l := open(t, build.VGT1{Poses: p}.Bytes())
	if l.End != 80*time.Millisecond || !has(l, flight.ClockOutlier) || len(l.Steps) != 0 {
		t.Errorf("a stray: ends at %v, %v", l.End, l.Findings)
	}
	p[3].Us = math.MaxUint64
	p[5].Us = math.MaxUint64
	open(t, build.VGT1{Poses: p}.Bytes())
	p = poses(6)
	for i := 3; i < 6; i++ {
		p[i].Us -= 4_000_000
	}
	l = open(t, build.VGT1{Poses: p}.Bytes())
	if len(l.Steps) != 1 || l.End != 64*time.Millisecond {
		t.Errorf("a step: %v, ends at %v", l.Steps, l.End)
	}
}

func TestStraysWithoutEndAreNotAllListed(t *testing.T) {
	p := poses(1000)
	for i := 1; i < len(p); i += 2 {
		p[i].Us += 1_000_000_000
	}
	if l := open(t, build.VGT1{Poses: p}.Bytes()); len(l.Findings) > 100 {
		t.Errorf("%d findings", len(l.Findings))
	}
}

func FuzzVGT1(f *testing.F) {
	f.Add(build.VGT1{Poses: poses(2)}.Bytes())
	f.Add(build.VGT1{Size: 16, Poses: poses(9), Rest: []byte{1}}.Bytes())
	f.Add(build.VGT1{Version: 9, Size: 65535}.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := vgt.Open("", data)
		if err != nil {
			return
		}
		if err := prove.Log(l); err != nil {
			t.Fatal(err)
		}
		for _, s := range l.Streams {
			for i := range s.Message.Fields {
				l.Column(s, &s.Message.Fields[i], 0)
			}
		}
	})
}

func TestFilesPutEndToEndAreRecordingsOneBehindTheOther(t *testing.T) {
	first := build.VGT1{StartMs: 1_700_000_000_000, Poses: poses(40)}.Bytes()
	second := build.VGT1{StartMs: 1_700_000_060_000, Poses: poses(40)}.Bytes()
	for name, c := range map[string]struct {
		first   []byte
		records int
		damage  int
	}{
		"whole": {first, 80, 1},
		"torn":  {first[:len(first)-30], 79, 2},
	} {
		l := open(t, append(bytes.Clone(c.first), second...))
		if l.Frames.Len() != c.records || len(l.Damage) != c.damage || l.Damage[c.damage-1].Reason != vgt.ReasonJoin {
			t.Errorf("%s: %d records, damage %+v", name, l.Frames.Len(), l.Damage)
		}
		if len(l.Steps) != 1 || !l.Steps[0].Joined || l.Steps[0].Time != time.Minute || l.End != time.Minute+39*16*time.Millisecond {
			t.Errorf("%s: steps %+v, end %v", name, l.Steps, l.End)
		}
	}
}
