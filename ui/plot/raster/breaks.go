package raster

import "slices"

// MergeBreaks joins sorted lists of breaks into one sorted list without
// duplicates.
func MergeBreaks(lists ...[]int) []int {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}
