package align

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// sampled is a slow turn and a swing at 5 Hz, sampled every so often.
func sampled(from, until, every time.Duration, random *rand.Rand) *signal {
	out := &signal{channels: make([][]float64, 2)}
	for t := from; t < until; t += every {
		at := t + time.Duration(random.Int64N(int64(10*time.Millisecond)))
		x := at.Seconds()
		out.add(at, 100*math.Sin(x/3)+40*math.Sin(x*0.9), math.Sin(2*math.Pi*4.9*x))
	}
	return out
}

func TestSparseLogsAreLaidByWhatTheySampleOftenEnough(t *testing.T) {
	const offset = -20 * time.Second
	for seed := range uint64(5) {
		random := rand.New(rand.NewPCG(seed, 0))
		heard := sampled(20*time.Second, 110*time.Second, time.Second, random)
		onboard := sampled(30*time.Second, 120*time.Second, 100*time.Millisecond, random)
		for i := range onboard.times {
			onboard.times[i] += offset
		}
		x, y, ok := scaled(heard, onboard)
		if !ok || len(x.channels) != 1 {
			t.Fatalf("%v, %d channels: the swing says nothing about time", ok, len(x.channels))
		}
		r, err := match(t.Context(), x, y)
		// Half the distance of samples is what nearest neighbours can tell.
		if err != nil || (r.Offset-offset).Abs() > 50*time.Millisecond || r.Confidence < 0.5 || r.Pairs < 75 {
			t.Errorf("seed %d: %v %+v", seed, err, r)
		}
	}
}
