package clock_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/clock"
)

func newWhole(t *testing.T, method clock.Method, pairs []clock.Pair) *clock.Whole {
	t.Helper()
	w, ok, err := clock.NewWhole(t.Context(), method, pairs)
	if err != nil || !ok {
		t.Fatalf("ok %v, error %v", ok, err)
	}
	return w
}

// steady are ten minutes of arrivals at 20 a second.
func steady(random *rand.Rand, scale float64, c remoteClock, j jitter) []clock.Pair {
	return link{rate: 20, floor: 10 * ms, scale: scale, jitter: j}.arrivals(random, c, 600)
}

// change alters what the remote says of pairs from a host time on.
func change(pairs []clock.Pair, from, until int64, by func(since int64) int64) {
	for i, p := range pairs {
		if p.Host >= from && p.Host < until {
			pairs[i].Remote += by(p.Host - from)
		}
	}
}

const never = int64(math.MaxInt64)

func stepOf(ns int64) func(int64) int64 { return func(int64) int64 { return ns } }

func TestASteadyClockIsOnePiece(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	var skews squares
	for round := range 6 {
		for _, j := range jitters {
			scale := logUniform(random, 0.001, 0.3)
			c := remoteClock{start: 1.8e18, skew: either(random, 80)}
			w := newWhole(t, clock.LowerDelay, steady(random, scale, c, j))
			if len(w.Pieces) != 1 {
				t.Errorf("round %d, %s jitter of %.1f ms: %+v", round, j.name, scale*1e3, w.Changes)
				continue
			}
			e := w.Pieces[0]
			if skews.add((e.SkewPPM() - c.skew) / e.SkewSigma); math.Abs(e.SkewPPM()-c.skew) > 3*e.SkewSigma {
				t.Errorf("skew off by %.2f ppm, sigma %.2f", e.SkewPPM()-c.skew, e.SkewSigma)
			}
		}
	}
	skews.tells(t, "skew")
}

func TestStepsAreFoundWhereTheyWere(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 10))
	var errors squares
	for _, size := range []int64{30 * ms, -30 * ms, second, -second, 3000 * second} {
		for round := range 8 {
			at := int64(15+random.IntN(570)) * second
			pairs := steady(random, 0.005, remoteClock{skew: either(random, 50)}, jitters[1])
			change(pairs, at, never, stepOf(size))
			w := newWhole(t, clock.LowerDelay, pairs)
			if len(w.Changes) != 1 {
				t.Errorf("step of %d ms at %d s, round %d: changes %+v", size/ms, at/second, round, w.Changes)
				continue
			}
			c := w.Changes[0]
			if c.Kind != clock.Step || math.Abs(float64(c.Host-at)) > float64(second)/2 || math.Abs(float64(c.Offset-size)) > 3*float64(c.OffsetSigma) {
				t.Errorf("step of %d ms at %d s: %+v", size/ms, at/second, c)
			}
			errors.add(float64(c.Offset-size) / float64(c.OffsetSigma))
			if pairs[c.Before].Host >= pairs[c.After].Host || pairs[c.After].Host != c.Host {
				t.Errorf("pairs %d and %d do not lie around the change", c.Before, c.After)
			}
		}
	}
	errors.tells(t, "steps")
}

// A clock that was set forward, either of them, skipped time in which nobody gained.
func TestTheSizeOfAStepHoldsWhateverTheSkew(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 14))
	const at = 100 * second
	for name, set := range map[string]func(p *clock.Pair, by int64){
		"host":                func(p *clock.Pair, by int64) { p.Host += by },
		"remote":              func(p *clock.Pair, by int64) { p.Remote += by },
		"remote, back by far": func(p *clock.Pair, by int64) { p.Remote -= by },
	} {
		for _, size := range []int64{10 * second, 100 * second, 3600 * second} {
			for _, skew := range []float64{-40, 30, 60} {
				pairs := link{rate: 20, floor: 10 * ms, scale: 0.005, jitter: jitters[1]}.arrivals(random, remoteClock{skew: skew}, 200)
				for i := range pairs {
					if pairs[i].Host >= at {
						set(&pairs[i], size)
					}
				}
				want := stepped(set, size)
				w := newWhole(t, clock.LowerDelay, pairs)
				if len(w.Changes) != 1 || w.Changes[0].Kind != clock.Step {
					t.Errorf("%s, %d s, %v ppm: %+v", name, size/second, skew, w.Changes)
					continue
				}
				c := w.Changes[0]
				if off := c.Offset - want; math.Abs(float64(off)) > 3*float64(c.OffsetSigma) || c.OffsetSigma > ms {
					t.Errorf("%s set by %d s, %v ppm: wrong by %.3f ms, sigma %.3f ms", name, size/second, skew, float64(off)/1e6, float64(c.OffsetSigma)/1e6)
				}
			}
		}
	}
}

// stepped is by how much setting a clock changes remote - host.
func stepped(set func(*clock.Pair, int64), by int64) int64 {
	var p clock.Pair
	set(&p, by)
	return p.Offset()
}

func TestAChangeOfRateIsFoundWhereTheLinesMeet(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	for _, ppm := range []int64{20, -20, 200} {
		pairs := steady(random, 0.003, remoteClock{skew: 5}, jitters[1])
		at := 250 * second
		change(pairs, at, never, func(since int64) int64 { return since / 1_000_000 * ppm })
		w := newWhole(t, clock.LowerDelay, pairs)
		if len(w.Changes) != 1 {
			t.Errorf("rate changed by %d ppm: %+v", ppm, w.Changes)
			continue
		}
		c := w.Changes[0]
		if c.Kind != clock.Rate || math.Abs(float64(c.Host-at)) > 10*float64(second) || math.Abs(c.Skew-float64(ppm)) > 3*c.SkewSigma {
			t.Errorf("rate changed by %d ppm: %+v", ppm, c)
		}
	}
}

func TestAPassingDelayIsNoChange(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	for range 10 {
		pairs := steady(random, 0.005, remoteClock{skew: 30}, jitters[1])
		from := int64(60+random.IntN(400)) * second
		change(pairs, from, from+40*second, stepOf(-200*ms))
		if w := newWhole(t, clock.LowerDelay, pairs); len(w.Changes) != 0 {
			t.Errorf("delay from %d s on: %+v", from/second, w.Changes)
		}
	}
}

func TestExchangesTellStepsAndRates(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 13))
	var pairs []clock.Pair
	for host := int64(0); host < 600*second; host += second / 5 {
		remote := host + 7*second + host/50_000 + int64(random.NormFloat64()*1e6)
		pairs = append(pairs, clock.Pair{Host: host, Remote: remote})
	}
	if w := newWhole(t, clock.LeastSquares, pairs); len(w.Changes) != 0 {
		t.Errorf("a steady clock has changes %+v", w.Changes)
	}
	change(pairs, 200*second, never, stepOf(-5*ms))
	change(pairs, 400*second, never, func(since int64) int64 { return since / 20_000 })
	w := newWhole(t, clock.LeastSquares, pairs)
	if len(w.Changes) != 2 || w.Changes[0].Kind != clock.Step || w.Changes[1].Kind != clock.Rate {
		t.Fatalf("changes %+v, want a step and a rate", w.Changes)
	}
	if d := w.Changes[0].Host - 200*second; max(d, -d) > second {
		t.Errorf("step %d ns from where it was", d)
	}
	if d := w.Changes[1].Skew - 50; math.Abs(d) > 3*w.Changes[1].SkewSigma {
		t.Errorf("rate changed by %f ppm, want 50", w.Changes[1].Skew)
	}
}

func TestTheMappingOfAWholeNeverTurnsBack(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 14))
	for range 10 {
		pairs := steady(random, 0.005, remoteClock{start: 1.8e18, skew: either(random, 900)}, jitters[1])
		change(pairs, 150*second, never, stepOf(int64(either(random, 2e9))))
		change(pairs, 300*second, never, func(since int64) int64 { return since / 20_000 })
		change(pairs, 450*second, never, stepOf(int64(either(random, 2e9))))
		w := newWhole(t, clock.LowerDelay, pairs)
		last, lastHost := int64(math.MinInt64), int64(math.MinInt64)
		for host := -10 * second; host < 610*second; host += 7_777_777 {
			remote := w.ToRemote(host)
			back := w.ToHost(remote)
			if remote < last || back < lastHost {
				t.Fatalf("host %d: remote %d after %d, back to %d after %d", host, remote, last, back, lastHost)
			}
			if again := w.ToRemote(back); again < remote-1 || again > remote+1 {
				t.Fatalf("host %d: remote %d comes back as %d", host, remote, again)
			}
			last, lastHost = remote, back
		}
	}
}

func TestResidualsAreDelaysAboveTheFloor(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 15))
	pairs := steady(random, 0.02, remoteClock{start: 1.8e18, skew: 40}, jitters[1])
	w := newWhole(t, clock.LowerDelay, pairs)
	sum := 0.0
	for _, p := range pairs {
		r := w.Residual(p)
		if r > 0 {
			t.Fatalf("residual %d, want none above the line", r)
		}
		sum -= float64(r)
	}
	if mean := sum / float64(len(pairs)) / 1e6; math.Abs(mean-20) > 1 {
		t.Errorf("mean delay above the floor %.2f ms, want 20", mean)
	}
	if rests := w.Pieces[0].Rests; len(rests) < 2 || w.Residual(pairs[rests[0]]) != 0 {
		t.Errorf("the line rests on pairs %v", rests)
	}
}

func TestTheOrderOfPairsDoesNotChangeAWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 16))
	pairs := steady(random, 0.02, remoteClock{skew: 40}, jitters[0])
	want := newWhole(t, clock.LowerDelay, pairs).Pieces[0].Estimate
	random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	if got := newWhole(t, clock.LowerDelay, pairs).Pieces[0].Estimate; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestAWholeOfFewPairsSaysWhatItCan(t *testing.T) {
	for _, method := range []clock.Method{clock.LowerDelay, clock.LeastSquares} {
		if _, ok, err := clock.NewWhole(t.Context(), method, []clock.Pair{{Host: math.MaxInt64}}); ok || err != nil {
			t.Errorf("%s of nothing valid: ok %v, error %v", method, ok, err)
		}
		w := newWhole(t, method, []clock.Pair{{Host: 5, Remote: 12}})
		if w.ToRemote(6) != 13 || w.ToHost(13) != 6 || w.Pieces[0].Sigma != -1 || w.Span() != 0 {
			t.Errorf("%s of one pair: %+v", method, w.Pieces[0])
		}
	}
}

func TestACancelledWholeSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := clock.NewWhole(ctx, clock.LowerDelay, []clock.Pair{{}, {Host: 1}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTenHoursAreFittedInSeconds(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	random := rand.New(rand.NewPCG(17, 17))
	c := remoteClock{skew: 20, warm: 5, warmFor: 300, swing: 2, swingFor: 3600}
	pairs := link{rate: 20, scale: 0.02, jitter: jitters[2]}.arrivals(random, c, 36_000)
	began := time.Now()
	w := newWhole(t, clock.LowerDelay, pairs)
	worst := 0.0
	for host := int64(0); host < 36_000*second; host += second {
		worst = math.Max(worst, math.Abs(float64(w.At(host).OffsetAt(host)-c.offset(host, false))))
	}
	t.Logf("%d pairs in %v: %d pieces, off by at most %.3f ms", len(pairs), time.Since(began).Round(time.Millisecond), len(w.Pieces), worst/1e6)
	if worst > 3e6 {
		t.Errorf("off by %.3f ms", worst/1e6)
	}
}
