package replay_test

import (
	"context"
	"testing"
	"time"

	"postflight/replay"
)

// firing gives a ticker that has n ticks waiting.
func firing(n int) chan time.Time {
	ticker := make(chan time.Time, n)
	for range n {
		ticker <- time.Time{}
	}
	return ticker
}

// steady gives a player whose clock goes on by 20 ms each time it is read.
func steady(times replay.Times) *replay.Player {
	var now time.Duration
	return replay.NewPlayer(times, func() time.Duration {
		now += replay.Interval
		return now
	})
}

func TestDriveReturnsWhenAPlayOnceEnds(t *testing.T) {
	times := every(10*ms, 100*ms)
	p := steady(times)
	p.Play()
	var due []time.Duration
	ticks := 0
	replay.Drive(context.Background(), p, firing(100), func(_ replay.State, passed []replay.Passed) {
		due = append(due, expand(times, passed)...)
		ticks++
	})
	wantDue(t, due, times...)
	if ticks != 5 {
		t.Fatalf("%d ticks", ticks)
	}
}

func TestDriveReturnsWhenItsContextIsDone(t *testing.T) {
	p := steady(every(10*ms, time.Hour))
	p.SetLoop(true)
	p.Play()
	ctx, cancel := context.WithCancel(context.Background())
	ticks := 0
	replay.Drive(ctx, p, firing(100), func(replay.State, []replay.Passed) {
		if ticks++; ticks == 3 {
			cancel()
		}
	})
	if ticks != 3 {
		t.Fatalf("%d ticks", ticks)
	}
}

func TestDriveReturnsWhenItsTickerIsClosed(t *testing.T) {
	p := steady(every(10*ms, time.Hour))
	p.Play()
	ticker := firing(2)
	close(ticker)
	ticks := 0
	replay.Drive(context.Background(), p, ticker, func(replay.State, []replay.Passed) { ticks++ })
	if ticks != 2 {
		t.Fatalf("%d ticks", ticks)
	}
}

func TestDriveReturnsWhenPausedFromATick(t *testing.T) {
	p := steady(every(10*ms, time.Hour))
	p.Play()
	ticks := 0
	replay.Drive(context.Background(), p, firing(100), func(replay.State, []replay.Passed) {
		if ticks++; ticks == 4 {
			p.Pause()
		}
	})
	if ticks != 4 {
		t.Fatalf("%d ticks", ticks)
	}
}
