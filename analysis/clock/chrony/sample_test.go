package chrony_test

import (
	"encoding/binary"
	"math"
	"testing"
	"time"

	"postflight/analysis/clock/chrony"
)

func TestASampleIsLaidOutAsChronyReadsIt(t *testing.T) {
	s := chrony.Sample{
		Time:   time.Unix(1_756_224_000, 250_000_000),
		Offset: -1500 * time.Microsecond,
		Pulse:  true,
	}
	b := s.Encode()
	order := binary.NativeEndian
	if len(b) != 40 {
		t.Errorf("length %d, want 40", len(b))
	}
	for _, f := range []struct {
		name      string
		got, want uint64
	}{
		{"tv_sec", order.Uint64(b[0:]), 1_756_224_000},
		{"tv_usec", order.Uint64(b[8:]), 250_000},
		{"offset", order.Uint64(b[16:]), math.Float64bits(-0.0015)},
		{"pulse", uint64(order.Uint32(b[24:])), 1},
		{"leap", uint64(order.Uint32(b[28:])), 0},
		{"pad", uint64(order.Uint32(b[32:])), 0},
		{"magic", uint64(order.Uint32(b[36:])), 0x534f434b},
	} {
		if f.got != f.want {
			t.Errorf("%s is %#x, want %#x", f.name, f.got, f.want)
		}
	}
}

func TestMagicOnALittleEndianWireSpellsKCOS(t *testing.T) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		t.Skip("big-endian machine")
	}
	b := chrony.Sample{Time: time.Unix(0, 0)}.Encode()
	if got := string(b[chrony.MagicAt:]); got != "KCOS" {
		t.Errorf("magic is %q, want KCOS", got)
	}
}

func TestAFullSampleCarriesItsLeapSecond(t *testing.T) {
	b := chrony.Sample{Time: time.Unix(1, 0), Leap: chrony.DeleteSecond}.Encode()
	if pulse, leap := binary.NativeEndian.Uint32(b[24:]), binary.NativeEndian.Uint32(b[28:]); pulse != 0 || leap != 2 {
		t.Errorf("pulse %d, leap %d; want 0, 2", pulse, leap)
	}
}

func TestNanosecondsThatATimevalCannotHoldMoveIntoTheOffset(t *testing.T) {
	b := chrony.Sample{Time: time.Unix(10, 1_234_567), Offset: 1000}.Encode()
	usec := int64(binary.NativeEndian.Uint64(b[8:]))
	offset := math.Float64frombits(binary.NativeEndian.Uint64(b[16:]))
	if got := float64(usec)*1e-6 + offset; usec != 1234 || math.Abs(got-0.001_235_567) > 1e-15 {
		t.Errorf("usec %d, true time %.9f s past the second; want 1234, 0.001235567", usec, got)
	}
}

func TestTimesBefore1970KeepMicrosecondsPositive(t *testing.T) {
	b := chrony.Sample{Time: time.Unix(-1, 500_000_000)}.Encode()
	sec, usec := int64(binary.NativeEndian.Uint64(b[0:])), int64(binary.NativeEndian.Uint64(b[8:]))
	if sec != -1 || usec != 500_000 {
		t.Errorf("%d s %d us, want -1 s 500000 us", sec, usec)
	}
}
