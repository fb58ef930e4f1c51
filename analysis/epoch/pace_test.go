package epoch_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

func TestAClockThatDoesNotKeepPaceIsAnError(t *testing.T) {
	const frames = 500
	for _, c := range []struct {
		name string
		at   func(i int) time.Duration // log time of a frame each 40 ms
		want string
	}{
		{"as it should", func(i int) time.Duration { return time.Duration(i) * 40 * time.Millisecond }, ""},
		{"set forward once", func(i int) time.Duration {
			return time.Duration(i)*40*time.Millisecond + time.Duration(i/250)*5*time.Second
		}, ""},
		{"a simulation sped up", func(i int) time.Duration { return time.Duration(i) * 2 * time.Millisecond }, "20 times as fast"},
		{"slowed down", func(i int) time.Duration { return time.Duration(i) * 80 * time.Millisecond }, "0.5 times as fast"},
		{"no time at all", func(int) time.Duration { return 0 }, "the times of the recording are wrong"},
		{"time that stands still half way", func(i int) time.Duration { return time.Duration(min(i, 250)) * 40 * time.Millisecond }, "times"},
	} {
		var b logtest.Builder
		for i := range frames {
			b.Add(logtest.Frame{At: c.at(i), Message: logtest.Attitude, Seq: uint8(i), Value: float64(5000 + 40*i)})
		}
		l := b.Log()
		var found []flight.Finding
		for _, f := range find(l).Findings {
			if f.Kind == flight.ClockRate {
				found = append(found, f)
			}
		}
		if c.want == "" && len(found) > 0 || c.want != "" && (len(found) != 1 || found[0].Severity != flight.Error || !strings.Contains(found[0].Text, c.want)) {
			t.Errorf("%s: %+v", c.name, found)
		}
	}
}

func TestManyStraysAreOneFinding(t *testing.T) {
	var b logtest.Builder
	for i := range 500 {
		up := float64(50_000 + 40*i)
		if i%20 == 10 {
			up = float64(1_000_000 * (i%7 + 2))
		}
		b.Add(logtest.Frame{At: time.Duration(i) * 40 * time.Millisecond, Message: logtest.Attitude, Seq: uint8(i), Value: up})
	}
	l := b.Log()
	r := find(l)
	if len(r.Findings) != 1 || !strings.HasPrefix(r.Findings[0].Text, "In 25 places the time since power-up of 1:1 is far off") || len(r.Abreast) != 0 {
		t.Errorf("%+v, %+v", r.Findings, r.Abreast)
	}
}

func TestARebootIsNoSecondClock(t *testing.T) {
	var b logtest.Builder
	for i := range 1000 {
		b.Add(logtest.Frame{At: time.Duration(i) * 40 * time.Millisecond, Message: logtest.Attitude, Seq: uint8(i), Value: float64(20_000 + 40*(i%250))})
	}
	l := b.Log()
	if r := find(l); len(r.Abreast) != 0 {
		t.Errorf("%+v", r.Abreast)
	}
}
