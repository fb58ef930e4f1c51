package gap

import (
	"sort"
	"time"
)

// Hold says how long a sample is what a stream says: until its sender's clock
// begins anew, or until the stream is silent. The zero value is for ever.
type Hold struct {
	Limit time.Duration   // the silence that ends it; 0 means none does
	Ends  []time.Duration // where epochs begin, ascending
}

// HoldOf is the Hold of samples at times (not decreasing) whose sender begins
// epochs at ends. Fewer than three samples tell no rate, and no silence.
func HoldOf(times, ends []time.Duration) Hold {
	h := Hold{Ends: ends}
	if len(times) > 2 {
		h.Limit = Limit(times)
	}
	return h
}

// Reaches reports whether a sample at one time still says something at a later
// one.
func (h Hold) Reaches(at, t time.Duration) bool {
	if h.Limit > 0 && t-at > h.Limit {
		return false
	}
	next := sort.Search(len(h.Ends), func(i int) bool { return h.Ends[i] > at })
	return next == len(h.Ends) || h.Ends[next] > t
}
