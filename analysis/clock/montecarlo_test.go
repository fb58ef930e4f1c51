package clock_test

import (
	"fmt"
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

// squares are a root mean square of errors, in the sigmas stated, on the way.
type squares struct {
	sum float64
	n   int
}

func (s *squares) add(v float64) {
	s.sum += v * v
	s.n++
}

func (s *squares) rms() float64 { return math.Sqrt(s.sum / float64(s.n)) }

// leastRMS is what errors are of the sigmas stated for them, at least: a sigma that
// holds because it is far too large tells nothing.
const leastRMS = 0.2

// tells fails the test where sigmas are much larger than the errors.
func (s *squares) tells(t *testing.T, of string) {
	t.Helper()
	if s.n == 0 || s.rms() < leastRMS {
		t.Errorf("%s: errors are %.3f of the sigmas stated (rms of %d), want %.1f at least", of, s.rms(), s.n, leastRMS)
	}
}

// deviations are those of many worlds.
type deviations struct{ now, mean, skew squares }

func (s *deviations) add(d deviation) {
	s.now.add(d.now)
	s.mean.add(d.mean)
	s.skew.add(d.skew)
}

func (s *deviations) String() string {
	return fmt.Sprintf("rms %.2f sigma now, %.2f in the middle, %.2f of the skew", s.now.rms(), s.mean.rms(), s.skew.rms())
}

func (s *deviations) tells(t *testing.T) {
	t.Helper()
	s.now.tells(t, "offset now")
	s.mean.tells(t, "offset in the middle")
	s.skew.tells(t, "skew")
}

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
	good, goodLines, lines, waits := 0, 0, 0, 0
	var sum deviations
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
		sum.add(d)
		if d.worst() <= 3 {
			good++
		} else {
			t.Logf("seed %d: %.1f sigma now, %.1f in the middle, %.1f of the skew (%s)", seed, d.now, d.mean, d.skew, describe(c, l))
		}
	}
	t.Logf("%d of %d seeds within 3 sigma at their end; %d of %d estimates on the way (%.2f %%), %d times not ready; %v",
		good, n, goodLines, lines, 100*float64(goodLines)/float64(lines), waits, &sum)
	sum.tells(t)
	if allowed := max(1, n/100); n-good > allowed {
		t.Errorf("%d of %d seeds are beyond 3 sigma, want at most %d", n-good, n, allowed)
	}
}

func TestExchangesStayWithinThreeOfTheSigmasStated(t *testing.T) {
	n := seeds(t, 60)
	good, unready := 0, 0
	var sum deviations
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
		sum.add(d)
		if d.worst() <= 3 {
			good++
		} else {
			t.Logf("seed %d: %.1f sigma now, %.1f in the middle, %.1f of the skew (%s)", seed, d.now, d.mean, d.skew, describe(c, l))
		}
	}
	n -= unready
	t.Logf("%d of %d seeds within 3 sigma, %d more not ready; %v",
		good, n, unready, &sum)
	sum.now.tells(t, "offset now") // Sigma is that of a pair: in the middle of many a line is surer
	sum.skew.tells(t, "skew")
	if allowed := max(1, n/100); n-good > allowed {
		t.Errorf("%d of %d seeds are beyond 3 sigma, want at most %d", n-good, n, allowed)
	}
}

func TestAWholeStaysWithinThreeOfTheSigmasStated(t *testing.T) {
	n := seeds(t, 30)
	good, pieces := 0, 0
	var sum deviations
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
				sum.add(d)
				worst = deviation{max(worst.now, d.now), max(worst.mean, d.mean), max(worst.skew, d.skew)}
			}
		}
		if worst.worst() <= 3 {
			good++
		} else {
			t.Logf("seed %d, %d pieces: %.1f sigma at the end, %.1f in the middle, %.1f of the skew (%s)", seed, len(w.Pieces), worst.now, worst.mean, worst.skew, describe(c, l))
		}
	}
	t.Logf("%d of %d seeds within 3 sigma; %d pieces, %v", good, n, pieces, &sum)
	sum.tells(t)
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
