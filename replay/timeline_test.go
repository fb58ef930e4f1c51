package replay_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"postflight/replay"
)

func TestLookupsAgreeWithALinearSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		times := make([]time.Duration, rng.IntN(12))
		for i := range times {
			times[i] = time.Duration(rng.IntN(10))
		}
		slices.Sort(times)
		for at := time.Duration(-1); at <= 10; at++ {
			checkLookups(t, times, at)
		}
	}
}

func checkLookups(t *testing.T, times []time.Duration, at time.Duration) {
	t.Helper()
	latest, before, after := -1, -1, -1
	for i, frame := range times {
		if frame <= at {
			latest = i
		}
		if frame < at {
			before = i
		}
		if frame > at && after < 0 {
			after = i
		}
	}
	if i, ok := replay.At(times, at); ok != (latest >= 0) || ok && i != latest {
		t.Fatalf("At(%v, %d) = %d, %v", times, at, i, ok)
	}
	if got, ok := replay.Times(times).Before(at); ok != (before >= 0) || ok && got != times[before] {
		t.Fatalf("Before(%v, %d) = %d, %v", times, at, got, ok)
	}
	if got, ok := replay.Times(times).After(at); ok != (after >= 0) || ok && got != times[after] {
		t.Fatalf("After(%v, %d) = %d, %v", times, at, got, ok)
	}
}

func TestFramesOfAStretchHonourItsEnds(t *testing.T) {
	times := []time.Duration{0, 10, 10, 20, 30, 30, 40}
	for _, c := range []struct {
		p          replay.Passed
		first, end int
	}{
		{replay.Passed{From: 10, To: 30}, 3, 6},
		{replay.Passed{From: 10, To: 30, FromIncluded: true}, 1, 6},
		{replay.Passed{From: 30, To: 10}, 1, 4},
		{replay.Passed{From: 30, To: 10, FromIncluded: true}, 1, 6},
		{replay.Passed{From: 10, To: 10, FromIncluded: true}, 1, 3},
		{replay.Passed{From: 21, To: 29, FromIncluded: true}, 4, 4},
		{replay.Passed{From: 29, To: 21}, 4, 4},
	} {
		if first, end := c.p.Frames(times); first != c.first || end != c.end {
			t.Errorf("%+v: frames [%d, %d), want [%d, %d)", c.p, first, end, c.first, c.end)
		}
	}
}
