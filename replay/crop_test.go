package replay_test

import (
	"math"
	"testing"
	"time"

	"postflight/replay"
)

func TestCropIsFittedToTheFlight(t *testing.T) {
	for _, c := range []struct {
		name     string
		from, to time.Duration
		want     replay.Range
	}{
		{"as asked", 10, 30, replay.Range{From: 10, To: 30}},
		{"clamped to the whole", math.MinInt64, math.MaxInt64, replay.Range{From: 0, To: 100}},
		{"reversed ends are swapped", 30, 10, replay.Range{From: 10, To: 30}},
		{"grows to the next frame", 15, 16, replay.Range{From: 15, To: 20}},
		{"an instant on a frame grows to the next", 20, 20, replay.Range{From: 20, To: 30}},
		{"at the end of the flight grows back", 100, 100, replay.Range{From: 30, To: 100}},
		{"beyond the end grows back", 200, 300, replay.Range{From: 30, To: 100}},
		{"in the last gap reaches the last frame", 60, 70, replay.Range{From: 60, To: 100}},
	} {
		r := newRig(t, 0, 10, 20, 30, 100, 100)
		r.SetCrop(replay.Range{From: c.from, To: c.to})
		if got := r.State().Crop; got != c.want {
			t.Errorf("%s: crop %v, want %v", c.name, got, c.want)
		}
	}
}

func TestPlayheadOutsideANewCropGoesToWhereALapStarts(t *testing.T) {
	for _, c := range []struct {
		speed float64
		want  time.Duration
	}{{1, 20 * ms}, {-1, 40 * ms}} {
		r := newRig(t, every(10*ms, 100*ms)...)
		r.SetSpeed(c.speed)
		r.Seek(70 * ms)
		r.Play()
		r.SetCrop(replay.Range{From: 20 * ms, To: 40 * ms})
		r.wantAt(c.want)
		r.wantPlaying(true)
		wantDue(t, r.after(0), 70*ms, c.want)
	}
}

func TestCropAroundThePlayheadLeavesItAndItsPace(t *testing.T) {
	r := newRig(t, every(10*ms, 100*ms)...)
	r.Play()
	r.after(30 * ms)
	r.now += 5 * ms
	r.SetCrop(replay.Range{From: 20 * ms, To: 60 * ms})
	r.wantAt(35 * ms)
	wantDue(t, r.after(5*ms), 40*ms)
	r.after(time.Second)
	r.wantAt(60 * ms)
}
