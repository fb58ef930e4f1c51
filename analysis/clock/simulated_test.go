package clock_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"postflight/analysis/clock"
)

// remoteClock is a clock whose every wrong is known. Times are s, rates ppm.
type remoteClock struct {
	start            int64 // ns it says at host time 0
	skew             float64
	drift            float64 // ppm/s
	warm, warmFor    float64 // ppm that fade as the crystal warms up, and how fast
	swing, swingFor  float64 // ppm either side as the day goes, and its period
	reboots          float64 // host time at which it starts over; 0 for never
	startAfterReboot int64
}

// gained is what it has gained on the host since 0, us.
func (c remoteClock) gained(t float64) float64 {
	us := c.skew*t + c.drift*t*t/2
	if c.warmFor > 0 {
		us += c.warm * c.warmFor * (1 - math.Exp(-t/c.warmFor))
	}
	if c.swingFor > 0 {
		w := 2 * math.Pi / c.swingFor
		us += c.swing / w * (1 - math.Cos(w*t))
	}
	return us
}

func (c remoteClock) rate(t float64) float64 {
	ppm := c.skew + c.drift*t
	if c.warmFor > 0 {
		ppm += c.warm * math.Exp(-t/c.warmFor)
	}
	if c.swingFor > 0 {
		ppm += c.swing * math.Sin(2*math.Pi/c.swingFor*t)
	}
	return ppm
}

// offset is remote - host at a host time of the stretch after the reboot or
// before it, ns.
func (c remoteClock) offset(host int64, rebooted bool) int64 {
	t := float64(host) / 1e9
	start := c.start
	if rebooted {
		start = c.startAfterReboot
	}
	return start + int64(math.Round(c.gained(t)*1000))
}

func (c remoteClock) read(host int64) int64 {
	rebooted := c.reboots > 0 && float64(host)/1e9 >= c.reboots
	return host + c.offset(host, rebooted)
}

// isRebooted says whether a pair was sent after the reboot: what the epochs of a
// source tell.
func (c remoteClock) isRebooted(p clock.Pair) bool {
	if c.reboots == 0 {
		return false
	}
	from := func(rebooted bool) float64 { return math.Abs(float64(p.Offset() - c.offset(p.Host, rebooted))) }
	return from(true) < from(false)
}

// jitter is a distribution of delays above the floor.
type jitter struct {
	name string
	draw func(random *rand.Rand, scale float64) float64
}

var jitters = []jitter{
	{"uniform", func(random *rand.Rand, scale float64) float64 { return scale * random.Float64() }},
	{"exponential", func(random *rand.Rand, scale float64) float64 { return scale * random.ExpFloat64() }},
	{"pareto", func(random *rand.Rand, scale float64) float64 {
		return scale * (math.Pow(1-random.Float64(), -1/1.5) - 1)
	}},
	{"two exponentials", func(random *rand.Rand, scale float64) float64 {
		return scale * (random.ExpFloat64() + random.ExpFloat64())
	}},
	{"rare queues", func(random *rand.Rand, scale float64) float64 {
		if random.IntN(10) == 0 {
			scale *= 10
		}
		return scale * random.ExpFloat64()
	}},
}

// link is a way from the remote to the host.
type link struct {
	rate   float64 // pairs a second
	floor  int64   // ns
	scale  float64 // of jitter, s
	jitter jitter
	loss   float64
	outage [2]float64 // s in which nothing comes
}

// arrivals are the pairs that come over the link, in the order they come.
func (l link) arrivals(random *rand.Rand, c remoteClock, seconds float64) []clock.Pair {
	var out []clock.Pair
	for t := 0.0; t < seconds; t += (0.5 + random.Float64()) / l.rate {
		if random.Float64() < l.loss || l.outage[0] <= t && t < l.outage[1] {
			continue
		}
		sent := int64(t * 1e9)
		host := sent + l.floor + int64(l.jitter.draw(random, l.scale)*1e9)
		out = append(out, clock.Pair{Host: host, Remote: c.read(sent)})
	}
	slices.SortStableFunc(out, func(a, b clock.Pair) int { return int(min(1, max(-1, a.Host-b.Host))) })
	return out
}

// logUniform is as likely to lie between 1 and 10 as between 10 and 100.
func logUniform(random *rand.Rand, low, high float64) float64 {
	return low * math.Pow(high/low, random.Float64())
}

func either(random *rand.Rand, most float64) float64 { return most * (2*random.Float64() - 1) }

// world is a clock and a link drawn from a seed.
func world(seed uint64) (random *rand.Rand, c remoteClock, l link) {
	random = rand.New(rand.NewPCG(seed, 20))
	c = remoteClock{
		skew: either(random, 80), drift: either(random, 0.002),
		warm: either(random, 3), warmFor: 60 + 240*random.Float64(),
		swing: either(random, 1), swingFor: 600 + 3000*random.Float64(),
		start: random.Int64N(1e13),
	}
	if random.IntN(2) == 0 {
		c.start = 1.8e18
	}
	if random.IntN(2) == 0 {
		c.reboots = 20 + 100*random.Float64()
		c.startAfterReboot = -int64(c.reboots * 1e9)
	}
	l = link{
		rate: logUniform(random, 5, 100), floor: random.Int64N(100 * ms),
		scale: logUniform(random, 0.001, 0.3), jitter: jitters[random.IntN(len(jitters))],
	}
	if random.IntN(2) == 0 {
		l.loss = 0.5 * random.Float64()
	}
	if random.IntN(2) == 0 {
		from := 150 * random.Float64()
		l.outage = [2]float64{from, from + 15*random.Float64()}
	}
	return random, c, l
}

func describe(c remoteClock, l link) string {
	return fmt.Sprintf("%.1f/s, %s jitter of %.1f ms, loss %.0f %%, skew %.1f ppm", l.rate, l.jitter.name, l.scale*1e3, l.loss*100, c.skew)
}
