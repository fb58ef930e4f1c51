package pair_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"postflight/analysis/pair"
)

func TestNearestPairsWithTheNearestWithinTheTolerance(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		a, b    []time.Duration
		want    []pair.Pair
		skipped int
	}{
		{"no partners at all", []time.Duration{0, 5}, nil, nil, 2},
		{"a tie goes to the earlier", []time.Duration{100 * ms}, []time.Duration{0, 200 * ms}, []pair.Pair{{0, 0}}, 0},
		{"exactly the tolerance is near enough", []time.Duration{0}, []time.Duration{250 * ms}, []pair.Pair{{0, 0}}, 0},
		{"a nanosecond more is not", []time.Duration{0}, []time.Duration{250*ms + 1}, nil, 1},
		{"one partner may serve several", []time.Duration{1, 2, 3}, []time.Duration{2}, []pair.Pair{{0, 0}, {1, 0}, {2, 0}}, 0},
		{"of equal times the first", []time.Duration{7, 9}, []time.Duration{7, 7, 7}, []pair.Pair{{0, 0}, {1, 0}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, skipped := pair.Nearest(c.a, c.b, pair.AttitudeTolerance)
			if !reflect.DeepEqual(got, c.want) || skipped != c.skipped {
				t.Errorf("got %v, skipped %d; want %v, %d", got, skipped, c.want, c.skipped)
			}
		})
	}
}

func TestNearestEqualsBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	times := func() []time.Duration {
		out := make([]time.Duration, random.IntN(30))
		for i := range out {
			out[i] = time.Duration(random.IntN(60))
		}
		slices.Sort(out)
		return out
	}
	for range 3000 {
		a, b, tolerance := times(), times(), time.Duration(random.IntN(6))
		var want []pair.Pair
		for i, x := range a {
			best := -1
			for k, y := range b {
				if d := (x - y).Abs(); d <= tolerance && (best < 0 || d < (x-b[best]).Abs()) {
					best = k
				}
			}
			if best >= 0 {
				want = append(want, pair.Pair{A: i, B: best})
			}
		}
		got, skipped := pair.Nearest(a, b, tolerance)
		if !reflect.DeepEqual(got, want) || skipped != len(a)-len(want) {
			t.Fatalf("%v with %v within %d: got %v, want %v", a, b, tolerance, got, want)
		}
	}
}
