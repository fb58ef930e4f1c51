package clock_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"postflight/analysis/clock"
)

// mavros is the TIMESYNC filter of MAVROS and PX4: double exponential smoothing
// with gains that fall over the first 500 exchanges. ns; offsets are remote -
// host. Offsets are kept against that of the first exchange.
type mavros struct {
	base         int64
	offset, skew float64
	seq, far     int
}

func (m *mavros) push(sent, remote, received int64) {
	const maxRTT, maxDeviation, convergence, farLimit = 10e6, 10e6, 500, 10
	if received-sent >= maxRTT {
		return
	}
	if m.seq == 0 {
		m.base = remote - sent
	}
	observed := float64(remote-sent-m.base) - float64(received-sent)/2
	if m.seq >= convergence && math.Abs(m.offset-observed) > maxDeviation {
		if m.far++; m.far > farLimit {
			*m = mavros{}
		}
		return
	}
	m.far = 0
	alpha, beta := 0.003, 0.003
	if m.seq < convergence {
		p := 1 - math.Exp(0.5*(1-1/(1-float64(m.seq)/convergence)))
		alpha = p*0.003 + (1-p)*0.05
		beta = alpha
	}
	if m.seq == 0 {
		m.offset = observed
	} else {
		before := m.offset
		m.offset = alpha*observed + (1-alpha)*(m.offset+m.skew)
		m.skew = beta*(m.offset-before) + (1-beta)*m.skew
	}
	m.seq++
}

func (m *mavros) converged() bool { return m.seq >= 500 }

// exchange is a question and its answer, ns.
type exchange struct{ sent, remote, received int64 }

// exchanges are ten a second, over a link whose ways are alike.
func exchanges(random *rand.Rand, c remoteClock, l link, seconds float64) []exchange {
	var out []exchange
	for t := 0.0; t < seconds; t += 0.1 {
		way := func() int64 { return l.floor + int64(l.jitter.draw(random, l.scale)*1e9) }
		sent := int64(t * 1e9)
		reached := sent + way()
		if e := (exchange{sent, c.read(reached), reached + way()}); random.Float64() >= l.loss {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b exchange) int { return int(min(1, max(-1, a.received-b.received))) })
	return out
}

// score collects the errors of one estimator.
type score struct {
	name         string
	offset, skew []float64 // ms, ppm
	runs         int
}

func (s *score) add(ok bool, offset, skew float64) {
	s.runs++
	if ok {
		s.offset, s.skew = append(s.offset, math.Abs(offset)/1e6), append(s.skew, math.Abs(skew))
	}
}

// rank is the median or another quantile; NaN where there is nothing.
func rank(v []float64, q float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	slices.Sort(v)
	return v[int(math.Ceil(q*float64(len(v))))-1]
}

func TestEstimatorsSideBySide(t *testing.T) {
	n := seeds(t, 12)
	t.Log("150 s of 20 arrivals and 10 exchanges a second, exponential jitter each way, floor 2 ms each way; errors at the end, less the floor for arrivals")
	t.Log("jitter ms  estimator       answers  offset ms: median    95 %   skew ppm: median    95 %")
	for _, scale := range []float64{0.001, 0.005, 0.02, 0.1, 0.3} {
		scores := []*score{{name: "envelope"}, {name: "least squares"}, {name: "timesync"}, {name: "mavros-like"}}
		for seed := range uint64(n) {
			compareEstimators(t, seed, scale, scores)
		}
		for _, s := range scores {
			t.Logf("%9.0f  %-14s  %5.0f %%  %17.4f %7.3f  %17.2f %7.2f", scale*1e3, s.name, 100*float64(len(s.offset))/float64(s.runs),
				rank(s.offset, 0.5), rank(s.offset, 0.95), rank(s.skew, 0.5), rank(s.skew, 0.95))
		}
		if e, l := rank(scores[0].offset, 0.95), rank(scores[1].offset, 0.5); e > l/5 {
			t.Errorf("jitter %v s: the envelope's offset is off by %.3f ms, least squares by %.3f ms", scale, e, l)
		}
		// It takes no round trip of 10 ms or more: 4 ms are the least here.
		if m := len(scores[3].offset); scale <= 0.001 && m < n || scale >= 0.02 && m > 0 {
			t.Errorf("jitter %v s: the filter converged in %d of %d", scale, m, n)
		}
		if s, m := rank(scores[2].offset, 0.5), rank(scores[3].offset, 0.5); s > m {
			t.Errorf("jitter %v s: timesync's offset is off by %.3f ms, the filter's by %.3f ms", scale, s, m)
		}
	}
}

func compareEstimators(t *testing.T, seed uint64, scale float64, scores []*score) {
	random, c, _ := world(seed)
	c.reboots = 0
	l := link{rate: 20, floor: 2 * ms, scale: scale, jitter: jitters[1]}

	envelope, fit := clock.SixtySecondEnvelope(), clock.SixtySecondFit()
	var newest int64
	for _, p := range l.arrivals(random, c, 150) {
		envelope.Push(p)
		fit.Push(p)
		newest = p.Host
	}
	truth := func(host int64) float64 { return c.rate(float64(host-30*second) / 1e9) }
	for i, f := range []interface {
		Estimate() (clock.Estimate, bool)
	}{envelope, fit} {
		e := estimate(t, f)
		scores[i].add(e.Ready, float64(e.OffsetAt(newest)-(c.offset(newest, false)-l.floor)), e.SkewPPM()-truth(newest))
	}

	timesync, filter := clock.NewTimesync(time.Minute, clock.FitPairs), &mavros{}
	for _, x := range exchanges(random, c, l, 150) {
		timesync.Push(x.sent, x.remote, x.received)
		filter.push(x.sent, x.remote, x.received)
		newest = x.received
	}
	e := estimate(t, timesync)
	scores[2].add(e.Ready, float64(e.OffsetAt(newest)-c.offset(newest, false)), e.SkewPPM()-truth(newest))
	scores[3].add(filter.converged(), float64(filter.base-c.offset(newest, false))+filter.offset,
		filter.skew/1e8*1e6-c.rate(float64(newest)/1e9))
}
