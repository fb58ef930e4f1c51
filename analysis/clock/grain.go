package clock

import (
	"math"
	"time"
)

const (
	// finest is the least that pairs are taken to scatter by: time stamps of a
	// microsecond.
	finest = time.Microsecond
	// bootResolution is that of a boot clock (MAVLink common messages, time_boot_ms):
	// what is whole by more and sent by the beat was hardly cut.
	bootResolution = time.Millisecond
	// onGrid is the share of time stamps that are whole: a few may be damaged.
	onGrid = 0.99
)

// resolutions are those that clocks are read with that do not tell microseconds:
// whole milliseconds, and the ticks that systems count by, of which a clock is read
// in between. Messages may be sent as regularly as the coarse ones: those are told by
// stamps that several share.
var (
	resolutions = []time.Duration{
		20 * time.Millisecond, 16 * time.Millisecond, 15625 * time.Microsecond, 10 * time.Millisecond, 8 * time.Millisecond,
		5 * time.Millisecond, 4 * time.Millisecond, 2 * time.Millisecond, time.Millisecond, 100 * time.Microsecond, 10 * time.Microsecond,
	}
	ticks = []time.Duration{time.Second, 500 * time.Millisecond, 200 * time.Millisecond, 100 * time.Millisecond, 50 * time.Millisecond}
)

// hostResolution is the coarsest that the host stamps of pairs are whole by.
func hostResolution(pairs []Pair, points []indexed) time.Duration {
	const enough = 0.05
	shared := 0
	for i, p := range pairs {
		if i > 0 && p.Host == pairs[i-1].Host && p.Remote != pairs[i-1].Remote {
			shared++
		}
	}
	stamp := func(i int) int64 { return points[i].x }
	if float64(shared) >= enough*float64(len(pairs)) {
		if r := resolution(ticks, len(points), stamp); r > finest {
			return r
		}
	}
	return resolution(resolutions, len(points), stamp)
}

// resolution is the first of those given that n time stamps are whole by.
func resolution(of []time.Duration, n int, stamp func(i int) int64) time.Duration {
	for _, r := range of {
		even, left := 0, n
		for left > 0 && float64(even+left) >= onGrid*float64(n) { // it still can be
			left--
			if stamp(left)%int64(r) == 0 {
				even++
			}
		}
		if left == 0 && float64(even) >= onGrid*float64(n) {
			return r
		}
	}
	return finest
}

// fitting is how lines are laid through the pairs of a Whole.
type fitting struct {
	method Method
	grain  float64 // by how much time stamps that are cut off may bend a line, ns
	shift  float64 // by how much they may shift it, as a sigma, ns; 0 for not at all
	tilt   float64 // by how much one end more than the other, likely, ns
}

// newFitting looks at how finely the stamps of pairs were read, of which points are
// what the lines go by.
//
// A host's stamp that is cut off makes the remote look ahead by what was cut. The
// envelope goes by the pairs that look most ahead, so it is too high by nearly the
// whole resolution. A remote's makes it look behind, and the envelope goes by those of
// which least was cut: nothing, unless messages are sent so regularly that always the
// same is. Errors without a preferred sign are made larger, which their scatter tells.
func newFitting(method Method, pairs []Pair, points []indexed) fitting {
	by := fitting{method: method, grain: float64(finest)}
	if method == LeastSquares {
		return by
	}
	host := hostResolution(pairs, points)
	remote := resolution(resolutions, len(points), func(i int) int64 { return points[i].x + points[i].y })
	if host > finest {
		by.grain, by.shift = float64(host), float64(host)
		by.tilt = float64(min(host, resolutions[0])) / 10 // both ends are cut nearly alike
		if remote > finest {
			by.tilt = max(by.tilt, float64(min(host, remote))) // unless the cuts beat
		}
	}
	beat := regular(points, remote)
	if beat && max(host, remote) > finest {
		by.grain = max(by.grain, float64(remote))
		by.tilt = by.grain // the line may lie on one step of a staircase
	}
	switch {
	case beat && remote > finest: // evenly spread up to the resolution, of which the mean is not taken off
		by.shift = max(by.shift, float64(min(remote, bootResolution))/math.Sqrt(3))
	case remote > bootResolution: // all times that are whole by that may be the beat
		by.shift = max(by.shift, float64(bootResolution)/math.Sqrt(12))
	}
	return by
}

// regular says whether the times between messages are multiples of one that is
// longer than what their stamps are whole by.
func regular(points []indexed, resolution time.Duration) bool {
	const group = 4 // numbers at random have no common divisor, 12 times of 13
	groups, common := 0, 0
	divisor, n := int64(0), 0
	for i := 1; i < len(points); i++ {
		d := points[i].x + points[i].y - points[i-1].x - points[i-1].y
		if d == 0 {
			continue
		}
		divisor = gcd(divisor, d)
		if n++; n == group {
			groups++
			if divisor > int64(resolution) {
				common++
			}
			divisor, n = 0, 0
		}
	}
	return 2*common > groups
}

// gcd is the greatest common divisor, of 0 and b that of b; not negative.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// roughen lets no sigma be finer than the time stamps.
func (f fitting) roughen(e *Estimate) {
	if e.Sigma < 0 {
		return
	}
	e.Sigma = max(e.Sigma, whole(f.shift))
	if e.SkewSigma >= 0 && e.Span > 0 {
		const even = 0.41 // sigma of the difference of two that are evenly spread
		e.SkewSigma = max(e.SkewSigma, even*f.tilt/float64(e.Span)*ppm)
	}
}
