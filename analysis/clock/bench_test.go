package clock_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/clock"
)

// Each pair is followed by the estimate. Ten times the window must cost far less
// than ten times as much a pair.

func BenchmarkEnvelope(b *testing.B) {
	for _, window := range []time.Duration{time.Minute, 10 * time.Minute, 100 * time.Minute} {
		b.Run(fmt.Sprint(window), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			envelope := clock.NewEnvelope(window)
			at := int64(0)
			push := func() {
				at += 50 * ms
				envelope.Push(clock.Pair{Host: at, Remote: at - random.Int64N(100*ms)})
			}
			for range window / clock.EnvelopeSlot {
				push()
			}
			for b.Loop() {
				push()
				envelope.Estimate()
			}
		})
	}
}

func BenchmarkFit(b *testing.B) {
	for _, most := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(most), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			fit := clock.NewFit(24*time.Hour, most)
			at := int64(0)
			push := func() {
				at += 50 * ms
				fit.Push(clock.Pair{Host: at, Remote: at + 1.8e18 - random.Int64N(100*ms)})
			}
			for range most {
				push()
			}
			for b.Loop() {
				push()
				fit.Estimate()
			}
		})
	}
}
