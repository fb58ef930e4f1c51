package link

import (
	"slices"
	"time"

	"postflight/decode/flight"
)

// Series is the link over time, one element a bucket. The elements of each list
// add up to what the accounts of its sources count.
type Series struct {
	From, Bucket time.Duration // log time of the first bucket, length of each
	Received     []int         // frames, duplicates among them
	Lost         []int         // in the bucket of the frame that showed it
	Late         []int
	Duplicate    []int
	CRCFailed    []int
	Restarts     []int
	Junk         []int64 // bytes
}

// PerSecond is how often a second something came in each bucket; counts is a list
// of the series.
func (s *Series) PerSecond(counts []int) []float64 {
	out := make([]float64, len(counts))
	for i, n := range counts {
		out[i] = float64(n) / s.Bucket.Seconds()
	}
	return out
}

// Over counts what happened between two log times, both included, in equal
// buckets. With sources named, only they count, and junk is nobody's.
func (r *Result) Over(from, to time.Duration, buckets int, sources ...flight.Source) Series {
	buckets = max(1, buckets)
	o := &over{
		log: r.log, from: from, to: to, sources: sources,
		out: Series{
			From: from, Bucket: max(1, (to-from)/time.Duration(buckets)+1),
			Received: make([]int, buckets), Lost: make([]int, buckets), Late: make([]int, buckets),
			Duplicate: make([]int, buckets), CRCFailed: make([]int, buckets), Restarts: make([]int, buckets),
			Junk: make([]int64, buckets),
		},
	}
	o.received()
	o.frames(o.out.Late, r.late)
	o.frames(o.out.Duplicate, r.copied)
	for _, s := range r.Sources {
		if o.wants(s.Source) {
			for _, g := range s.Gaps {
				o.add(o.out.Lost, r.log.Frames.Time[g.Frame], g.Lost)
			}
		}
	}
	for _, s := range r.restarts {
		if o.wants(s.Source) {
			o.add(o.out.Restarts, r.log.Frames.Time[s.Frame], 1)
		}
	}
	o.damage()
	return o.out
}

// over is the work of Over.
type over struct {
	log      *flight.Log
	from, to time.Duration
	sources  []flight.Source
	out      Series
}

func (o *over) wants(source flight.Source) bool {
	return len(o.sources) == 0 || slices.Contains(o.sources, source)
}

func (o *over) bucket(t time.Duration) (k int, ok bool) {
	return int((t - o.from) / o.out.Bucket), t >= o.from && t <= o.to
}

func (o *over) add(counts []int, t time.Duration, n int) {
	if k, ok := o.bucket(t); ok {
		counts[k] += n
	}
}

func (o *over) received() {
	wanted := make([]bool, len(o.log.Streams))
	for i, stream := range o.log.Streams {
		wanted[i] = o.wants(stream.Source)
	}
	f := &o.log.Frames
	first, _ := slices.BinarySearch(f.Time, o.from)
	for i := first; i < f.Len() && f.Time[i] <= o.to; i++ {
		if wanted[f.Stream[i]] {
			o.add(o.out.Received, f.Time[i], 1)
		}
	}
}

// frames counts frames by number.
func (o *over) frames(counts []int, list []uint32) {
	f := &o.log.Frames
	for _, i := range list {
		if o.wants(o.log.Streams[f.Stream[i]].Source) {
			o.add(counts, f.Time[i], 1)
		}
	}
}

func (o *over) damage() {
	for i := range o.log.Damage {
		switch d := &o.log.Damage[i]; {
		case d.Kind == flight.CRCFailed && d.Frame > 0 && o.wants(d.Source):
			o.add(o.out.CRCFailed, d.Time, 1)
		case d.Kind == flight.Junk && len(o.sources) == 0:
			if k, ok := o.bucket(d.Time); ok {
				o.out.Junk[k] += d.Length
			}
		}
	}
}
