package clock_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"postflight/analysis/clock"
)

// station are arrivals of a vehicle's frames, each with its boot time in whole
// milliseconds, at a station that writes whole milliseconds too.
func station(random *rand.Rand, ppm float64, step int64) []clock.Pair {
	const frames = 6000
	phase, late := random.Int64N(ms), random.Int64N(ms)
	pairs := make([]clock.Pair, frames)
	at := int64(0)
	for i := range pairs {
		boot := int64(10*second) + int64(i)*50*ms
		if random.IntN(2) == 0 {
			boot += random.Int64N(50) * ms
		}
		sent := int64(float64(boot-10*second)/(1+ppm*1e-6)) + phase
		at = max(at, sent+late+int64(random.ExpFloat64()*0.5e6))
		pairs[i] = clock.Pair{Host: at / ms * ms, Remote: boot}
		if i >= frames/2 {
			pairs[i].Host += step
		}
	}
	return pairs
}

func TestStampsInWholeMillisecondsAreNoSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 21))
	changed, astray := 0, 0
	var skews squares
	for range 100 {
		ppm := random.Float64()*120 - 60
		w := newWhole(t, clock.LowerDelay, station(random, ppm, 0))
		changed += len(w.Changes)
		p := w.Pieces[0]
		skews.add((p.SkewPPM() - ppm) / p.SkewSigma)
		if math.Abs(p.SkewPPM()-ppm) > 3*p.SkewSigma {
			astray++
		}
		if p.Sigma < ms/4 || p.SkewSigma > 20 {
			t.Fatalf("±%d ns, ±%.1f ppm by stamps of a millisecond", p.Sigma, p.SkewSigma)
		}
	}
	skews.tells(t, "skew")
	if changed > 0 || astray > 1 {
		t.Errorf("%d changes of steady clocks, %d of 100 skews beyond three sigma", changed, astray)
	}
}

func TestAStepIsFoundInStampsOfWholeMilliseconds(t *testing.T) {
	for _, step := range []int64{-30 * ms, 30 * ms, 2 * second} {
		w := newWhole(t, clock.LowerDelay, station(rand.New(rand.NewPCG(22, 22)), 20, step))
		if len(w.Changes) != 1 || w.Changes[0].Kind != clock.Step || math.Abs(float64(w.Changes[0].Offset+step)) > 3e6 {
			t.Errorf("a step of %d ms: %+v", step/ms, w.Changes)
		}
	}
}
