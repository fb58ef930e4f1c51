package bytemap_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"postflight/analysis/bytemap"
	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/crc"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/navlink"
	"postflight/replay/sim"
)

// attitude is a MAVLink 2 frame of 40 bytes: roll 0.5 rad.
func attitude(seq byte) []byte {
	payload := binary.LittleEndian.AppendUint32(nil, 12000)
	payload = binary.LittleEndian.AppendUint32(payload, math.Float32bits(0.5))
	for range 5 {
		payload = binary.LittleEndian.AppendUint32(payload, math.Float32bits(1))
	}
	b := append([]byte{0xFD, byte(len(payload)), 0, 0, seq, 1, 1, 30, 0, 0}, payload...)
	sum := crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), mavlink.Definition(30).CRCExtra)
	return binary.LittleEndian.AppendUint16(b, sum)
}

// navAttitude is the NavLink frame of the specification's example.
func navAttitude(roll float32) []byte {
	payload := binary.LittleEndian.AppendUint32(nil, math.Float32bits(roll))
	b := append([]byte{0x56, 2, byte(len(payload)), 0, 7, 1, 1, 2, 4, 0}, payload...)
	sum := crc.Byte(crc.MCRF4XX(crc.Init, b[1:]), navlink.Definitions(1026)[0].CRCExtra)
	return binary.LittleEndian.AppendUint16(b, sum)
}

const fileHeader, recordHeader = 20, 12

// recording puts each chunk in a record of its own.
func recording(t *testing.T, chunks ...[]byte) *flight.Log {
	t.Helper()
	b := []byte("CERV")
	b = binary.LittleEndian.AppendUint32(b, 1)
	b = binary.LittleEndian.AppendUint32(b, 1)
	b = binary.LittleEndian.AppendUint64(b, 1_700_000_000_000)
	for i, c := range chunks {
		b = binary.LittleEndian.AppendUint64(b, 60_000_000+uint64(i)*10_000)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(c)))
		b = append(b, c...)
	}
	return open(t, b)
}

func open(t *testing.T, b []byte) *flight.Log {
	t.Helper()
	l, err := decode.Bytes(context.Background(), "test", b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAFieldIsNamedWithItsValueAndUnit(t *testing.T) {
	m := bytemap.New(recording(t, attitude(1), attitude(2)), nil)
	frame := int64(fileHeader + 2*recordHeader + 40)
	for _, c := range []struct {
		at    int64
		kind  bytemap.Kind
		label string
		value string
	}{
		{0, bytemap.Header, "file header", ""},
		{fileHeader + 11, bytemap.Header, "record header", ""},
		{frame, bytemap.Frame, "magic", "253"},
		{frame + 4, bytemap.Frame, "sequence", "2"},
		{frame + 7, bytemap.Frame, "message id", "30"},
		{frame + 10, bytemap.Field, "time_boot_ms", "12 s"},
		{frame + 17, bytemap.Field, "roll", "0.5 rad"},
		{frame + 39, bytemap.Checksum, "checksum", ""},
	} {
		p := m.At(c.at)
		if p.Kind != c.kind || p.Label != c.label || p.Value != c.value {
			t.Errorf("at %d: %d %q = %q, want %d %q = %q", c.at, p.Kind, p.Label, p.Value, c.kind, c.label, c.value)
		}
	}
	p := m.At(frame + 17)
	if p.Frame != 1 || p.Record != 1 || p.Message.Name != "ATTITUDE" || p.Raw != "0x3f000000" ||
		p.Span != (flight.Span{Offset: frame + 14, Length: 4}) || p.FrameSpan != (flight.Span{Offset: frame, Length: 40}) {
		t.Errorf("got %+v", p)
	}
	if sum := m.At(frame + 38).Sum; !sum.Holds() {
		t.Errorf("checksum %v", sum)
	}
}

func TestAFieldSplitOverRecordsIsNamedOnBothSides(t *testing.T) {
	whole := attitude(1)
	m := bytemap.New(recording(t, whole[:16], whole[16:], attitude(2)), nil)
	before, behind := int64(fileHeader+recordHeader+15), int64(fileHeader+2*recordHeader+16)
	for _, at := range []int64{before, behind} {
		p := m.At(at)
		if p.Label != "roll" || p.Value != "0.5 rad" || p.Span.Length != 2 || !p.Sum.Holds() {
			t.Errorf("at %d: %q = %q over %v, checksum %v", at, p.Label, p.Value, p.Span, p.Sum)
		}
	}
	if p := m.At(before + 1); p.Kind != bytemap.Header {
		t.Errorf("between them: %+v", p)
	}
}

func TestADamagedFrameShowsBothChecksums(t *testing.T) {
	bad := attitude(2)
	bad[20] ^= 0x40
	m := bytemap.New(recording(t, attitude(1), bad, attitude(3)), nil)
	p := m.At(fileHeader + 2*recordHeader + 40 + 17)
	if p.Kind != bytemap.CRCFailed || p.Label != "roll" || p.Sum.Holds() || !p.Sum.Known || p.Sum.Found == p.Sum.Computed {
		t.Errorf("got %+v", p)
	}
	if lines := p.Lines(); !strings.HasPrefix(lines[2], "CRC failed: found 0x") {
		t.Errorf("said as %q", lines)
	}
}

func TestADamagedFrameSplitOverRecordsIsReadAsOne(t *testing.T) {
	bad := attitude(2)
	bad[30] ^= 0x40
	m := bytemap.New(recording(t, attitude(1), bad[:16], bad[16:], attitude(3)), nil)
	p := m.At(fileHeader + 3*recordHeader + 40 + 17)
	if p.Kind != bytemap.CRCFailed || p.Label != "roll" || p.Value != "0.5 rad" {
		t.Errorf("got %+v", p)
	}
}

func TestJunkGivesItsReason(t *testing.T) {
	m := bytemap.New(recording(t, attitude(1), []byte("hello from the console\r\n"), attitude(3)), nil)
	p := m.At(fileHeader + 2*recordHeader + 40 + 3)
	if p.Kind != bytemap.Junk || p.Reason != "text between the frames" || p.Span.Length != 24 {
		t.Errorf("got %+v", p)
	}
}

func TestFieldsThatWereNotSentHaveNoBytes(t *testing.T) {
	m := bytemap.New(recording(t, navAttitude(0.5), navAttitude(0.25)), nil)
	for _, r := range m.Annotate(0, 1000) {
		if r.Label == "pitch" {
			t.Errorf("a payload of 4 bytes holds pitch: %+v", r)
		}
	}
	if p := m.At(fileHeader + recordHeader + 10); p.Label != "roll" || p.Value != "0.5 rad" {
		t.Errorf("got %+v", p)
	}
}

func TestOutsideOfTheFileThereIsNothing(t *testing.T) {
	l := recording(t, attitude(1))
	m := bytemap.New(l, nil)
	for _, at := range []int64{-1, l.Size(), math.MaxInt64} {
		if p := m.At(at); p.Kind != bytemap.Tail || p.Span.Length != 0 {
			t.Errorf("at %d: %+v", at, p)
		}
	}
	if got := m.Annotate(l.Size(), math.MaxInt64); got != nil {
		t.Errorf("got %v", got)
	}
}

// telemetry is a tlog with a damaged frame, text between the frames and a cut end.
func telemetry() []byte {
	var b []byte
	stamped := func(i int, frame []byte) {
		b = binary.BigEndian.AppendUint64(b, uint64(1_700_000_000_000_000+100_000*i))
		b = append(b, frame...)
	}
	for i := range 40 {
		frame := attitude(byte(i))
		if i == 20 {
			frame[20] ^= 0x40
		}
		if i == 30 {
			b = append(b, "text between the frames"...)
		}
		stamped(i, frame)
	}
	return b[:len(b)-11]
}

func TestTheTimeStampBeforeAFrameIsRead(t *testing.T) {
	m := bytemap.New(open(t, telemetry()), nil)
	for _, i := range []int{0, 1, 20, 21, 29} {
		at := int64(i * 48)
		p := m.At(at + 3)
		value := fmt.Sprintf("2023-11-14 22:13:%02d.%d00000 UTC", 20+i/10, i%10)
		if p.Kind != bytemap.Header || p.Label != "time stamp" || p.Value != value || p.Span != (flight.Span{Offset: at, Length: 8}) || p.Message != nil {
			t.Errorf("before frame %d: %+v, want %s", i, p, value)
		}
	}
	if p := m.At(8); p.Label != "magic" {
		t.Errorf("behind the first stamp: %+v", p)
	}
}

// demoLogs are all recordings of a damaged flight.
func demoLogs(t *testing.T) map[string]*flight.Log {
	t.Helper()
	files, err := sim.Fly(sim.DemoConfig(3)).Demo()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*flight.Log{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".bin") && (string(f.Bytes[:4]) == "CERV" || string(f.Bytes[:4]) == "VGT1") {
			out[f.Name] = open(t, f.Bytes)
		}
	}
	out["telemetry"] = open(t, telemetry())
	return out
}

func TestRegionsTileWhatIsAskedFor(t *testing.T) {
	for name, l := range demoLogs(t) {
		tiles(t, name, l)
	}
}

func TestRegionsTileRealLogs(t *testing.T) {
	folder := logtest.Real(t)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			continue
		}
		if l, err := decode.Bytes(context.Background(), e.Name(), b, nil); err == nil {
			tiles(t, e.Name(), l)
		}
	}
}

// tiles checks that regions cover what is asked for, without holes.
func tiles(t *testing.T, name string, l *flight.Log) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	m := bytemap.New(l, nil)
	windows := [][2]int64{{0, min(l.Size(), 1<<20)}}
	for range 300 {
		from := random.Int64N(l.Size())
		windows = append(windows, [2]int64{from, min(from+random.Int64N(2000), l.Size())})
	}
	for _, w := range windows {
		at := w[0]
		for _, r := range m.Annotate(w[0], w[1]) {
			if r.From != at || r.To <= r.From {
				t.Fatalf("%s from %d: covered up to %d, then %+v", name, w[0], at, r)
			}
			at = r.To
		}
		if at != w[1] && w[0] != w[1] {
			t.Fatalf("%s: covered up to %d of %d", name, at, w[1])
		}
	}
}

func TestAByteIsWhatItsRegionSays(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for name, l := range demoLogs(t) {
		m := bytemap.New(l, nil)
		for range 2000 {
			at := random.Int64N(l.Size())
			r, p := m.Annotate(at, at+1)[0], m.At(at)
			same := r.Label == p.Label || p.Kind == bytemap.CRCFailed
			if r.Kind != p.Kind || !same || at < p.Span.Offset || at >= p.Span.End() {
				t.Fatalf("%s at %d: region %+v, place %+v", name, at, r, p)
			}
			if p.Frame >= 0 && p.Sum.Digits > 0 && !p.Sum.Holds() {
				t.Fatalf("%s at %d: the checksum of an intact frame: %v", name, at, p.Sum)
			}
		}
	}
}

func BenchmarkScreenful(b *testing.B) {
	files, err := sim.Fly(sim.DemoConfig(3)).Demo()
	if err != nil {
		b.Fatal(err)
	}
	l, err := decode.Bytes(context.Background(), "test", files[0].Bytes, nil)
	if err != nil {
		b.Fatal(err)
	}
	m := bytemap.New(l, nil)
	b.ResetTimer()
	for i := range b.N {
		from := int64(i) * 7919 % (l.Size() - 1024)
		m.Annotate(from, from+1024)
	}
}

func TestAnyBytesAreTiled(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		b := recording(t, attitude(1), navAttitude(1), attitude(2), []byte("text in between"), attitude(3)).Data
		for range random.IntN(12) {
			b[fileHeader+random.IntN(len(b)-fileHeader)] = byte(random.Uint32())
		}
		l := open(t, b[:len(b)-random.IntN(20)])
		m := bytemap.New(l, nil)
		at := int64(0)
		for _, r := range m.Annotate(0, l.Size()) {
			if r.From != at {
				t.Fatalf("% x: covered up to %d, then %+v", b, at, r)
			}
			at = r.To
		}
		if at != l.Size() {
			t.Fatalf("% x: covered up to %d", b, at)
		}
		for at := range l.Size() {
			if p := m.At(at); p.Span.Length == 0 || len(p.Lines()[1]) == 0 {
				t.Fatalf("% x at %d: %+v", b, at, p)
			}
		}
	}
}
