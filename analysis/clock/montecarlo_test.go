package clock_test

import (
	"math"
	"os"
	"strconv"
	"testing"
	"time"

	"postflight/analysis/clock"
)

// seeds is how many worlds are drawn: CLOCK_SEEDS, else a few.
func seeds(t *testing.T, few int) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("CLOCK_SEEDS"))
	if err != nil {
		return few
	}
	return n
}

// deviation is how far an estimate is off, in the sigmas it states.
type deviation struct{ now, mean, skew float64 }

func (d deviation) worst() float64 { return max(d.now, d.mean, d.skew) }

// judge compares an estimate with the truth, at the newest pair and over the
// middle of the window.
func judge(e clock.Estimate, c remoteClock, floor, newest int64, rebooted bool) deviation {
	middle := newest - int64(e.Span)/2
	off := func(host int64) float64 {
		return math.Abs(float64(e.OffsetAt(host)-(c.offset(host, rebooted)-floor))) / math.Max(float64(e.Sigma), 1)
	}
	return deviation{
		now: off(newest), mean: off(middle),
		skew: math.Abs(e.SkewPPM()-c.rate(float64(middle)/1e9)) / e.SkewSigma,
	}
}

func TestErrorsStayWithinThreeOfTheSigmasStated(t *testing.T) {
	n := seeds(t, 60)
	good, judged, goodLines, lines, waits := 0, 0, 0, 0, 0
	var sum deviation
	for seed := range uint64(n) {
		random, c, l := world(seed)
		envelope := clock.SixtySecondEnvelope()
		next := int64(0)
		rebooted := false
		var d deviation
		known := false
		for _, p := range l.arrivals(random, c, 240) {
			switch now := c.isRebooted(p); {
			case now && !rebooted:
				envelope.Reset()
				rebooted = true
			case !now && rebooted:
				continue // sent before the reboot, came after
			}
			envelope.Push(p)
			if p.Host < next {
				continue
			}
			next = p.Host + 5*second
			e := estimate(t, envelope)
			if !e.Ready {
				waits++
				continue
			}
			d, known = judge(e, c, l.floor, p.Host, rebooted), true
			lines++
			if d.worst() <= 3 {
				goodLines++
			}
		}
		if !known {
			t.Errorf("seed %d: never ready (%s)", seed, describe(c, l))
			continue
		}
		judged++
		sum.now, sum.mean, sum.skew = sum.now+d.now*d.now, sum.mean+d.mean*d.mean, sum.skew+d.skew*d.skew
		if d.worst() <= 3 {
			good++
		} else {
			t.Logf("seed %d: %.1f sigma now, %.1f in the middle, %.1f of the skew (%s)", seed, d.now, d.mean, d.skew, describe(c, l))
		}
	}
	rms := func(v float64) float64 { return math.Sqrt(v / float64(judged)) }
	t.Logf("%d of %d seeds within 3 sigma at their end; %d of %d estimates on the way (%.2f %%), %d times not ready; rms %.2f sigma now, %.2f in the middle, %.2f of the skew",
		good, n, goodLines, lines, 100*float64(goodLines)/float64(lines), waits, rms(sum.now), rms(sum.mean), rms(sum.skew))
	if allowed := max(1, n/100); n-good > allowed {
		t.Errorf("%d of %d seeds are beyond 3 sigma, want at most %d", n-good, n, allowed)
	}
}

func TestExchangesStayWithinThreeOfTheSigmasStated(t *testing.T) {
	n := seeds(t, 60)
	good, unready := 0, 0
	var sum deviation
	for seed := range uint64(n) {
		random, c, l := world(seed)
		c.reboots = 0
		timesync := clock.NewTimesync(time.Minute, clock.FitPairs)
		var newest int64
		for _, x := range exchanges(random, c, l, 150) {
			if timesync.Push(x.sent, x.remote, x.received) {
				newest = (x.sent + x.received) / 2
			}
		}
		e := estimate(t, timesync)
		if !e.Ready {
			unready++
			continue
		}
		d := judge(e, c, 0, newest, false)
		sum.now, sum.mean, sum.skew = sum.now+d.now*d.now, sum.mean+d.mean*d.mean, sum.skew+d.skew*d.skew
		if d.worst() <= 3 {
			good++
		} else {
			t.Logf("seed %d: %.1f sigma now, %.1f in the middle, %.1f of the skew (%s)", seed, d.now, d.mean, d.skew, describe(c, l))
		}
	}
	rms := func(v float64) float64 { return math.Sqrt(v / float64(n)) }
	n -= unready
	t.Logf("%d of %d seeds within 3 sigma, %d more not ready; rms %.2f sigma now, %.2f in the middle, %.2f of the skew",
		good, n, unready, rms(sum.now), rms(sum.mean), rms(sum.skew))
	if allowed := max(1, n/100); n-good > allowed {
		t.Errorf("%d of %d seeds are beyond 3 sigma, want at most %d", n-good, n, allowed)
	}
}

func TestAWholeStaysWithinThreeOfTheSigmasStated(t *testing.T) {
	n := seeds(t, 30)
	good, pieces := 0, 0
	for seed := range uint64(n) {
		random, c, l := world(seed)
		var pairs []clock.Pair
		for _, p := range l.arrivals(random, c, 400) {
			if c.reboots == 0 || c.isRebooted(p) {
				pairs = append(pairs, p)
			}
		}
		w := newWhole(t, clock.LowerDelay, pairs)
		pieces += len(w.Pieces)
		var worst deviation
		for _, piece := range w.Pieces {
			if piece.Ready {
				d := judge(piece.Estimate, c, l.floor, pairs[piece.Last].Host, c.reboots > 0)
				worst = deviation{max(worst.now, d.now), max(worst.mean, d.mean), max(worst.skew, d.skew)}
			}
		}
		if worst.worst() <= 3 {
			good++
		} else {
			t.Logf("seed %d, %d pieces: %.1f sigma at the end, %.1f in the middle, %.1f of the skew (%s)", seed, len(w.Pieces), worst.now, worst.mean, worst.skew, describe(c, l))
		}
	}
	t.Logf("%d of %d seeds within 3 sigma; %d pieces", good, n, pieces)
	if allowed := max(1, n/100); n-good > allowed {
		t.Errorf("%d of %d seeds are beyond 3 sigma, want at most %d", n-good, n, allowed)
	}
}

func TestFiveMinutesTellTheSkewWithinOnePPM(t *testing.T) {
	n := seeds(t, 10)
	for _, j := range jitters[:2] {
		worst, plain := 0.0, 0.0
		for seed := range uint64(n) {
			random, c, l := world(seed)
			c = remoteClock{start: c.start, skew: c.skew}
			l = link{rate: 50, floor: l.floor, scale: 0.1, jitter: j}
			envelope, fit := clock.NewEnvelope(300*time.Second), clock.NewFit(300*time.Second, 1<<20)
			for _, p := range l.arrivals(random, c, 300) {
				envelope.Push(p)
				fit.Push(p)
			}
			worst = math.Max(worst, math.Abs(estimate(t, envelope).SkewPPM()-c.skew))
			plain = math.Max(plain, math.Abs(estimate(t, fit).SkewPPM()-c.skew))
		}
		t.Logf("%s jitter of 100 ms, %d seeds: skew off by at most %.3f ppm, least squares by %.1f ppm", j.name, n, worst, plain)
		if worst > 1 {
			t.Errorf("%s jitter: skew off by %.2f ppm, want 1", j.name, worst)
		}
	}
}
