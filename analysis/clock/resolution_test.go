package clock_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"postflight/analysis/clock"
)

// cut is how finely the stamps of a world were read, ns, and whether its messages
// are sent by the beat of the remote clock.
type cut struct {
	host, remote int64
	beat         bool
}

func (c cut) String() string {
	name := fmt.Sprintf("host stamps of %g ms, remote of %g ms", float64(c.host)/1e6, float64(c.remote)/1e6)
	if c.beat {
		name += ", sent by the beat"
	}
	return name
}

// heard are the arrivals of a steady world with their stamps cut off, and what is
// true of it.
func (c cut) heard(seed uint64) ([]clock.Pair, remoteClock, link) {
	random := rand.New(rand.NewPCG(seed, 77))
	remote := remoteClock{start: random.Int64N(1e13), skew: either(random, 60)}
	l := link{
		rate: []float64{10, 25, 50}[random.IntN(3)], floor: ms,
		scale: logUniform(random, 1e-4, 1e-2), jitter: jitters[1],
	}
	seconds := []float64{120, 300, 600}[random.IntN(3)]
	pairs := l.arrivals(random, remote, seconds)
	if c.beat {
		pairs = l.beats(random, remote, seconds)
	}
	for i := range pairs {
		pairs[i].Host -= pairs[i].Host % c.host
		pairs[i].Remote -= pairs[i].Remote % c.remote
	}
	return pairs, remote, l
}

// beats are arrivals of what is sent at even times of the remote clock.
func (l link) beats(random *rand.Rand, c remoteClock, seconds float64) []clock.Pair {
	phase, period := random.Int64N(20*ms), int64(1e9/l.rate)
	var out []clock.Pair
	for since := phase; since < int64(seconds*1e9); since += period {
		sent := int64(float64(since) / (1 + c.skew/1e6))
		out = append(out, clock.Pair{
			Host: sent + l.floor + int64(l.jitter.draw(random, l.scale)*1e9), Remote: c.start + since,
		})
	}
	slices.SortStableFunc(out, func(a, b clock.Pair) int { return int(min(1, max(-1, a.Host-b.Host))) })
	return out
}

func TestSigmasHoldWhateverStampsAreCutTo(t *testing.T) {
	n := seeds(t, 60)
	const us = 1000
	for _, c := range []cut{
		{us, us, false},
		{ms, us, false},
		{us, ms, false},
		{ms, ms, false},
		{10 * ms, us, false},
		{us, 10 * ms, false},
		{10 * ms, 10 * ms, false},
		{20 * ms, us, false},
		{20 * ms, ms, false},
		{us, 20 * ms, false},
		{ms, 20 * ms, false},
		{15_625_000, us, false},
		{100 * ms, us, false},
		{second, ms, false},
		{us, us, true},
		{ms, us, true},
		{us, ms, true},
		{ms, ms, true},
		{10 * ms, us, true},
		{20 * ms, ms, true},
	} {
		offset, skew, changed := 0, 0, 0
		var offsets, skews squares
		for seed := range uint64(n) {
			pairs, remote, l := c.heard(seed)
			w := newWhole(t, clock.LowerDelay, pairs)
			if len(w.Changes) > 0 {
				changed++
				continue
			}
			p := w.Pieces[0]
			middle := p.From + int64(p.Span)/2
			o := float64(p.OffsetAt(middle)-(remote.offset(middle, false)-l.floor)) / math.Max(1, float64(p.Sigma))
			s := (p.SkewPPM() - remote.skew) / p.SkewSigma
			offsets.add(o)
			skews.add(s)
			if math.Abs(o) > 3 {
				offset++
			}
			if math.Abs(s) > 3 {
				skew++
			}
		}
		t.Logf("%v: beyond 3 sigma %d offsets and %d skews of %d; rms %.2f and %.2f sigma; %d changed",
			c, offset, skew, n, offsets.rms(), skews.rms(), changed)
		if allowed := n / 100; offset > allowed || skew > allowed || changed > allowed {
			t.Errorf("%v: %d offsets, %d skews beyond 3 sigma, %d changes of a steady clock, of %d worlds", c, offset, skew, changed, n)
		}
		offsets.tells(t, c.String()+", offset")
		if !c.beat { // nothing may have been cut at either end
			skews.tells(t, c.String()+", skew")
		}
	}
}
