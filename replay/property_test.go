package replay_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"postflight/replay"
)

// walker is the slow, obvious player: it goes one nanosecond of log time at a
// time and looks for frames at each. Real time comes in twos, so that speeds
// in halves give whole steps.
type walker struct {
	times         []time.Duration
	at            time.Duration
	crop          replay.Range
	halves        int // speed x 2
	playing, loop bool
	fresh         bool
	due           []time.Duration
	lap           map[time.Duration]int // how often each was due since a lap started; nil if joined midway
	fullLaps      int
	t             *testing.T
}

func (w *walker) ends() (start, end time.Duration) {
	if w.halves < 0 {
		return w.crop.To, w.crop.From
	}
	return w.crop.From, w.crop.To
}

func (w *walker) place(at time.Duration) {
	w.at, w.fresh, w.lap = at, true, nil
	if start, _ := w.ends(); at == start {
		w.lap = map[time.Duration]int{}
	}
}

func (w *walker) meet() {
	for _, frame := range w.times {
		if frame == w.at {
			w.due = append(w.due, frame)
			if w.lap != nil {
				w.lap[frame]++
			}
		}
	}
}

func (w *walker) advance(pairs int) {
	if !w.playing {
		return
	}
	if w.fresh {
		w.meet()
		w.fresh = false
	}
	dir := time.Duration(1)
	if w.halves < 0 {
		dir = -1
	}
	for range pairs * int(time.Duration(w.halves)*dir) {
		start, end := w.ends()
		if w.at == end {
			if !w.loop || start == end {
				return
			}
			w.checkLap()
			w.place(start)
			w.meet()
			w.fresh = false
		}
		w.at += dir
		w.meet()
	}
}

func (w *walker) checkLap() {
	if w.lap == nil {
		return
	}
	w.fullLaps++
	for _, frame := range w.times {
		copies := 0
		for _, other := range w.times {
			if other == frame {
				copies++
			}
		}
		if w.crop.Contains(frame) && w.lap[frame] != copies {
			w.t.Fatalf("frame at %d of crop %v due %d times in a lap, want %d", frame, w.crop, w.lap[frame], copies)
		}
	}
}

func (w *walker) tick() {
	if _, end := w.ends(); w.at == end && (!w.loop || w.crop.From == w.crop.To) {
		w.playing = false
	}
}

func (w *walker) play() {
	if w.playing {
		return
	}
	if start, end := w.ends(); w.at == end {
		w.place(start)
	}
	w.playing = true
}

func (w *walker) setSpeed(halves int) {
	turned := halves < 0 != (w.halves < 0)
	w.halves = halves
	if !turned {
		return
	}
	w.lap = nil
	if start, _ := w.ends(); w.at == start {
		w.place(start)
	}
}

func (w *walker) setCrop(crop replay.Range) {
	if crop == w.crop {
		return
	}
	w.crop, w.lap = crop, nil
	if start, _ := w.ends(); !crop.Contains(w.at) {
		w.place(start)
	}
}

func TestRandomOperationsPlayAsTheWalkerWalks(t *testing.T) {
	laps := 0
	for seed := range uint64(300) {
		laps += compareWithWalker(t, seed)
	}
	if laps < 1000 {
		t.Fatalf("only %d full laps seen", laps)
	}
}

func compareWithWalker(t *testing.T, seed uint64) (fullLaps int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	times := make([]time.Duration, 1+rng.IntN(12))
	for i := range times {
		times[i] = time.Duration(rng.IntN(60))
	}
	slices.Sort(times)
	r := newRig(t, times...)
	w := &walker{t: t, times: times, crop: r.State().Whole, halves: 2}
	w.place(times[0])
	for step := range 200 {
		pairs := rng.IntN(8)
		if rng.IntN(20) == 0 {
			pairs = rng.IntN(200)
		}
		r.now += 2 * time.Duration(pairs)
		w.advance(pairs)
		if rng.IntN(3) == 0 {
			operate(rng, r, w)
			if s := r.State(); !s.Crop.Contains(s.At) {
				t.Fatalf("seed %d, step %d: playhead left the crop: %+v", seed, step, s)
			}
			continue
		}
		got := expand(times, r.Tick())
		w.tick()
		s := r.State()
		if !slices.Equal(got, w.due) || s.At != w.at || s.Playing != w.playing || s.Crop != w.crop {
			t.Fatalf("seed %d, step %d: due %v in %+v, want %v at %d of %v, playing %v",
				seed, step, got, s, w.due, w.at, w.crop, w.playing)
		}
		w.due = nil
	}
	return w.fullLaps
}

// operate does one random operation to both.
func operate(rng *rand.Rand, r *rig, w *walker) {
	switch rng.IntN(9) {
	case 0:
		r.Pause()
		w.playing = false
	case 1, 2, 3:
		r.Play()
		w.play()
	case 4:
		at := time.Duration(rng.IntN(70) - 5)
		r.Seek(at)
		w.place(w.crop.Clamp(at))
	case 5:
		halves := []int{-128, -4, -2, -1, 1, 2, 4, 16, 128}[rng.IntN(9)]
		r.SetSpeed(float64(halves) / 2)
		w.setSpeed(halves)
	case 6:
		r.SetCrop(replay.Range{From: time.Duration(rng.IntN(70) - 5), To: time.Duration(rng.IntN(70) - 5)})
		w.setCrop(r.State().Crop)
	case 7:
		on := rng.IntN(4) > 0
		r.SetLoop(on)
		w.loop = on
	case 8:
		step := time.Duration(rng.IntN(21) - 10)
		r.Step(step)
		w.place(w.crop.Clamp(w.at + step))
	}
}
