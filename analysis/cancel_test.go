package analysis_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/epoch"
	"postflight/analysis/internal/cancel"
	"postflight/analysis/internal/logtest"
	"postflight/analysis/link"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// longLog has frames for more than two looks, from two sources of which one has no
// boot clock, and as much junk.
func longLog() *flight.Log {
	var b logtest.Builder
	for i := range 2*cancel.Every + 100 {
		b.Add(logtest.Frame{At: time.Duration(i) * time.Millisecond, Message: logtest.Attitude, Seq: uint8(i), Value: float64(i)})
	}
	const last = 2 * cancel.Every * time.Millisecond
	for i := range 2*cancel.Every + 100 {
		b.Add(logtest.Frame{At: last + time.Duration(i)*time.Millisecond, Source: flight.MakeSource(7, 1), Message: logtest.Heartbeat, Seq: uint8(i)})
	}
	b.Damage(flight.Damage{Kind: flight.Junk, Reason: "no frame"}, make([]byte, 2*cancel.Every+100))
	return b.Log()
}

// Whoever gives up waiting is let go at the next look, wherever the work stands.
func TestRunStopsAtEachLook(t *testing.T) {
	l := longLog()
	whole := logtest.CancelAfter(t.Context(), math.MaxInt)
	if _, err := analysis.Run(whole, l); err != nil {
		t.Fatal(err)
	}
	for looks := range whole.Count() {
		ctx := logtest.CancelAfter(t.Context(), looks)
		if r, err := analysis.Run(ctx, l); r != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d of %d looks: %v, %v", looks, whole.Count(), r, err)
		}
	}
}

func TestEachLongStepLooksUpFromItsFrames(t *testing.T) {
	l := longLog()
	all := l.Frames.Len() / cancel.Every // each of its two sources has half of them
	plan, _ := sequence.MakePlan(t.Context(), l)
	epochs, _ := epoch.Find(t.Context(), l, plan)
	for _, step := range []struct {
		name  string
		take  func(context.Context) error
		looks int
	}{
		{"plan", func(ctx context.Context) error { _, err := sequence.MakePlan(ctx, l); return err }, all},
		{"epochs", func(ctx context.Context) error { _, err := epoch.Find(ctx, l, plan); return err }, 2 * all},
		{"link", func(ctx context.Context) error { _, err := link.Count(ctx, l, plan, epochs); return err }, all},
		{"junk", func(ctx context.Context) error { _, err := link.Reasons(ctx, l); return err }, int(l.Damage[0].Length) / cancel.Every},
	} {
		ctx := logtest.CancelAfter(t.Context(), math.MaxInt)
		if err := step.take(ctx); err != nil || ctx.Count() < step.looks {
			t.Errorf("%s: %v after %d looks, want %d or more", step.name, err, ctx.Count(), step.looks)
		}
	}
}
