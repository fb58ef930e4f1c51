package raster

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"time"
)

// Series is one curve: samples in the order of their log time, cut into lines.
// It is immutable and safe for concurrent use.
//
// A sample whose value is not finite has no place on an axis and is not drawn;
// the line breaks there.
type Series struct {
	times  []time.Duration
	values []float64
	breaks []int
	runs   []run
	held   time.Duration // until when the last sample holds, if that is after it
}

// run is an unbroken line: the samples [start, end), all of them finite.
type run struct {
	start, end int
	before     int // drawn samples in all earlier runs
}

// NewSeries makes a series of samples at times, which must not decrease, with
// values of the same number. A new line starts at each sample index in breaks
// (gaps, ends of epochs; see [Wraps] and [MergeBreaks]), which
// must be sorted; an index outside the samples is ignored.
//
// The series keeps the slices: the caller must not change them afterwards.
func NewSeries(times []time.Duration, values []float64, breaks []int) (*Series, error) {
	if len(times) != len(values) {
		return nil, fmt.Errorf("series: %d times for %d values", len(times), len(values))
	}
	for i := 1; i < len(times); i++ {
		if times[i] < times[i-1] {
			return nil, fmt.Errorf("series: time %v of sample %d is before %v of the one before it", times[i], i, times[i-1])
		}
	}
	if !slices.IsSorted(breaks) {
		return nil, fmt.Errorf("series: breaks are not sorted")
	}
	return &Series{times: times, values: values, breaks: breaks, runs: runsOf(values, breaks)}, nil
}

// WithBreaks returns the same samples with further breaks, sorted.
func (s *Series) WithBreaks(more []int) *Series {
	breaks := MergeBreaks(s.breaks, more)
	return &Series{times: s.times, values: s.values, breaks: breaks, runs: runsOf(s.values, breaks), held: s.held}
}

// HeldTo returns the same samples, the last of which is known to hold until end: its
// line goes on to there.
func (s *Series) HeldTo(end time.Duration) *Series {
	out := *s
	out.held = end
	return &out
}

// holds reports whether the last sample is drawn and holds at log time t.
func (s *Series) holds(t time.Duration) bool {
	n := len(s.values)
	return n > 0 && s.times[n-1] < t && t <= s.held && finite(s.values[n-1])
}

// Scaled returns the same samples with all values multiplied by a factor that is not
// 0.
func (s *Series) Scaled(factor float64) *Series {
	out := *s
	out.values = make([]float64, len(s.values))
	for i, v := range s.values {
		out.values[i] = v * factor
	}
	return &out
}

func runsOf(values []float64, breaks []int) []run {
	var runs []run
	open, drawn, next := false, 0, 0
	for i, v := range values {
		cut := false
		for next < len(breaks) && breaks[next] <= i {
			cut = true
			next++
		}
		if !finite(v) {
			open = false
			continue
		}
		if !open || cut {
			runs = append(runs, run{start: i, before: drawn})
			open = true
		}
		drawn++
		runs[len(runs)-1].end = i + 1
	}
	return runs
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// Len is the number of samples, those that are not drawn included.
func (s *Series) Len() int { return len(s.times) }

// At returns the log time and the value of sample i, which must be in [0, Len).
func (s *Series) At(i int) (time.Duration, float64) { return s.times[i], s.values[i] }

// Span is the log time of the first and of the last sample; ok is false for a
// series without samples.
func (s *Series) Span() (first, last time.Duration, ok bool) {
	if len(s.times) == 0 {
		return 0, 0, false
	}
	return s.times[0], s.times[len(s.times)-1], true
}

// Latest returns the index of the last sample at or before t, whatever its
// value: what a replay shows at t.
func (s *Series) Latest(t time.Duration) (i int, ok bool) {
	i = s.after(t) - 1
	return i, i >= 0
}

// Nearest returns the index of the drawn sample closest to t, the earlier one
// on a tie.
func (s *Series) Nearest(t time.Duration) (i int, ok bool) {
	if len(s.runs) == 0 {
		return 0, false
	}
	at := s.from(t)
	r := s.runAt(at)
	next := -1
	if r < len(s.runs) {
		next = max(at, s.runs[r].start)
	}
	prev := -1
	if r < len(s.runs) && s.runs[r].start < at {
		prev = at - 1
	} else if r > 0 {
		prev = s.runs[r-1].end - 1
	}
	switch {
	case next < 0:
		return prev, true
	case prev < 0:
		return next, true
	case t-s.times[prev] <= s.times[next]-t:
		return prev, true
	}
	return next, true
}

// from is the index of the first sample at or after t.
func (s *Series) from(t time.Duration) int {
	return sort.Search(len(s.times), func(i int) bool { return s.times[i] >= t })
}

// after is the index of the first sample after t.
func (s *Series) after(t time.Duration) int {
	return sort.Search(len(s.times), func(i int) bool { return s.times[i] > t })
}

// runAt is the first run that ends after sample i.
func (s *Series) runAt(i int) int {
	return sort.Search(len(s.runs), func(r int) bool { return s.runs[r].end > i })
}

// joined reports whether samples i-1 and i are on one line.
func (s *Series) joined(i int) bool {
	if i <= 0 || i >= len(s.times) {
		return false
	}
	r := s.runAt(i - 1)
	return r < len(s.runs) && s.runs[r].start < i && s.runs[r].end > i
}
