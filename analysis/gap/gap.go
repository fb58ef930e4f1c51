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
	// burstLength is how many samples a burst has at most: pauses that are rarer are
	// no rhythm of the stream.
	burstLength = 16
	// fewSteps is how many pauses may be outages rather than a rhythm however short
	// the stream is, as long as they are not most of it.
	fewSteps = 4
	// probes bounds the steps that are looked at, in blocks that show whole bursts.
	probes, block = 8192, 128
)

// Limit is the silence above which samples at times (not decreasing) do not
// belong to one line: four times the usual step of the stream itself, and at least
// 50 ms.
//
// The usual step is the median by time: half of the time lies in steps no longer. It
// is the distance of samples where they come steadily, and that of bursts where a
// station hands on samples in bursts. The longest steps do not count, up to one in
// sixteen: they may be the outages that are looked for.
func Limit(times []time.Duration) time.Duration {
	steps := stepsOf(times)
	if len(steps) == 0 {
		return shortest
	}
	slices.Sort(steps)
	outages := max((len(steps)+burstLength-1)/burstLength, min(fewSteps, len(steps)/2))
	usual := medianByTime(steps[:len(steps)-min(outages, len(steps)-1)])
	if usual > math.MaxInt64/intervals {
		return math.MaxInt64
	}
	return max(intervals*usual, shortest)
}

// stepsOf is the time between samples, of some blocks of a long stream. Samples of one
// time came together.
func stepsOf(times []time.Duration) []time.Duration {
	var steps []time.Duration
	stride := max(block, len(times)/(probes/block))
	for at := 1; at < len(times); at += stride {
		for i := at; i < min(at+block, len(times)); i++ {
			if d := times[i] - times[i-1]; d > 0 {
				steps = append(steps, d)
			}
		}
	}
	return steps
}

// medianByTime is the step, of some in ascending order, up to which half of the time
// lies.
func medianByTime(steps []time.Duration) time.Duration {
	var all, sum float64
	for _, d := range steps {
		all += float64(d)
	}
	for _, d := range steps {
		if sum += float64(d); sum >= all/2 {
			return d
		}
	}
	return steps[len(steps)-1]
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
