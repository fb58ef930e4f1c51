package link

import (
	"slices"
	"time"

	"postflight/decode/flight"
)

// Series is the link over time, one element a bucket.
type Series struct {
	From, Bucket time.Duration // log time of the first bucket, length of each
	Received     []int         // frames, duplicates among them
	Lost         []int         // in the bucket of the frame that showed it
	CRCFailed    []int
	Junk         []int64 // bytes
}

// Over counts what happened between two log times, both included, in equal
// buckets. With sources named, only they count, and junk is nobody's.
func (r *Result) Over(from, to time.Duration, buckets int, sources ...flight.Source) Series {
	buckets = max(1, buckets)
	s := Series{
		From: from, Bucket: max(1, (to-from)/time.Duration(buckets)+1),
		Received: make([]int, buckets), Lost: make([]int, buckets), CRCFailed: make([]int, buckets),
		Junk: make([]int64, buckets),
	}
	of := func(t time.Duration) (int, bool) { return int((t - from) / s.Bucket), t >= from && t <= to }
	all := len(sources) == 0
	wanted := make([]bool, len(r.log.Streams))
	for i, stream := range r.log.Streams {
		wanted[i] = all || slices.Contains(sources, stream.Source)
	}
	first, _ := slices.BinarySearch(r.log.Frames.Time, from)
	for i := first; i < r.log.Frames.Len() && r.log.Frames.Time[i] <= to; i++ {
		if wanted[r.log.Frames.Stream[i]] {
			b, _ := of(r.log.Frames.Time[i])
			s.Received[b]++
		}
	}
	for _, source := range r.Sources {
		if !all && !slices.Contains(sources, source.Source) {
			continue
		}
		for _, g := range source.Gaps {
			if b, ok := of(r.log.Frames.Time[g.Frame]); ok {
				s.Lost[b] += g.Lost
			}
		}
	}
	for i := range r.log.Damage {
		d := &r.log.Damage[i]
		b, ok := of(d.Time)
		switch {
		case !ok:
		case d.Kind == flight.CRCFailed && d.Frame > 0 && (all || slices.Contains(sources, d.Source)):
			s.CRCFailed[b]++
		case d.Kind == flight.Junk && all:
			s.Junk[b] += d.Length
		}
	}
	return s
}
