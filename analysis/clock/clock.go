// Package clock maps the clock of a remote device onto that of the host that
// heard it.
//
// Both clocks count nanoseconds; where either begins does not matter. Signs are
// those of remote - host throughout: a positive offset is a remote clock ahead
// of the host's, a positive skew one that gains on it.
//
// Three estimators take readings one at a time: Fit for pairs whose error is as
// often positive as negative, Envelope for pairs stamped on arrival, whose delay
// only ever makes the remote look behind, Timesync for questions and answers.
// NewWhole fits all pairs of a recording at once and says where the clock
// stepped or changed its rate, which is what the rest of this program goes by: the
// estimators are for programs that hear the remote as it speaks. None is safe for use by several goroutines at
// once; what they return is.
package clock

import (
	"math"
	"time"
)

// Pair is one reading of two clocks: what the host's said, and the remote's, at
// (nearly) the same instant. Nanoseconds. Valid are host, remote and remote -
// host of less than 2^62 ns, 146 years, either side of 0.
type Pair struct{ Host, Remote int64 }

// Offset is remote - host, ns.
func (p Pair) Offset() int64 { return p.Remote - p.Host }

const limit = 1 << 62

// Valid says whether the pair is within the range promised to be exact.
func (p Pair) Valid() bool {
	within := func(v int64) bool { return -limit < v && v < limit }
	return within(p.Host) && within(p.Remote) && within(p.Remote-p.Host)
}

// Estimate is how a remote clock lies to the host's, and how well that is known.
type Estimate struct {
	Line
	// Sigma is the scatter of the pairs about the line, ns: the root mean square
	// of their residuals (Fit), or of the smallest lateness of each bin
	// (Envelope). -1 while too few pairs tell. That of a Whole is no finer than what
	// the stamps of its pairs are seen to be cut to.
	Sigma int64
	// SkewSigma is the standard error of the skew, ppm; -1 where Sigma is, and
	// while the slope is held.
	SkewSigma float64
	Pairs     int           // that the line rests on
	Span      time.Duration // of host time from the oldest of them to the newest
	Ready     bool          // enough of them, over enough time, to trust it
}

// ppm is parts per million in one.
const ppm = 1e6

// floorDiv rounds towards minus infinity; b is positive.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// add and sub stop at the ends of int64 rather than wrap.
func add(a, b int64) int64 {
	switch c := a + b; {
	case a > 0 && b > 0 && c < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && c >= 0:
		return math.MinInt64
	default:
		return c
	}
}

func sub(a, b int64) int64 {
	switch c := a - b; {
	case a >= 0 && b < 0 && c < 0:
		return math.MaxInt64
	case a < 0 && b > 0 && c >= 0:
		return math.MinInt64
	default:
		return c
	}
}
