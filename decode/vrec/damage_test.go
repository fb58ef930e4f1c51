package vrec_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/internal/build"
	"postflight/decode/internal/prove"
	"postflight/decode/vrec"
)

func open(t testing.TB, data []byte) *flight.Log {
	t.Helper()
	l, err := vrec.Open(context.Background(), "test", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := prove.Log(l); err != nil {
		t.Fatal(err)
	}
	return l
}

func attitude(seq uint8) []byte {
	return build.Frame{
		Seq: seq, System: 1, Component: 1, ID: 1026, Extra: 213,
		Payload: []byte{seq, 0, 0, 63, seq, 1, 0x80, 62, 0, 0, 0x80, 63},
	}.NavLink2()
}

// trace is a CONTROL_TRACE of a vehicle at rest: 64 zeros, then two numbers.
func trace(seq uint8) []byte {
	p := make([]byte, 72)
	copy(p[64:], []byte{0x6F, 0x12, 0x83, 0x3B, 0x6F, 0x12, 0x83, 0x3A})
	return build.Frame{Seq: seq, System: 1, Component: 1, ID: 1030, Extra: 16, Payload: p}.NavLink2()
}

// perf is a PERF_GLOBAL, full of small numbers.
func perf(seq uint8) []byte {
	p := []byte{seq, 0, 0, 0, 1, 7, 10, 0}
	for _, v := range []uint32{61234, 48211, 3 << 30, 1 << 31, 61234, 167900, 167999, 120, 40211, 31, 40211, 0, 71, 50, 0, 18320, 65536} {
		p = binary.LittleEndian.AppendUint32(p, v)
	}
	return build.Frame{Seq: seq, System: 1, Component: 1, ID: 1034, Extra: 63, Payload: build.Trim(p)}.NavLink2()
}

// recordings are the same kind of flight, in the ways stations cut it.
func recordings(from uint64) map[string]build.VREC {
	var frames [][]byte
	var all []byte
	for i := range 24 {
		f := [](func(uint8) []byte){attitude, trace, perf}[i%3](uint8(i))
		frames = append(frames, f)
		all = append(all, f...)
	}
	var chunks [][]byte
	for len(all) > 0 {
		n := min(37, len(all))
		chunks = append(chunks, all[:n])
		all = all[n:]
	}
	out := map[string]build.VREC{"a frame a record": build.Recording(frames...), "frames over records": build.Recording(chunks...)}
	for name, v := range out {
		v.Protocol = 2
		out[name] = v
		for i := range v.Records {
			v.Records[i].Us += from - 60_000_000
		}
	}
	return out
}

const eightHours = 31_810_007_043

// starts are where the station's clock stands at the first record.
var starts = []uint64{0, 500, 3_000_000, 60_000_000, eightHours, 400 * 24 * 3600 * 1_000_000}

// In the first seconds of a station's clock small numbers in payloads pass for
// times, so that now and then a wrong place is taken for a record.
func TestADamagedLengthCostsNoFrame(t *testing.T) {
	for _, from := range starts {
		cases, imperfect := 0, 0
		for name, v := range recordings(from) {
			for record := range v.Records {
				good := len(v.Records[record].Data)
				for _, length := range []int{0, 1, good - 1, good + 1, good - 2, good + 12, good ^ 0x10, good ^ 0x80, good ^ 0x100, 1 << 31, 1<<32 - 1} {
					last := record == len(v.Records)-1
					if length == good || last && length < good && length > good-build.RecordHead {
						continue // the latter looks like a log that was cut soon after
					}
					data := v.Bytes()
					binary.LittleEndian.PutUint32(data[v.Offset(record)+8:], uint32(length))
					l := open(t, data)
					cases++
					if l.Frames.Len() == 24 && len(l.Records.Offset) == len(v.Records) && len(l.Steps) == 0 {
						continue
					}
					imperfect++
					if from > 10_000_000 || l.Frames.Len() < 20 {
						t.Errorf("%s from %d µs: length of record %d of %d: %d instead of %d: %d frames, %d records, steps %v",
							name, from, record, len(v.Records), length, good, l.Frames.Len(), len(l.Records.Offset), l.Steps)
					}
				}
			}
		}
		if imperfect*100 > 4*cases {
			t.Errorf("from %d µs: %d of %d not perfect", from, imperfect, cases)
		}
	}
}

func TestADamagedTimeMovesNothing(t *testing.T) {
	for _, from := range starts {
		for name, v := range recordings(from) {
			want := open(t, v.Bytes()).End
			for record := range v.Records {
				good := v.Records[record].Us
				bad := []uint64{1<<64 - 1, 1 << 63, good ^ 1<<50, good ^ 1<<45, good ^ 1<<40, good ^ 1<<33, good + 5_000_000}
				if from > 10_000_000 {
					bad = append(bad, 0)
				}
				for _, us := range bad {
					data := v.Bytes()
					binary.LittleEndian.PutUint64(data[v.Offset(record):], us)
					what := fmt.Sprintf("%s from %d µs: time of record %d of %d: %d", name, from, record, len(v.Records), us)
					l := open(t, data)
					if l.Frames.Len() != 24 || len(l.Records.Offset) != len(v.Records) || len(l.Damage) != 0 {
						t.Errorf("%s: %d frames, %d records, damage %v", what, l.Frames.Len(), len(l.Records.Offset), l.Damage)
					}
					last := record == len(v.Records)-1
					if d := l.End - want; record > 0 && !last && (d < -20*time.Millisecond || d > 20*time.Millisecond) {
						t.Errorf("%s: ends at %v instead of %v", what, l.End, want)
					}
				}
			}
		}
	}
}

func TestWhollyDamagedHeadersCostTheirSurroundingsOnly(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, from := range starts {
		for name, v := range recordings(from) {
			for first := range len(v.Records) - 4 {
				for count := 1; count <= 3; count++ {
					data := v.Bytes()
					for i := range count {
						header := data[v.Offset(first+i):][:build.RecordHead]
						for j := range header {
							header[j] = byte(random.Uint32())
						}
					}
					l := open(t, data)
					lost := 2 * count // frames that a header in doubt cuts
					if name == "a frame a record" {
						lost -= 2
					}
					if n := l.Frames.Len(); n < 24-lost || len(l.Steps) > 0 {
						t.Errorf("%s from %d µs: headers %d to %d: %d frames, steps %v", name, from, first, first+count-1, n, l.Steps)
					}
				}
			}
		}
	}
}

func TestCutAnywhere(t *testing.T) {
	for name, v := range recordings(eightHours) {
		whole := v.Bytes()
		all := open(t, whole)
		for n := build.HeaderSize; n < len(whole); n++ {
			l := open(t, whole[:n])
			frames := 0
			for i := range all.Frames.Len() {
				pieces := all.Pieces(i)
				if pieces[len(pieces)-1].End() <= int64(n) {
					frames++
				}
			}
			records, between := 0, n == build.HeaderSize
			for i := range v.Records {
				if v.Offset(i)+build.RecordHead <= n {
					records++
				}
				between = between || v.Offset(i) == n
			}
			if l.Frames.Len() != frames || len(l.Records.Offset) != records {
				t.Fatalf("%s cut at %d: %d frames of %d, %d records of %d", name, n, l.Frames.Len(), frames, len(l.Records.Offset), records)
			}
			if has(l, flight.TruncatedTail) == between {
				t.Fatalf("%s cut at %d: findings %v", name, n, l.Findings)
			}
		}
	}
}

func TestReservedSpaceBehindACutHoldsNoRecords(t *testing.T) {
	for name, v := range recordings(eightHours) {
		whole := v.Bytes()
		all := open(t, whole)
		for n := v.Offset(2); n <= len(whole); n++ {
			cut, l := open(t, whole[:n]), open(t, append(slices.Clone(whole[:n]), make([]byte, 4096)...))
			if l.Frames.Len() < cut.Frames.Len() || l.End > all.End || l.End < cut.Frames.Time[cut.Frames.Len()-1] || len(l.Steps) > 0 {
				t.Fatalf("%s cut at %d: %d frames of %d, ends at %v, steps %+v", name, n, l.Frames.Len(), cut.Frames.Len(), l.End, l.Steps)
			}
			if got, want := len(l.Records.Offset), len(cut.Records.Offset); got < want-1 || got > want+1 {
				t.Fatalf("%s cut at %d: %d records of %d", name, n, got, want)
			}
			if has(l, flight.FormatMismatch) || has(l, flight.TruncatedTail) || has(l, flight.ClockOutlier) {
				t.Fatalf("%s cut at %d: findings %v", name, n, l.Findings)
			}
		}
	}
}

func has(l *flight.Log, kind flight.Kind) bool {
	for _, f := range l.Findings {
		if f.Kind == kind {
			return true
		}
	}
	return false
}

func TestFilesTooShortAreRefusedWithTheReason(t *testing.T) {
	whole := recordings(0)["a frame a record"].Bytes()
	for n := range build.HeaderSize {
		if _, err := vrec.Open(context.Background(), "test", whole[:n], nil); err == nil {
			t.Errorf("%d bytes: no error", n)
		}
	}
	whole[0] ^= 1
	if _, err := vrec.Open(context.Background(), "test", whole, nil); err == nil {
		t.Error("other magic: no error")
	}
}

func TestFindingsOfAContainer(t *testing.T) {
	ok := recordings(eightHours)["a frame a record"]
	times := func(seconds ...float64) build.VREC {
		v := build.VREC{Protocol: 2}
		for i, s := range seconds {
			v.Records = append(v.Records, build.Record{Us: uint64(s * 1e6), Data: attitude(uint8(i))})
		}
		return v
	}
	for _, c := range []struct {
		name  string
		v     build.VREC
		kind  flight.Kind // "" for none at all
		steps int
	}{
		{"nothing to say", ok, "", 0},
		{"header only", build.VREC{}, flight.EmptyLog, 0},
		{"other version", build.VREC{Format: 2, Records: ok.Records}, flight.Version, 0},
		{"protocol version that is not the payload's", build.VREC{Protocol: 3, Records: ok.Records}, flight.Version, 0},
		{"records without bytes", build.VREC{Records: []build.Record{{Us: 1}, {Us: 2}, {Us: 3}}}, flight.FormatMismatch, 0},
		{"records without bytes and time", build.VREC{Records: []build.Record{{}, {}, {}}}, flight.FormatMismatch, 0},
		{"times that go back a little", times(10, 11, 10.5, 12, 13), flight.ClockOutlier, 0},
		{"times that go back for good", times(10, 11, 5, 6, 7), "", 1},
		{"times that go back twice", times(10, 11, 5, 5.1, 2, 2.1, 2.2), "", 2},
		{"times that go back at the second last", times(10, 11, 12, 5, 6), "", 1},
		{"a stray", times(10, 11, 900, 12, 13), flight.ClockOutlier, 0},
		{"two strays", times(10, 11, 900, 901, 12, 13), flight.ClockOutlier, 0},
		{"long silences", times(10, 1000, 9000, 90000, 200000), "", 0},
		{"a month of silence, then as before", times(10, 11, 3e6, 3e6+1, 3e6+2, 3e6+3), "", 0},
		{"silence and a record without bytes", build.VREC{Records: []build.Record{{Us: 10e6, Data: attitude(1)}, {Us: 90e6}, {Us: 91e6, Data: attitude(2)}, {Us: 990e6}, {Us: 991e6, Data: attitude(3)}}}, flight.FormatMismatch, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, c.v.Bytes())
			if c.kind == "" && len(l.Findings) > 0 || c.kind != "" && !has(l, c.kind) {
				t.Errorf("findings %v", l.Findings)
			}
			if len(l.Steps) != c.steps || len(l.Records.Offset) != len(c.v.Records) || len(l.Damage) != 0 {
				t.Errorf("%d records of %d, steps %v, damage %v", len(l.Records.Offset), len(c.v.Records), l.Steps, l.Damage)
			}
		})
	}
}

func TestARowOfImpossibleTimesDoesNotRunTheClockAway(t *testing.T) {
	v := recordings(eightHours)["a frame a record"]
	for _, n := range []int{1, 2, 3} {
		for i := range n {
			v.Records[5+i].Us = 1<<64 - 1
		}
		l := open(t, v.Bytes())
		if l.End > time.Second || len(l.Steps) > 0 || l.Frames.Len() != 24 || !has(l, flight.ClockOutlier) {
			t.Errorf("%d in a row: ends at %v, steps %v, %d frames, %v", n, l.End, l.Steps, l.Frames.Len(), l.Findings)
		}
	}
}

func TestARecordOfMegabytes(t *testing.T) {
	body := bytes.Repeat(attitude(3), 50_000)
	l := open(t, build.Recording(attitude(1), body, attitude(2)).Bytes())
	if l.Frames.Len() != 50_002 || len(l.Damage) != 0 {
		t.Errorf("%d frames, %d damaged", l.Frames.Len(), len(l.Damage))
	}
}

func TestASplitFrameHasTheTimeOfItsLastByte(t *testing.T) {
	var chunks [][]byte
	for i := range 1000 {
		for _, b := range attitude(uint8(i)) {
			chunks = append(chunks, []byte{b})
		}
	}
	l := open(t, build.Recording(chunks...).Bytes())
	if l.Frames.Len() != 1000 {
		t.Fatalf("%d frames", l.Frames.Len())
	}
	for i, got := range l.Frames.Time {
		if want := time.Duration(i*24+23) * 10 * time.Millisecond; got != want {
			t.Fatalf("frame %d at %v, want %v", i, got, want)
		}
	}
}

func TestACancelledContextEndsTheScan(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	data := build.Recording(bytes.Repeat(attitude(1), 100_000)).Bytes()
	calls := 0
	_, err := vrec.Open(ctx, "", data, func(offset int64) {
		if calls++; offset <= 0 || offset > int64(len(data)) {
			t.Errorf("progress %d of %d", offset, len(data))
		}
		cancel()
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("%v after %d reports", err, calls)
	}
}

func TestRecordingsPutEndToEndAreOneLogOfTwo(t *testing.T) {
	first, second := build.VREC{Protocol: 2, StartMs: 1_700_000_000_000}, build.VREC{Protocol: 2, StartMs: 1_700_000_100_000}
	for i := range uint8(50) {
		first.Records = append(first.Records, build.Record{Us: 60e6 + uint64(i)*20_000, Data: attitude(i)})
		second.Records = append(second.Records, build.Record{Us: 5e6 + uint64(i)*20_000, Data: attitude(i)})
	}
	whole := first.Bytes()
	for name, torn := range map[string]int{"whole": 0, "torn inside a record": 20, "torn inside a header": 50} {
		for _, start := range []uint64{1_700_000_100_000, 0} {
			second.StartMs = start
			at := len(whole) - torn
			l := open(t, append(slices.Clone(whole[:at]), second.Bytes()...))
			want := time.Second * 100
			if start == 0 {
				want = l.Records.Time[49-torn/45]
			}
			if len(l.Steps) != 1 || !l.Steps[0].Joined || l.Steps[0].Time.Round(time.Second) != want.Round(time.Second) || l.Steps[0].Start.IsZero() != (start == 0) {
				t.Errorf("%s: steps %+v", name, l.Steps)
			}
			if l.End != l.Steps[0].Time+980*time.Millisecond {
				t.Errorf("%s: ends at %v", name, l.End)
			}
			header := false
			for _, d := range l.Damage {
				header = header || d.Reason == vrec.ReasonJoin && d.Offset == int64(at) && d.Length == build.HeaderSize
				if d.Reason == vrec.ReasonHeader || d.Offset > int64(at) {
					t.Errorf("%s: %+v", name, d)
				}
			}
			if frames := 100 - (torn+44)/45; !header || l.Frames.Len() < frames-1 {
				t.Errorf("%s: %d frames, damage %+v", name, l.Frames.Len(), l.Damage)
			}
		}
	}
}
