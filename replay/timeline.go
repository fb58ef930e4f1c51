package replay

import (
	"sort"
	"time"
)

// Timeline is where the frames of a flight lie in log time.
type Timeline interface {
	// Bounds gives the times of the first and the last frame, both 0 if there is none.
	Bounds() (first, last time.Duration)
	// After gives the first frame time strictly after t, and false if there is none.
	After(t time.Duration) (time.Duration, bool)
	// Before gives the last frame time strictly before t, and false if there is none.
	Before(t time.Duration) (time.Duration, bool)
}

// Times is a [Timeline] over ascending frame times, equal ones allowed. It
// reads the slice and never writes to it.
type Times []time.Duration

// Bounds implements [Timeline].
func (ts Times) Bounds() (first, last time.Duration) {
	if len(ts) == 0 {
		return 0, 0
	}
	return ts[0], ts[len(ts)-1]
}

// After implements [Timeline] by binary search.
func (ts Times) After(t time.Duration) (time.Duration, bool) {
	i := firstAfter(ts, t)
	if i == len(ts) {
		return 0, false
	}
	return ts[i], true
}

// Before implements [Timeline] by binary search.
func (ts Times) Before(t time.Duration) (time.Duration, bool) {
	i := firstNotBefore(ts, t)
	if i == 0 {
		return 0, false
	}
	return ts[i-1], true
}

// At looks up what a stream shows at log time t: the index of the last of its
// ascending times that is not after t. Of equal times that is the last in file
// order. Before the first sample there is nothing to show: ok is false.
func At(times []time.Duration, t time.Duration) (index int, ok bool) {
	i := firstAfter(times, t)
	return i - 1, i > 0
}

func firstAfter(times []time.Duration, t time.Duration) int {
	return sort.Search(len(times), func(i int) bool { return times[i] > t })
}

func firstNotBefore(times []time.Duration, t time.Duration) int {
	return sort.Search(len(times), func(i int) bool { return times[i] >= t })
}
