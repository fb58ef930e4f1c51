package clock_test

import (
	"testing"
	"time"

	"postflight/analysis/clock"
)

const ms = int64(time.Millisecond)

func TestAnAnswerBelongsToTheMidpoint(t *testing.T) {
	s := clock.NewTimesync(time.Minute, 100)
	s.Push(1000, 500_000, 3000)
	if got := estimate(t, s).OffsetAt(2000); got != 498_000 {
		t.Errorf("offset %d, want 498000", got)
	}
}

func TestExchangesThatWaitedInAQueueAreLeftOut(t *testing.T) {
	s := clock.NewTimesync(time.Minute, 100)
	const margin = int64(clock.RTTMargin)
	at := int64(0)
	exchange := func(trip int64) bool {
		at += 100 * ms
		return s.Push(at, at, at+trip)
	}
	for _, step := range []struct {
		trip int64
		want bool
	}{
		{8 * ms, true},
		{8*ms + margin, true},
		{8*ms + margin + 1, false},
		{2 * ms, true},
		{8 * ms, false},
		{-1, false},
	} {
		if got := exchange(step.trip); got != step.want {
			t.Errorf("round trip of %d ns: counts %v, want %v", step.trip, got, step.want)
		}
	}
	for range clock.RTTWindow - 2 {
		exchange(8 * ms)
	}
	if s.MinRTT() != 2*ms {
		t.Errorf("smallest round trip %d, want that of 32 exchanges ago", s.MinRTT())
	}
	if !exchange(8*ms) || s.MinRTT() != 8*ms {
		t.Error("a round trip older than the window still counts")
	}
}

func TestAResetForgetsRoundTrips(t *testing.T) {
	s := clock.NewTimesync(time.Minute, 100)
	s.Push(0, 0, 1)
	s.Reset()
	if s.MinRTT() != 0 || !s.Push(0, 0, 50*ms) {
		t.Error("an earlier round trip is remembered")
	}
}
