package raster

import (
	"math"
	"slices"
	"time"
)

const (
	// gapIntervals lets up to three samples in a row be missing before the line
	// is torn: single losses are usual on a radio link and reading across them is
	// harmless, while a longer silence must be seen.
	gapIntervals = 4
	// minGap keeps fast streams whole when the ground station hands on their
	// samples in bursts, as serial and radio links do.
	minGap = 50 * time.Millisecond
	// gapProbes bounds the intervals that the median is taken of.
	gapProbes = 4096
)

// GapLimit is the silence above which the line through samples at times (not
// decreasing) is broken: four median intervals of the stream itself, and at
// least 50 ms. Intervals of zero do not count: bursts share one capture time.
func GapLimit(times []time.Duration) time.Duration {
	stride := max(1, len(times)/gapProbes)
	var steps []time.Duration
	for i := 1; i < len(times); i += stride {
		if d := times[i] - times[i-1]; d > 0 {
			steps = append(steps, d)
		}
	}
	if len(steps) == 0 {
		return minGap
	}
	slices.Sort(steps)
	median := steps[len(steps)/2]
	if median > math.MaxInt64/gapIntervals {
		return math.MaxInt64
	}
	return max(gapIntervals*median, minGap)
}

// GapBreaks returns the indexes of the samples that come more than limit after
// the one before.
func GapBreaks(times []time.Duration, limit time.Duration) []int {
	var breaks []int
	for i := 1; i < len(times); i++ {
		if times[i]-times[i-1] > limit {
			breaks = append(breaks, i)
		}
	}
	return breaks
}

// WrapBreaks returns the indexes of the samples whose value is more than half
// a turn from the one before: an angle that wrapped, which must not be drawn as
// a stroke across the plot. half is 180 for degrees, pi for radians.
func WrapBreaks(values []float64, half float64) []int {
	var breaks []int
	for i := 1; i < len(values); i++ {
		if math.Abs(values[i]-values[i-1]) > half {
			breaks = append(breaks, i)
		}
	}
	return breaks
}

// MergeBreaks joins sorted lists of breaks into one sorted list without
// duplicates.
func MergeBreaks(lists ...[]int) []int {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
