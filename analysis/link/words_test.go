package link_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

func TestDamageOnTheWayIsOneFindingASource(t *testing.T) {
	var b logtest.Builder
	companion := flight.MakeSource(1, 191)
	for range 20 {
		failed(&b, 2, logtest.Attitude)
		failed(&b, 1, logtest.Servos)
		b.Add(logtest.Frame{Message: logtest.Attitude, Fresh: true})
	}
	b.Add(logtest.Frame{Source: companion, Message: logtest.Heartbeat})
	b.Damage(flight.Damage{Kind: flight.CRCFailed, Source: companion, Message: logtest.Position, Frame: 20}, make([]byte, 20))
	f := find(count(b.Log()), flight.FrameCRC)
	if len(f) != 2 || f[0].Source != "1:1" || f[1].Source != "1:191" {
		t.Fatalf("findings %+v", f)
	}
	for k, said := range []string{
		"60 of 140 frames from 1:1 fail the CRC, in 60 places: bytes were damaged on the way. They were ATTITUDE 40 and SERVO_OUTPUT_RAW 20.",
		"1 of 1 frame of GLOBAL_POSITION_INT from 1:191 fails the CRC: damaged on the way, or of another dialect.",
	} {
		if f[k].Text != said {
			t.Errorf("%q, want %q", f[k].Text, said)
		}
	}
}

func TestAForeignDialectIsToldApartFromDamageOfTheSameSource(t *testing.T) {
	var b logtest.Builder
	failed(&b, 40, logtest.Position)
	for range 400 {
		b.Add(logtest.Frame{Message: logtest.Attitude, Fresh: true})
		b.Add(logtest.Frame{Message: logtest.Heartbeat, Fresh: true})
	}
	failed(&b, 1, logtest.Attitude)
	failed(&b, 1, logtest.Heartbeat)
	r := count(b.Log())
	if f := find(r, flight.DialectMismatch); len(f) != 1 || !strings.Contains(f[0].Text, "GLOBAL_POSITION_INT") {
		t.Errorf("findings %+v", f)
	}
	if f := find(r, flight.FrameCRC); len(f) != 1 || !strings.Contains(f[0].Text, "2 of ") {
		t.Errorf("findings %+v", f)
	}
}

func TestTextsAgreeInNumber(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		kind    flight.Kind
		want    string
	}{
		{[]int{1, 3, 2, 4}, flight.Late, "1:1: 1 frame came late, after a later one. It is not lost."},
		{[]int{1, 3, 2, 4, 6, 5, 7}, flight.Late, "1:1: 2 frames came late, after later ones. They are not lost."},
		{[]int{1, 2, 3, -3, 4, 5, 6}, flight.Duplicate, "1:1: 1 duplicate frame. It was counted once."},
		{[]int{1, 2, -2, 3, -3, 4, 5, 6, 7, 8, 9, 10, 11}, flight.Duplicate, "1:1: 2 duplicate frames. Each was counted once."},
		{[]int{1, 2, 4}, flight.Lost, "1:1: 1 frame of 4 lost, 25.0 %. Most within one second: 1."},
	} {
		if f := find(count(heard(c.numbers...)), c.kind); len(f) != 1 || f[0].Text != c.want {
			t.Errorf("%v: %+v, want %q", c.numbers, f, c.want)
		}
	}
	for n, want := range map[int][]string{
		1: {
			"1:1 sent 1 frame of message 36, which no dialect here knows; its CRC could not be verified.",
			"1:1 signs its messages (1 frame). The signature was not verified.", "The last byte cannot be read: cut.",
		},
		2: {
			"1:1 sent 2 frames of message 36, which no dialect here knows; their CRCs could not be verified.",
			"1:1 signs its messages (2 frames). The signatures were not verified.", "The last 2 bytes cannot be read: cut.",
		},
	} {
		var b logtest.Builder
		for i := range n {
			b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: logtest.Servos, Seq: uint8(i), Fresh: true, Flags: flight.Unknown | flight.Signed})
		}
		b.Damage(flight.Damage{Kind: flight.Tail, Reason: "cut"}, make([]byte, n))
		r := count(b.Log())
		for k, kind := range []flight.Kind{flight.UnknownMessage, flight.SignedFrames, flight.TruncatedTail} {
			if f := find(r, kind); len(f) != 1 || f[0].Text != want[k] {
				t.Errorf("%d: %+v, want %q", n, f, want[k])
			}
		}
	}
}
