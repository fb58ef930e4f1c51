package link_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

// A frame of a message that nobody knows has no checksum that could be verified:
// it may be bytes that look like one.
func TestANumberThatCannotBeVerifiedMovesNothingUnlessItFits(t *testing.T) {
	for _, c := range []struct {
		name    string
		numbers []int // negative: of an unknown message
		lost    int
	}{
		{"far off", []int{214, 215, 216, -201, 218, 219, 220}, 1},
		{"the missing one", []int{214, 215, 216, -217, 218, 219}, 0},
		{"one of two missing", []int{214, 215, 216, -218, 219, 220}, 1},
		{"in order", []int{1, 2, -3, 4, -5, 6}, 0},
		{"far off at the end", []int{1, 2, 3, 4, -200}, 0},
	} {
		var b logtest.Builder
		for i, n := range c.numbers {
			f := logtest.Frame{At: time.Duration(i) * 100 * ms, Message: logtest.Heartbeat, Seq: uint8(max(n, -n)), Fresh: true}
			if n < 0 {
				f.Message, f.Flags = logtest.Servos, flight.Unknown
			}
			b.Add(f)
		}
		if s := count(b.Log()).Of(autopilot); s.Lost != c.lost || s.Late != 0 || s.PerMessage {
			t.Errorf("%s: %+v", c.name, *s)
		}
	}
}

func TestASourceWithoutAVerifiedFrameDoesNotTellItsLoss(t *testing.T) {
	var b logtest.Builder
	for i := range 20 {
		b.Add(logtest.Frame{At: time.Duration(i) * 100 * ms, Message: logtest.Servos, Seq: uint8(i * 7), Fresh: true, Flags: flight.Unknown})
	}
	if s := count(b.Log()).Of(autopilot); s.Reliable || s.Lost != 0 || !strings.Contains(s.Why, "verified") {
		t.Errorf("got %+v", *s)
	}
}

func TestParametersRepeatedAmongOthersDoNotTakePartInTheCount(t *testing.T) {
	parameter := &flight.Message{ID: 22, Name: "PARAM_VALUE", MinLength: 4, MaxLength: 4, Fields: []flight.Field{{Name: "value", Type: flight.F32}}}
	var b logtest.Builder
	for i := range 600 {
		at := time.Duration(i) * 40 * ms
		b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(i), Value: float64(at.Milliseconds())})
		if i >= 200 && i < 400 {
			b.Add(logtest.Frame{At: at, Message: parameter, Seq: 77, Fresh: true})
		}
	}
	r := count(b.Log())
	if s := r.Of(autopilot); !s.Reliable || s.Lost+s.Late+s.Duplicate != 0 {
		t.Errorf("got %+v", *s)
	}
	if f := find(r, flight.ConstantSequence); len(f) != 1 || !strings.Contains(f[0].Text, "PARAM_VALUE") {
		t.Errorf("findings %+v", f)
	}
}

// A message that comes once a turn of the counter has one number too.
func TestAMessageOncePerTurnStillCounts(t *testing.T) {
	var b logtest.Builder
	for i := range 256 * 12 {
		f := logtest.Frame{At: time.Duration(i) * 40 * ms, Message: logtest.Attitude, Seq: uint8(i), Value: float64(i * 40)}
		if i%256 == 7 {
			f.Message = logtest.Heartbeat
		}
		b.Add(f)
	}
	if s := count(b.Log()).Of(autopilot); s.Lost != 0 || s.PerMessage {
		t.Errorf("got %+v", *s)
	}
}

func TestTwoVehiclesUnderOneNumberAreTwoByTheirClocks(t *testing.T) {
	var b logtest.Builder
	for i := range 800 {
		at := time.Duration(i) * 40 * ms
		for _, up := range []float64{5000, 900000} {
			b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(i), Value: up + float64(at.Milliseconds())})
		}
	}
	r := count(b.Log())
	if s := r.Of(autopilot); s.Senders != 2 || s.Reliable || s.Duplicate != 0 || !strings.Contains(s.Why, "clocks run side by side") {
		t.Errorf("got %+v", *s)
	}
	if f := find(r, flight.SeveralSenders); len(f) != 1 {
		t.Errorf("findings %+v", f)
	}
}

func TestDamagedHeadersNameNoDialectAndNoSender(t *testing.T) {
	var b logtest.Builder
	fail := func(source flight.Source, m *flight.Message) {
		b.Damage(flight.Damage{Kind: flight.CRCFailed, Source: source, Message: m, Frame: 20}, make([]byte, 20))
	}
	for i := range 2000 {
		b.Add(logtest.Frame{At: time.Duration(i) * 40 * ms, Message: logtest.Attitude, Seq: uint8(i), Value: float64(i * 40)})
		if i%20 == 0 {
			fail(autopilot, logtest.Attitude)
		}
		if i%200 == 0 { // a bit of the message's number, and one of the sender's
			fail(autopilot, logtest.Position)
			fail(flight.MakeSource(9, 1), logtest.Attitude)
		}
	}
	r := count(b.Log())
	if f := find(r, flight.DialectMismatch); len(f) != 0 {
		t.Errorf("dialects %+v", f)
	}
	f := find(r, flight.FrameCRC)
	if len(f) != 2 || f[0].Source != "1:1" && f[1].Source != "1:1" {
		t.Fatalf("findings %+v", f)
	}
	for _, f := range f {
		if f.Source == "" && (f.Severity != flight.Info || !strings.HasPrefix(f.Text, "10 frames fail the CRC and name 1 sender of which nothing came whole")) {
			t.Errorf("got %+v", f)
		}
	}
}
