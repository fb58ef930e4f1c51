package clock_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"postflight/analysis/clock"
)

// The tables that the constants of the package rest on; docs/decisions has them
// with what was concluded.

func experiment(t *testing.T) int {
	t.Helper()
	if os.Getenv("CLOCK_SEEDS") == "" {
		t.Skip("an experiment: set CLOCK_SEEDS")
	}
	return seeds(t, 0)
}

// sample are arrivals over a span, at 20 a second with exponential jitter, and
// the clock they tell of.
func sample(seed uint64, scale, span float64) ([]clock.Pair, remoteClock) {
	random := rand.New(rand.NewPCG(seed, 30))
	c := remoteClock{skew: either(random, 50)}
	return link{rate: 20, scale: scale, jitter: jitters[1]}.arrivals(random, c, span), c
}

func TestSpanFromWhichASlopeHelps(t *testing.T) {
	n := experiment(t)
	t.Log("95 % errors with the skew of +-50 ppm found, and held at 0")
	t.Log("jitter ms  span s   skew ppm: found  held   offset at the end, ms: found   held")
	for _, scale := range []float64{0.001, 0.01, 0.1, 0.3} {
		for _, span := range []float64{5, 10, 20, 40, 60} {
			var skew, zero, found, held []float64
			for seed := range uint64(n) {
				pairs, c := sample(seed, scale, span)
				line := clock.Edge(pairs)
				end := pairs[len(pairs)-1].Host
				highest := pairs[0].Offset()
				for _, p := range pairs {
					highest = max(highest, p.Offset())
				}
				skew, zero = append(skew, math.Abs(line.SkewPPM()-c.skew)), append(zero, math.Abs(c.skew))
				found = append(found, math.Abs(float64(line.OffsetAt(end)-c.offset(end, false)))/1e6)
				held = append(held, math.Abs(float64(highest-c.offset(end, false)))/1e6)
			}
			t.Logf("%9.0f  %6.0f  %16.2f %5.1f  %29.3f %6.3f", scale*1e3, span,
				rank(skew, 0.95), rank(zero, 0.95), rank(found, 0.95), rank(held, 0.95))
		}
	}
}

func TestBinsThatSigmaIsHonestWith(t *testing.T) {
	n := experiment(t)
	t.Log("errors at the end of the span, in sigmas; 20 arrivals a second, jitter 1 to 300 ms of all kinds")
	t.Log("span s  bin s  bins   within 3 sigma   rms offset  rms skew")
	for _, span := range []float64{10, 20, 25, 40, 60} {
		for _, bin := range []float64{1, 2.5, 5, 10} {
			if span/bin < 2 {
				continue
			}
			good := 0
			var offset, skew float64
			for seed := range uint64(n) {
				random := rand.New(rand.NewPCG(seed, 31))
				c := remoteClock{skew: either(random, 50)}
				l := link{rate: 20, scale: logUniform(random, 0.001, 0.3), jitter: jitters[random.IntN(len(jitters))]}
				pairs := l.arrivals(random, c, span)
				line := clock.Edge(pairs)
				sigma, skewSigma := clock.Scatter(pairs, line, time.Duration(bin*1e9))
				end := pairs[len(pairs)-1].Host
				o := math.Abs(float64(line.OffsetAt(end)-c.offset(end, false))) / float64(max(1, sigma))
				s := math.Abs(line.SkewPPM()-c.skew) / skewSigma
				if o <= 3 && s <= 3 {
					good++
				}
				offset, skew = offset+o*o, skew+s*s
			}
			rms := func(v float64) float64 { return math.Sqrt(v / float64(n)) }
			t.Logf("%6.0f  %5.1f  %4.0f  %13.1f %%  %10.2f  %8.2f", span, bin, span/bin, 100*float64(good)/float64(n), rms(offset), rms(skew))
		}
	}
}

func TestMarginOfTheRoundTrip(t *testing.T) {
	n := experiment(t)
	t.Log("60 s of 10 exchanges a second, exponential jitter each way; 95 % error of the offset at the end, ms (share of exchanges that count)")
	for _, resolution := range []int64{1, ms} {
		for _, scale := range []float64{0.0001, 0.001, 0.01, 0.1} {
			for _, margin := range []time.Duration{0, 100_000, 300_000, time.Millisecond, 3 * time.Millisecond, 10 * time.Millisecond, time.Second} {
				var errors []float64
				count, all := 0, 0
				for seed := range uint64(n) {
					random := rand.New(rand.NewPCG(seed, 32))
					c := remoteClock{skew: either(random, 50)}
					fit := clock.SixtySecondFit()
					var trips []int64
					for _, x := range exchanges(random, c, link{floor: ms, scale: scale, jitter: jitters[1]}, 60) {
						x.received -= x.received % resolution
						x.sent -= x.sent % resolution
						trips = append(trips, x.received-x.sent)
						trips = trips[max(0, len(trips)-clock.RTTWindow):]
						least := trips[0]
						for _, trip := range trips {
							least = min(least, trip)
						}
						all++
						if trips[len(trips)-1] <= least+int64(margin) {
							count++
							fit.Push(clock.Pair{Host: x.sent + (x.received-x.sent)/2, Remote: x.remote})
						}
					}
					end := 60 * second
					errors = append(errors, math.Abs(float64(estimate(t, fit).OffsetAt(end)-c.offset(end, false)))/1e6)
				}
				t.Logf("stamps of %7d ns, jitter %5.1f ms, margin %7v: %7.3f (%3.0f %%)", resolution, scale*1e3, margin, rank(errors, 0.95), 100*float64(count)/float64(all))
			}
		}
	}
}
