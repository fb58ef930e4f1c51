package replay_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"postflight/replay"
)

func TestTicksHandOnWhatIsDueFromWherePlayBeganToWhereItStands(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var times []time.Duration
		for at := time.Duration(0); len(times) < 400; at += time.Duration(r.IntN(3)) * 7 * time.Millisecond {
			times = append(times, at)
		}
		last := times[len(times)-1]
		now := time.Duration(0)
		p := replay.NewPlayer(replay.Times(times), func() time.Duration { return now })
		p.SetSpeed([]float64{1, 10, 64, -1, -8}[r.IntN(5)])
		p.SetCrop(replay.Range{From: time.Duration(r.Int64N(int64(last) / 2)), To: last/2 + time.Duration(r.Int64N(int64(last)/2))})
		p.SetLoop(r.IntN(2) == 0)
		if s := p.State(); s.Speed < 0 {
			p.Seek(s.Crop.To)
		} else {
			p.Seek(s.Crop.From)
		}
		p.Play()
		handed := 0
		for range 1 + r.IntN(100) {
			now += time.Duration(r.Int64N(int64(200 * time.Millisecond)))
			for _, stretch := range p.Tick() {
				first, end := stretch.Frames(times)
				handed += (end - first) * stretch.Passes
			}
			if due := p.State().Due(times); handed != due {
				t.Fatalf("seed %d: %d frames were handed on, %d are due: %+v", seed, handed, due, p.State())
			}
		}
	}
}
