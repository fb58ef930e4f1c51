// Package gap says from which silence on a stream has a gap: by its own rate, the
// same for a plot, for statistics and for an export.
package gap

import (
	"math"
	"slices"
	"time"
)

const (
	// intervals lets up to three samples in a row be missing: single losses are
	// usual on a radio link and reading across them is harmless, while a longer
	// silence must be seen.
	intervals = 4
	// shortest keeps fast streams whole when the ground station hands on their
	// samples in bursts, as serial and radio links do.
	shortest = 50 * time.Millisecond
	// burst is the pause that ends a burst: stations hand on within it what arrived
	// together.
	burst = 20 * time.Millisecond
	// burstLength is how many samples a burst has at most.
	burstLength = 10
	// probes bounds the intervals that the median is taken of.
	probes = 4096
)

// Limit is the silence above which samples at times (not decreasing) do not
// belong to one line: four median intervals of the stream itself, and at least
// 50 ms. Where samples come in bursts, the intervals are those from burst to
// burst.
func Limit(times []time.Duration) time.Duration {
	stride := max(1, len(times)/probes)
	var steps []time.Duration
	for i := 1; i < len(times); i += stride {
		if d := times[i] - times[i-1]; d > 0 {
			steps = append(steps, d)
		}
	}
	if len(steps) == 0 {
		return shortest
	}
	slices.Sort(steps)
	if within, _ := slices.BinarySearch(steps, burst); within > 0 && (len(steps)-within)*burstLength >= len(steps) {
		steps = steps[within:]
	}
	median := steps[len(steps)/2]
	if median > math.MaxInt64/intervals {
		return math.MaxInt64
	}
	return max(intervals*median, shortest)
}

// Interval is how far apart samples are whose [Limit] is limit.
func Interval(limit time.Duration) time.Duration { return limit / intervals }

// Breaks lists the samples that come more than limit after the one before.
func Breaks(times []time.Duration, limit time.Duration) []int {
	var breaks []int
	for i := 1; i < len(times); i++ {
		if times[i]-times[i-1] > limit {
			breaks = append(breaks, i)
		}
	}
	return breaks
}

const (
	// ShortestSilence is what a sender may pause without being called silent.
	ShortestSilence = 2 * time.Second
	// silenceFrames is how many frames, at the mean rate, are missing in a silence.
	silenceFrames = 10
)

// Silence is the pause above which a sender, whose frames of all kinds came at
// times, was silent: its stream of frames has a gap, ten frames at its mean rate
// are missing, and it is more than 2 s. A sender that only speaks when it is
// spoken to is thus never silent.
func Silence(times []time.Duration) time.Duration {
	if len(times) < 2 {
		return math.MaxInt64
	}
	mean := (times[len(times)-1] - times[0]) / time.Duration(len(times)-1)
	if mean > math.MaxInt64/silenceFrames {
		return math.MaxInt64
	}
	return max(ShortestSilence, Limit(times), silenceFrames*mean)
}
