package stamp

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// slowest tries every choice of strays.
func (r *reading) slowest(stamps []time.Duration) int {
	least := math.MaxInt
	for taken := 1; taken < 1<<len(stamps); taken++ {
		cost, last := 0, -1
		for i := range stamps {
			switch {
			case taken>>i&1 == 0:
				cost += strayCost
			case last >= 0:
				cost += r.cost(stamps[last], stamps[i])
				last = i
			default:
				last = i
			}
		}
		least = min(least, cost)
	}
	return least
}

func TestTheCheapestReadingIsFoundAmongAll(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		stamps := make([]time.Duration, 1+random.IntN(12))
		for i := range stamps {
			stamps[i] = time.Duration(random.IntN(8)) * 10 * time.Second
		}
		r := reading{limit: 15 * time.Second, pause: 25 * time.Second, silence: 45 * time.Second}
		taken := r.cheapest(stamps)
		cost := (len(stamps) - len(taken)) * strayCost
		for k := 1; k < len(taken); k++ {
			cost += r.cost(stamps[taken[k]], stamps[taken[k-1]])
		}
		if want := r.slowest(stamps); cost != want {
			t.Fatalf("%v read for %d as %v, can be for %d", stamps, cost, taken, want)
		}
	}
}
