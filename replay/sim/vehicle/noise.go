package vehicle

import (
	"math"
	"math/rand/v2"
)

// wander is an Ornstein-Uhlenbeck process on three axes: it forgets with a
// time constant and keeps a standard deviation (Gillespie, Phys. Rev. E 54,
// 1996: the update is exact for any step).
type wander struct {
	value vec
	keep  float64
	kick  float64
}

// newWander starts the process in its stationary distribution. It forgets over
// the given seconds and is stepped once a period.
func newWander(rng *rand.Rand, deviation, seconds, period float64) wander {
	keep := math.Exp(-period / seconds)
	return wander{normal(rng, deviation), keep, deviation * math.Sqrt(1-keep*keep)}
}

func (w *wander) step(rng *rand.Rand) vec {
	w.value = w.value.times(w.keep).plus(normal(rng, w.kick))
	return w.value
}

func normal(rng *rand.Rand, deviation float64) vec {
	return vec{rng.NormFloat64() * deviation, rng.NormFloat64() * deviation, rng.NormFloat64() * deviation}
}

func uniform(rng *rand.Rand, low, high float64) float64 { return low + (high-low)*rng.Float64() }

// eitherSign is 1 or -1.
func eitherSign(rng *rand.Rand) float64 { return float64(2*rng.IntN(2) - 1) }
