package replay_test

import (
	"testing"
	"time"

	"postflight/replay"
)

func tickingPlayer() (tick func()) {
	var now time.Duration
	p := replay.NewPlayer(replay.Times(every(10*ms, time.Minute)), func() time.Duration { return now })
	p.SetLoop(true)
	p.SetSpeed(50)
	p.Play()
	return func() {
		now += replay.Interval
		p.Tick()
	}
}

func TestTickDoesNotAllocateOnceWarm(t *testing.T) {
	tick := tickingPlayer()
	for range 1000 {
		tick()
	}
	if n := testing.AllocsPerRun(10_000, tick); n != 0 {
		t.Fatalf("%v allocations a tick", n)
	}
}

func BenchmarkTick(b *testing.B) {
	tick := tickingPlayer()
	b.ReportAllocs()
	for b.Loop() {
		tick()
	}
}
