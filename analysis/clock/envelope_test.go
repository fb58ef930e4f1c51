package clock_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"postflight/analysis/clock"
)

const slot = int64(clock.EnvelopeSlot)

// lateArrivals are pairs of a remote clock with jitter of at most 100 ms.
func lateArrivals(random *rand.Rand, n int, ppm float64) []clock.Pair {
	pairs := make([]clock.Pair, n)
	for i := range pairs {
		sent := int64(float64(i) / float64(n) * float64(60*second))
		remote := sent + int64(float64(sent)*ppm*1e-6) + 5*second
		pairs[i] = clock.Pair{Host: sent + random.Int64N(100*ms), Remote: remote}
	}
	slices.SortFunc(pairs, func(a, b clock.Pair) int { return int(a.Host - b.Host) })
	return pairs
}

// kept is the least late pair of each slot of the window, the slow way.
func kept(pairs []clock.Pair, window time.Duration) []clock.Pair {
	best := map[int64]clock.Pair{}
	newest := int64(math.MinInt64)
	for _, p := range pairs {
		k := int64(math.Floor(float64(p.Host) / float64(slot)))
		q, seen := best[k]
		if !seen || p.Offset() > q.Offset() || p.Offset() == q.Offset() && p.Host < q.Host {
			best[k] = p
		}
		newest = max(newest, k)
	}
	var out []clock.Pair
	for k, p := range best {
		if k >= newest-int64(window)/slot {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b clock.Pair) int { return int(a.Host - b.Host) })
	return out
}

// leastLine is the smallest height over the mean host time of a line through two
// of the points that has no point above it.
func leastLine(points []clock.Pair) float64 {
	mean := 0.0
	for _, p := range points {
		mean += float64(p.Host) / float64(len(points))
	}
	least := math.Inf(1)
	for i, a := range points {
		for _, b := range points[i+1:] {
			slope := float64(b.Offset()-a.Offset()) / float64(b.Host-a.Host)
			above := func(p clock.Pair) bool {
				return float64(p.Offset()-a.Offset()) > slope*float64(p.Host-a.Host)+1e-3
			}
			if !slices.ContainsFunc(points, above) {
				least = min(least, float64(a.Offset())+slope*(mean-float64(a.Host)))
			}
		}
	}
	return least
}

func TestTheEnvelopeIsTheLeastLateLineAboveAllPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		window := time.Duration(20+random.IntN(40)) * time.Second
		rate := 0.5 + 3*random.Float64()
		envelope := clock.NewEnvelope(window)
		var pairs []clock.Pair
		at := int64(0)
		bend := random.Int64N(3) * second // a hull of many corners, or of few
		for range 150 {
			at += int64(random.ExpFloat64() / rate * float64(second))
			p := clock.Pair{Host: at, Remote: at - random.Int64N(100)*ms/10}
			if bend > 0 {
				p.Remote = at - (at/bend)*(at/bend)*100 - random.Int64N(1000)
			}
			if random.IntN(20) == 0 {
				p.Host -= random.Int64N(5 * second) // came late
			}
			pairs = append(pairs, p)
			envelope.Push(p)
			if random.IntN(8) > 0 {
				continue
			}
			points, e := kept(pairs, window), estimate(t, envelope)
			if envelope.Len() != len(points) {
				t.Fatalf("%d pairs kept, want %d", envelope.Len(), len(points))
			}
			if e.Held {
				continue
			}
			mean := 0.0
			for _, p := range points {
				mean += float64(p.Host) / float64(len(points))
			}
			height := float64(e.Offset) + e.Skew*(mean-float64(e.Host))
			if want := leastLine(points); math.Abs(height-want) > 1e-2 {
				t.Fatalf("line is %f ns high over the mean host time of %d pairs, want %f", height, len(points), want)
			}
		}
	}
}

func TestSigmaIsTheScatterOfTheFloorsOfWholeBins(t *testing.T) {
	envelope := clock.SixtySecondEnvelope()
	pairs := lateArrivals(rand.New(rand.NewPCG(5, 5)), 1200, 20)
	for _, p := range pairs {
		envelope.Push(p)
	}
	e := estimate(t, envelope)
	floors := map[int64]float64{}
	for _, p := range kept(pairs, time.Minute) {
		late := float64(e.Offset-p.Offset()) + e.Skew*float64(p.Host-e.Host)
		k := p.Host / int64(clock.EnvelopeBin)
		if f, ok := floors[k]; !ok || late < f {
			floors[k] = late
		}
	}
	delete(floors, pairs[0].Host/int64(clock.EnvelopeBin))
	delete(floors, pairs[len(pairs)-1].Host/int64(clock.EnvelopeBin))
	sum := 0.0
	for _, f := range floors {
		sum += f * f
	}
	if want := whole(math.Sqrt(sum / float64(len(floors)))); e.Sigma != want {
		t.Errorf("sigma %d ns, want %d", e.Sigma, want)
	}
}

func TestTheEnvelopeBeatsLeastSquaresOnArrivals(t *testing.T) {
	envelope, fit := clock.SixtySecondEnvelope(), clock.SixtySecondFit()
	for _, p := range lateArrivals(rand.New(rand.NewPCG(6, 6)), 1200, 20) {
		envelope.Push(p)
		fit.Push(p)
	}
	truth := int64(5*second + 600_000)
	e, f := estimate(t, envelope), estimate(t, fit)
	if d := e.OffsetAt(30*second) - truth; d > ms || d < -ms {
		t.Errorf("envelope is off by %d ns", d)
	}
	if d := f.OffsetAt(30*second) - truth; d > -30*ms {
		t.Errorf("least squares is off by only %d ns", d)
	}
	if !e.Ready || math.Abs(e.SkewPPM()-20) > 3*e.SkewSigma {
		t.Errorf("skew %.1f ppm, ready %v", e.SkewPPM(), e.Ready)
	}
	t.Logf("%d slots; envelope: offset %.3f ms, skew %.1f ppm; least squares: %.1f ms, %.0f ppm", envelope.Len(),
		float64(e.OffsetAt(30*second)-truth)/1e6, e.SkewPPM(), float64(f.OffsetAt(30*second)-truth)/1e6, f.SkewPPM())
}

// 1,200 messages sent every 50 ms by a clock that is 20 ppm fast, late by the
// generator of the C standard, started at 12345, modulo 100 ms.
func TestTheEnvelopeOfARunThatCanBeRepeated(t *testing.T) {
	envelope, fit := clock.SixtySecondEnvelope(), clock.NewFit(2*time.Minute, 1200)
	var pairs []clock.Pair
	state := int64(12345)
	for i := range int64(1200) {
		state = (state*1103515245 + 12345) % (1 << 31)
		sent := i*50*ms + 10*ms
		p := clock.Pair{Host: sent + state%(100*ms), Remote: sent + sent/50_000}
		pairs = append(pairs, p)
		envelope.Push(p)
	}
	points := kept(pairs, time.Minute)
	mean := int64(0)
	for _, p := range points {
		fit.Push(p)
		mean += p.Host / int64(len(points))
	}
	e, f := estimate(t, envelope), estimate(t, fit)
	truth := mean / 50_000
	got := fmt.Sprintf("%d slots, %d corners; envelope %.3f ms, %.1f ppm; least squares %.1f ms, %.0f ppm",
		envelope.Len(), clock.Corners(points), float64(e.OffsetAt(mean)-truth)/1e6, e.SkewPPM(),
		float64(f.OffsetAt(mean)-truth)/1e6, f.SkewPPM())
	if want := "874 slots, 9 corners; envelope -0.223 ms, 13.9 ppm; least squares -41.4 ms, -108 ppm"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTheOrderWithinASlotDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	pairs := make([]clock.Pair, 0, 6000)
	for i := range int64(1200) {
		for range 5 {
			pairs = append(pairs, clock.Pair{Host: i*slot + random.Int64N(slot), Remote: i*slot - random.Int64N(5)*ms})
		}
	}
	run := func() (out []clock.Estimate) {
		envelope := clock.NewEnvelope(30 * time.Second)
		for i, p := range pairs {
			envelope.Push(p)
			if i%5 == 4 {
				out = append(out, estimate(t, envelope))
			}
		}
		return out
	}
	want := run()
	for i := 0; i < len(pairs); i += 5 {
		random.Shuffle(5, func(a, b int) { pairs[i+a], pairs[i+b] = pairs[i+b], pairs[i+a] })
	}
	if !slices.Equal(run(), want) {
		t.Error("another order gives another estimate")
	}
}

func TestAnEnvelopeOverUTCKeepsItsNanoseconds(t *testing.T) {
	small, large := clock.SixtySecondEnvelope(), clock.SixtySecondEnvelope()
	for _, p := range lateArrivals(rand.New(rand.NewPCG(8, 8)), 1200, -30) {
		small.Push(p)
		large.Push(clock.Pair{Host: p.Host, Remote: p.Remote + 1_800_000_000_123_456_789})
	}
	a, b := estimate(t, small), estimate(t, large)
	b.Offset -= 1_800_000_000_123_456_789
	if a != b {
		t.Errorf("%+v, want %+v", b, a)
	}
}

func TestEnvelopeMemoryIsBoundedWhateverTheRate(t *testing.T) {
	envelope := clock.SixtySecondEnvelope()
	for i := range int64(200_000) {
		envelope.Push(clock.Pair{Host: i * ms, Remote: i})
		if envelope.Len() > 1201 {
			t.Fatalf("%d pairs kept, want at most 1201", envelope.Len())
		}
	}
	if envelope.Len() < 1200 {
		t.Errorf("%d pairs kept, want a minute of slots", envelope.Len())
	}
}

func TestASpanTooShortHoldsTheSlopeAndIsNotReady(t *testing.T) {
	envelope := clock.SixtySecondEnvelope()
	if _, ok := envelope.Estimate(); ok {
		t.Error("an estimate of nothing")
	}
	for i := range int64(50) {
		envelope.Push(clock.Pair{Host: i * second, Remote: i*second + i*50_000})
		e := estimate(t, envelope)
		if held := i < 20; e.Held != held || held && e.OffsetAt(0) != i*50_000 {
			t.Errorf("span %v: held %v, offset %d", e.Span, e.Held, e.OffsetAt(0))
		}
		if want := i >= 40; e.Ready != want {
			t.Errorf("span %v: ready %v", e.Span, e.Ready)
		}
		if known := i >= int64(clock.EnvelopeSigmaBins+1)*5; known != (e.Sigma >= 0) {
			t.Errorf("span %v: sigma %d", e.Span, e.Sigma)
		}
	}
}

func TestACornerOverTheMeanTakesTheEdgeRightOfIt(t *testing.T) {
	envelope := clock.SixtySecondEnvelope()
	for _, p := range []clock.Pair{{Host: 0, Remote: 0}, {Host: 20 * second, Remote: 20*second + 200_000}, {Host: 40 * second, Remote: 40*second + 300_000}} {
		envelope.Push(p)
	}
	if e := estimate(t, envelope); math.Abs(e.SkewPPM()-5) > 1e-9 {
		t.Errorf("skew %v ppm, want 5", e.SkewPPM())
	}
}

func TestAnEnvelopeThatWasResetTakesEarlierHostTimes(t *testing.T) {
	envelope := clock.SixtySecondEnvelope()
	envelope.Push(clock.Pair{Host: 1000 * second})
	if envelope.Push(clock.Pair{Host: 939 * second}) {
		t.Error("a pair older than the window was taken")
	}
	envelope.Reset()
	if !envelope.Push(clock.Pair{Host: 0}) || envelope.Len() != 1 {
		t.Error("the reset left something")
	}
}
