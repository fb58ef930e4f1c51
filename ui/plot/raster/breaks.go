package raster

import (
	"math"
	"slices"
)

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
