package epoch_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

var station = flight.MakeSource(255, 190)

// speech is a log of two minutes of a sender that stamps and numbers a frame every
// 40 ms, and of others. Each is heard, and its clock told, as its functions say.
type speech struct {
	source  flight.Source
	heard   func(at time.Duration) bool
	boot    func(at time.Duration) time.Duration
	seq     func(i int) uint8
	message *flight.Message
}

func spoken(capture func(at time.Duration) time.Duration, all ...speech) *flight.Log {
	var b logtest.Builder
	for i := range 3000 {
		at := time.Duration(i) * 40 * time.Millisecond
		for _, s := range all {
			if s.heard(at) {
				b.Add(logtest.Frame{At: capture(at), Source: s.source, Message: s.message, Seq: s.seq(i), Value: float64(s.boot(at).Milliseconds())})
			}
		}
	}
	return b.Log()
}

func always(time.Duration) bool                  { return true }
func outside(at time.Duration) bool              { return at < 30*time.Second || at >= 90*time.Second }
func right(at time.Duration) time.Duration       { return at }
func counts(i int) uint8                         { return uint8(i) }
func upFor(at time.Duration) time.Duration       { return at + 5*time.Second }
func upForAnHour(at time.Duration) time.Duration { return at + time.Hour }
func setForwardAtHalf(at time.Duration) (t time.Duration) {
	if at >= time.Minute {
		at += 10 * time.Minute
	}
	return at
}

// rebootedAt50 has been up for 40 s at 90 s, and for 35 s at most before 30 s.
func rebootedAt50(at time.Duration) time.Duration {
	if at >= 50*time.Second {
		return at - 50*time.Second
	}
	return upFor(at)
}

func anew(i int) uint8 {
	if i >= 2250 {
		return uint8(i - 2250)
	}
	return uint8(i + 100)
}

func TestARebootWithinASilenceBeginsAnEpoch(t *testing.T) {
	vehicle := speech{0, outside, rebootedAt50, anew, logtest.Attitude}
	for _, c := range []struct {
		name, text string
		log        *flight.Log
	}{
		{"alone", "Against it: nobody else was heard then", spoken(right, vehicle)},
		{"beside a station", "only meanwhile. For it: its sequence starts anew, 0 after 81.", spoken(right, vehicle, speech{station, always, right, counts, logtest.Heartbeat})},
		{"beside another vehicle", "only meanwhile. For it: its sequence starts anew, 0 after 81.", spoken(right, vehicle, speech{0x0201, always, upForAnHour, counts, logtest.Attitude})},
		{"beside one that went on", "only meanwhile. For it: its sequence starts anew, 0 after 81.", spoken(right, vehicle, speech{0x0201, outside, upForAnHour, counts, logtest.Attitude})},
	} {
		r := find(c.log)
		of := epoch.Of(r.Epochs, 0x0101)
		if len(of) != 2 || of[1].Start != 90*time.Second || of[1].Clock != epoch.Boot || len(r.Restarts) != 1 || r.Restarts[0].Frame != of[1].FirstFrame {
			t.Errorf("%s: %+v, %+v", c.name, of, r.Restarts)
		}
		if len(r.Findings) != 1 || r.Findings[0].Kind != flight.Restart || !strings.Contains(r.Findings[0].Text, c.text) ||
			!strings.HasPrefix(r.Findings[0].Text, "1:1 has likely rebooted while nothing came from it for 60.0 s: its time since power-up rose by 5.0 s only meanwhile. For it: its sequence starts anew, 0 after 81") {
			t.Errorf("%s: %+v", c.name, r.Findings)
		}
	}
}

func TestASilenceThatAClockDoesNotShowIsNotAlwaysAReboot(t *testing.T) {
	paused := func(at time.Duration) time.Duration { // and its sequence stands still with it
		if at >= 90*time.Second {
			at -= 60 * time.Second
		}
		return upFor(at)
	}
	pausedNumbers := func(i int) uint8 {
		if i >= 2250 {
			i -= 1500
		}
		return uint8(i)
	}
	heldUp := func(at time.Duration) time.Duration {
		if at >= 30*time.Second && at < 90*time.Second {
			return 90 * time.Second
		}
		return at
	}
	lossy := func(at time.Duration) bool { return at < time.Minute || at >= 62*time.Second }
	vehicle := func(boot func(time.Duration) time.Duration, seq func(int) uint8) speech {
		return speech{0, outside, boot, seq, logtest.Attitude}
	}
	for _, c := range []struct {
		name string
		log  *flight.Log
	}{
		{"it was not heard", spoken(right, vehicle(upFor, counts))},
		{"it did not run", spoken(right, vehicle(paused, pausedNumbers), speech{station, always, right, counts, logtest.Heartbeat})},
		{"it was held up", spoken(heldUp, speech{0, always, upFor, counts, logtest.Attitude})},
		{"the clock of capture was set forward", spoken(setForwardAtHalf, speech{0, always, upFor, counts, logtest.Attitude})},
		{"so it was for one that lost frames then", spoken(setForwardAtHalf,
			speech{0, lossy, upFor, counts, logtest.Attitude}, speech{0x0201, always, upForAnHour, counts, logtest.Attitude})},
		{"its numbers tell nothing", spoken(setForwardAtHalf, speech{0, always, upFor, func(int) uint8 { return 7 }, logtest.Attitude})},
	} {
		if r := find(c.log); len(r.Restarts) != 0 || len(epoch.Of(r.Epochs, 0x0101)) != 1 {
			t.Errorf("%s: %+v, %+v", c.name, r.Epochs, r.Findings)
		}
	}
}

// A fall of less than 10 s begins no epoch by itself; over a minute of silence it is
// one of more than a minute.
func TestASmallFallOverALongSilenceBeginsAnEpoch(t *testing.T) {
	boot := func(at time.Duration) time.Duration {
		if at >= 59*time.Second {
			return at - 59*time.Second
		}
		return upFor(at)
	}
	r := find(spoken(right, speech{0, outside, boot, anew, logtest.Attitude}))
	if len(r.Epochs) != 2 || len(r.Restarts) != 1 || len(r.Findings) != 1 || !strings.Contains(r.Findings[0].Text, "its time since power-up fell by 4.0 s meanwhile") {
		t.Errorf("%+v", r)
	}
}

func TestARebootWithinAShortSilenceIsARestartOnly(t *testing.T) {
	heard := func(at time.Duration) bool { return at < 3*time.Second || at >= 12*time.Second }
	boot := func(at time.Duration) time.Duration {
		if at >= 5*time.Second {
			return at - 5*time.Second
		}
		return at + time.Second
	}
	numbers := func(i int) uint8 {
		if i >= 300 {
			return uint8(i - 300)
		}
		return uint8(i + 100)
	}
	r := find(spoken(right, speech{0, heard, boot, numbers, logtest.Attitude}))
	if len(r.Epochs) != 1 || len(r.Restarts) != 1 || r.Restarts[0].Reboot || len(r.Findings) != 1 ||
		!strings.Contains(r.Findings[0].Text, "likely rebooted while nothing came from it for 9.0 s: its time since power-up rose by 3.0 s only meanwhile") {
		t.Errorf("%+v", r)
	}
}
