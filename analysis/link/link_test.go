package link_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/logtest"
	"postflight/analysis/link"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

var autopilot = flight.MakeSource(1, 1)

func count(l *flight.Log) *link.Result {
	plan, _ := sequence.MakePlan(context.Background(), l)
	epochs, _ := epoch.Find(context.Background(), l, plan)
	r, _ := link.Count(context.Background(), l, plan, epochs)
	return r
}

func find(r *link.Result, kind flight.Kind) []flight.Finding {
	var out []flight.Finding
	for _, f := range r.Findings {
		if f.Kind == kind {
			out = append(out, f)
		}
	}
	return out
}

// heard is a log of frames 100 ms apart; a negative number is a copy of the
// last frame with that number.
func heard(numbers ...int) *flight.Log {
	var b logtest.Builder
	sent := map[int][]byte{}
	for i, n := range numbers {
		f := logtest.Frame{At: time.Duration(i) * 100 * time.Millisecond, Message: logtest.Heartbeat, Seq: uint8(max(n, -n)), Fresh: true}
		if n < 0 {
			b.Again(f, sent[-n])
		} else {
			sent[n] = b.Add(f)
		}
	}
	return b.Log()
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name                  string
		numbers               []int
		lost, late, duplicate int
	}{
		{"wraps and gaps", []int{250, 251, 252, 253, 254, 255, 0, 1, 3, 4, 5, 9, 10, 11, 12, 13}, 4, 0, 0},
		{"a copy", []int{1, 2, -2, 3}, 0, 0, 1},
		{"a copy that comes later", []int{1, 2, 3, -1, 4}, 0, 0, 1},
		{"every frame twice", []int{1, -1, 2, -2, 3, -3}, 0, 0, 3},
		{"two frames swapped", []int{1, 3, 2, 4}, 0, 1, 0},
		{"a late frame", []int{1, 2, 3, 5, 6, 7, 4, 8}, 0, 1, 0},
		{"a late frame and its copy", []int{1, 2, 3, 5, 4, -4, 6}, 0, 1, 1},
		{"loss across the wrap", []int{254, 1, 2}, 2, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := count(heard(c.numbers...)).Of(autopilot)
			if s.Lost != c.lost || s.Late != c.late || s.Duplicate != c.duplicate || s.Frames != len(c.numbers) || !s.Reliable {
				t.Errorf("got %+v", *s)
			}
		})
	}
}

func TestLossIsTheShareOfWhatWasSent(t *testing.T) {
	r := count(heard(250, 251, 252, 253, 254, 255, 0, 1, 3, 4, 5, 9, 10, 11, 12, 13))
	s := r.Of(autopilot)
	if s.Frames != 16 || s.Loss() != 0.2 || len(s.Gaps) != 2 || s.Gaps[0].Lost != 1 || s.Gaps[1].Lost != 3 {
		t.Errorf("got %+v", *s)
	}
	f := find(r, flight.Lost)
	if len(f) != 1 || !strings.Contains(f[0].Text, "4 frames of 20 lost, 20.0 %") || f[0].Severity != flight.Warning {
		t.Errorf("findings %+v", f)
	}
}

func TestCopiesNeedNotBeAdjacentButRecent(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{time.Second, 1}, {time.Second + 1, 0}} {
		var b logtest.Builder
		f := logtest.Frame{Message: logtest.Heartbeat, Seq: 5}
		bytes := b.Add(f)
		b.Add(logtest.Frame{At: 1, Message: logtest.Heartbeat, Seq: 6})
		f.At = c.after
		b.Again(f, bytes)
		if s := count(b.Log()).Of(autopilot); s.Duplicate != c.want {
			t.Errorf("after %v: %+v", c.after, *s)
		}
	}
}

func TestSendersThatCannotBeCountedSayWhy(t *testing.T) {
	var one, still logtest.Builder
	one.Add(logtest.Frame{Message: logtest.Heartbeat})
	for i := range 5 {
		still.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: logtest.Heartbeat, Seq: 7})
	}
	for _, c := range []struct {
		b   *logtest.Builder
		why string
	}{{&one, "it sent a single frame"}, {&still, "every frame has sequence 7"}} {
		s := count(c.b.Log()).Of(autopilot)
		if s.Reliable || s.Why != c.why || s.Lost != 0 || s.Duplicate != 0 {
			t.Errorf("got %+v, want %q", *s, c.why)
		}
	}
	if f := find(count(still.Log()), flight.ConstantSequence); len(f) != 1 {
		t.Errorf("findings %+v", f)
	}
}

func TestNothingIsLostAcrossAReboot(t *testing.T) {
	var b logtest.Builder
	at := time.Duration(0)
	for i := range 50 {
		seq, boot := 57+i, 60000+100*i
		if i >= 25 {
			seq, boot = i-25, 100*(i-25)
		}
		b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(seq), Value: float64(boot)})
		at += 100 * time.Millisecond
	}
	if s := count(b.Log()).Of(autopilot); s.Lost != 0 || s.Restarts != 1 {
		t.Errorf("got %+v", *s)
	}
}

func TestSourcesAndProtocolsAreCountedApart(t *testing.T) {
	var b logtest.Builder
	camera := flight.MakeSource(1, 100)
	for i := range 40 {
		at := time.Duration(i) * 50 * time.Millisecond
		b.Add(logtest.Frame{At: at, Message: logtest.Heartbeat, Seq: uint8(i), Fresh: true})
		b.Add(logtest.Frame{At: at, Source: camera, Message: logtest.Heartbeat, Seq: uint8(100 + i + i/20), Fresh: true})
		b.Add(logtest.Frame{At: at, Message: logtest.NavMotors, NavLink: true, Seq: uint8(7 + i), Fresh: true})
	}
	r := count(b.Log())
	if a, c := r.Of(autopilot), r.Of(camera); a.Lost != 0 || c.Lost != 1 || a.Frames != 80 || r.Wire.NavLink2 != 40 || r.Wire.MAVLink2 != 80 {
		t.Errorf("%+v, %+v, %+v", *a, *c, r.Wire)
	}
}

func TestDamageIsNamed(t *testing.T) {
	var b logtest.Builder
	b.Add(logtest.Frame{Message: logtest.Heartbeat})
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonText}, []byte("usb: \x1b[31mreset\n"))
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonZeros}, make([]byte, 9))
	b.Damage(flight.Damage{Kind: flight.CRCFailed, Source: autopilot, Message: logtest.Attitude, Frame: 28}, make([]byte, 20))
	b.Damage(flight.Damage{Kind: flight.CRCFailed, Source: autopilot, Message: logtest.Attitude}, make([]byte, 8))
	b.Add(logtest.Frame{Message: logtest.Servos, Seq: 2, Flags: flight.Unknown | flight.Signed})
	b.Damage(flight.Damage{Kind: flight.Tail, Reason: "cut"}, make([]byte, 3))
	r := count(b.Log())
	if w := r.Wire; w.JunkBytes != 16+9 || w.JunkRuns != 2 || w.CRCFailed != 1 || w.CRCFailedBytes != 28 || w.TailBytes != 3 || w.Unknown != 1 || w.Signed != 1 {
		t.Errorf("%+v", w)
	}
	if s := r.Of(autopilot); s.CRCFailed != 1 || s.Lost != 1 {
		t.Errorf("%+v", *s)
	}
	for kind, text := range map[flight.Kind]string{
		flight.ConsoleText: `\x1b[31mreset\n`, flight.ZeroRun: "9 bytes", flight.FrameCRC: "1 frame of ATTITUDE",
		flight.TruncatedTail: "3 bytes", flight.UnknownMessage: "message 36", flight.SignedFrames: "1:1 signs",
	} {
		if f := find(r, kind); len(f) != 1 || !strings.Contains(f[0].Text, text) {
			t.Errorf("%s: %+v", kind, f)
		}
	}
}

func TestAHostileLogDoesNotGiveAMillionFindings(t *testing.T) {
	var b logtest.Builder
	for i := range 5000 {
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: "x", Time: time.Duration(i)}, []byte{1, 2})
	}
	f := count(b.Log()).Findings // one of them tells of the cause
	if len(f) != 1002 || !strings.HasPrefix(f[1001].Text, "4000 more of this kind from here on, 8000 bytes") {
		t.Errorf("%d findings, the last %+v", len(f), f[len(f)-1])
	}
}

func TestASilenceFarAboveTheRateIsSaid(t *testing.T) {
	var b logtest.Builder
	for i := range 100 {
		at := time.Duration(i) * 100 * time.Millisecond
		if i >= 50 {
			at += 30 * time.Second
		}
		b.Add(logtest.Frame{At: at, Message: logtest.Heartbeat, Seq: uint8(i), Fresh: true})
	}
	r := count(b.Log())
	s := r.Of(autopilot)
	if f := find(r, flight.TimeGap); len(f) != 1 || f[0].Time != 4900*time.Millisecond || s.SilenceAt != f[0].Time || s.Silence != 30100*time.Millisecond {
		t.Errorf("%+v, %+v", f, *s)
	}
}

func TestOverAddsUpToTheWhole(t *testing.T) {
	var b logtest.Builder
	for i := range 1000 {
		if i%10 == 3+i/10%4 {
			continue
		}
		at := time.Duration(i) * 10 * time.Millisecond
		b.Add(logtest.Frame{At: at, Message: logtest.Heartbeat, Seq: uint8(i), Fresh: true})
		if i%100 == 0 {
			b.Damage(flight.Damage{Kind: flight.Junk, Time: at}, []byte{1, 2, 3})
		}
	}
	r := count(b.Log())
	for _, buckets := range []int{0, 1, 7, 100, 5000} {
		s := r.Over(0, 9990*time.Millisecond, buckets)
		received, lost, junk := 0, 0, 0
		for k := range s.Received {
			received, lost, junk = received+s.Received[k], lost+s.Lost[k], junk+int(s.Junk[k])
		}
		if received != 900 || lost != 100 || junk != 30 {
			t.Errorf("%d buckets: %d received, %d lost, %d junk", buckets, received, lost, junk)
		}
	}
	if s := r.Over(0, time.Second, 10, flight.MakeSource(2, 2)); s.Received[0] != 0 || s.Lost[0] != 0 || s.Junk[0] != 0 {
		t.Errorf("another source: %+v", s)
	}
}

// A radio that gives two frames one number hides the loss of one of the two.
func TestLossOfARadioThatNumbersFramesInPairsCannotBeTold(t *testing.T) {
	for _, c := range []struct {
		drop     func(i int) bool
		reliable bool
	}{
		{func(int) bool { return false }, true},
		{func(i int) bool { return i%10 == 3 }, false},
	} {
		var b logtest.Builder
		for i := range 1000 {
			if !c.drop(i) {
				b.Add(logtest.Frame{At: time.Duration(i) * 50 * ms, Message: []*flight.Message{logtest.Heartbeat, logtest.Attitude, logtest.Servos}[i%3], Seq: uint8(i / 2), Fresh: true})
			}
		}
		s := count(b.Log()).Of(autopilot)
		if s.Reliable != c.reliable || s.Lost != 0 || !strings.Contains(s.Why, "two frames one number") {
			t.Errorf("reliable %v, %d lost, %q", s.Reliable, s.Lost, s.Why)
		}
	}
}
