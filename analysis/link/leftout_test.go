package link_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

// sent is a minute of a sender with messages at 25, 10, 5, 2 and 1 a second, in turn;
// only what is kept is in the log.
func sent(keep func(number int, m *flight.Message, at time.Duration) bool) *flight.Log {
	var b logtest.Builder
	number := 0
	for i := range 60 * 50 {
		at := time.Duration(i) * 20 * ms
		for _, s := range []struct {
			every, phase int
			message      *flight.Message
		}{{2, 0, logtest.Attitude}, {5, 1, logtest.Servos}, {10, 3, logtest.Position}, {25, 7, logtest.SystemTime}, {50, 9, logtest.Heartbeat}} {
			if i%s.every == s.phase%s.every {
				if keep(number, s.message, at) {
					b.Add(logtest.Frame{At: at, Message: s.message, Seq: uint8(number), Fresh: true})
				}
				number++
			}
		}
	}
	return b.Log()
}

func TestWhatIsLeftOutByARuleIsNoLoss(t *testing.T) {
	without := func(left ...*flight.Message) func(int, *flight.Message, time.Duration) bool {
		return func(_ int, m *flight.Message, _ time.Duration) bool {
			for _, other := range left {
				if m == other {
					return false
				}
			}
			return true
		}
	}
	oneOf := func(n int) func(int, *flight.Message, time.Duration) bool {
		return func(number int, _ *flight.Message, _ time.Duration) bool { return number%n == 0 }
	}
	for _, c := range []struct {
		name string
		keep func(int, *flight.Message, time.Duration) bool
		why  string
	}{
		{"without a message sent once a second", without(logtest.Heartbeat), "numbers skip"},
		{"without two messages", without(logtest.Heartbeat, logtest.SystemTime), "numbers skip"},
		{"every other frame", oneOf(2), "each of its numbers is 2 after"},
		{"one frame of ten", oneOf(10), "each of its numbers is 10 after"},
		{"two frames of three", func(number int, _ *flight.Message, _ time.Duration) bool { return number%3 > 0 }, "skip the same every 2 frames"},
	} {
		s := count(sent(c.keep)).Of(autopilot)
		if s.Reliable || s.Lost != 0 || !strings.Contains(s.Why, c.why) || !strings.Contains(s.Why, "left out of the log") {
			t.Errorf("%s: %d lost of %d, %q", c.name, s.Lost, s.Frames, s.Why)
		}
	}
}

func TestWhatALinkLosesAtTheSameTimeOfEachSecondIsLoss(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	for name, lost := range map[string]func(at time.Duration) bool{
		"disturbed for 60 ms each second": func(at time.Duration) bool { return at%time.Second < 60*ms },
		"at random":                       func(time.Duration) bool { return random.IntN(40) == 0 },
	} {
		gone := 0
		s := count(sent(func(number int, _ *flight.Message, at time.Duration) bool {
			if number > 3 && lost(at) {
				gone++
				return false
			}
			return true
		})).Of(autopilot)
		if !s.Reliable || s.Lost != gone {
			t.Errorf("%s: %d lost, counted %d, %q", name, gone, s.Lost, s.Why)
		}
	}
}

// A container, or damage that is longer than what it destroyed, makes no frame one
// that was left out.
func TestWhatDamageDestroysWasNotLeftOut(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	var b logtest.Builder
	for i := range 3000 {
		b.Damage(flight.Damage{Kind: flight.Junk}, make([]byte, 12))
		if i < 5 || random.IntN(8) > 0 {
			b.Add(logtest.Frame{At: time.Duration(i) * 20 * ms, Message: many[i%3], Seq: uint8(i), Fresh: true})
			continue
		}
		b.Damage(flight.Damage{Kind: flight.Junk}, make([]byte, 60))
	}
	if s := count(b.Log()).Of(autopilot); !s.Reliable || s.Lost == 0 {
		t.Errorf("%+v", s)
	}
	b = *filtered()
	b.Damage(flight.Damage{Kind: flight.Junk}, make([]byte, 12))
	if s := count(b.Log()).Of(autopilot); s.Reliable {
		t.Errorf("a filtered log: %+v", s)
	}
}
