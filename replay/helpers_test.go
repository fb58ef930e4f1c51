package replay_test

import (
	"testing"
	"time"

	"postflight/replay"
)

const ms = time.Millisecond

// rig is a player with a clock moved by hand.
type rig struct {
	*replay.Player
	t     *testing.T
	now   time.Duration
	times replay.Times
}

func newRig(t *testing.T, times ...time.Duration) *rig {
	t.Helper()
	r := &rig{t: t, now: 17 * time.Hour, times: times}
	r.Player = replay.NewPlayer(r.times, func() time.Duration { return r.now })
	return r
}

// every gives frame times from 0 to last.
func every(step, last time.Duration) []time.Duration {
	var times []time.Duration
	for t := time.Duration(0); t <= last; t += step {
		times = append(times, t)
	}
	return times
}

// after lets real time pass, ticks, and gives the frame times due in play order.
func (r *rig) after(d time.Duration) []time.Duration {
	r.now += d
	return expand(r.times, r.Tick())
}

// expand lists every frame of the stretches, in play order.
func expand(times []time.Duration, passed []replay.Passed) []time.Duration {
	var due []time.Duration
	for _, p := range passed {
		first, end := p.Frames(times)
		for range p.Passes {
			for i := first; i < end; i++ {
				if p.From > p.To {
					due = append(due, times[first+end-1-i])
				} else {
					due = append(due, times[i])
				}
			}
		}
	}
	return due
}

func (r *rig) wantAt(want time.Duration) {
	r.t.Helper()
	if got := r.State().At; got != want {
		r.t.Fatalf("playhead at %v, want %v", got, want)
	}
}

func (r *rig) wantPlaying(want bool) {
	r.t.Helper()
	if got := r.State().Playing; got != want {
		r.t.Fatalf("playing is %v, want %v", got, want)
	}
}

func (r *rig) wantLaps(want int) {
	r.t.Helper()
	if got := r.State().Laps; got != want {
		r.t.Fatalf("%d laps, want %d", got, want)
	}
}

func wantDue(t *testing.T, got []time.Duration, want ...time.Duration) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("due %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("due %v, want %v", got, want)
		}
	}
}
