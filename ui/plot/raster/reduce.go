package raster

import (
	"math/bits"
	"time"
)

// Column is what one line of a series leaves in one pixel column, or one single
// sample of it.
type Column struct {
	X           float64 // in pixels from the left edge of the picture; outside it for a neighbour
	Min, Max    float64 // exact range of the samples
	First, Last float64 // first and last value, in file order
	N           int     // samples; 0 where only the line is led on, as the last sample holds
	Break       bool    // a new line starts here: not joined to the column before
}

// maxLines is how many separate lines one pixel column is split into, so that
// a break (an angle that wraps) is not bridged. What is left beyond is joined
// into one, which bounds the work.
const maxLines = 4

// Reduce appends to dst what a picture of width pixels shows of s from log
// time from to log time to, both included, and returns it. Every sample in
// there lies in the range of a Column of its pixel column. With no more than
// one sample a pixel, each sample is a Column of its own at its exact place.
// The sample just outside each side is added where a line leaves the picture.
// p is the pyramid of s, or nil.
func (s *Series) Reduce(dst []Column, p *Pyramid, from, to time.Duration, width int) []Column {
	if width <= 0 {
		return dst
	}
	to = max(to, from+1)
	r := reducer{series: s, pyramid: p, grid: grid{from, to, width}, out: dst, step: 1}
	lo, hi := s.from(from), s.after(to)
	r.samples = hi-lo <= width
	if s.joined(lo) {
		r.sample(lo - 1)
	}
	if r.samples {
		for i := lo; i < hi; i++ {
			r.sample(i)
		}
	} else {
		r.columns(lo, hi)
	}
	if s.joined(hi) {
		r.sample(hi)
	}
	if end := min(to, s.held); hi == len(s.times) && end > from && s.holds(end) {
		r.hold(lo == hi, end)
	}
	return r.out
}

// Extent is the range of the drawn values from log time from to log time to,
// both included; ok is false if there are none. p is the pyramid of s, or nil.
func (s *Series) Extent(p *Pyramid, from, to time.Duration) (lo, hi float64, ok bool) {
	a, b := s.from(from), s.after(to)
	if a >= b {
		return 0, 0, false
	}
	e := p.extent(s, a, b)
	if e.empty() {
		return 0, 0, false
	}
	lo, hi = e.values()
	return lo, hi, true
}

type reducer struct {
	series  *Series
	pyramid *Pyramid
	grid    grid
	samples bool
	out     []Column

	run    int // first run that ends after what was handed on
	placed bool

	step    int  // samples in the last pixel column that has any
	fetched rank // of what was read only to have it near
}

// sample hands on sample i as it is, unless it is not drawn.
func (r *reducer) sample(i int) {
	if !r.seek(i) || r.series.runs[r.run].start > i {
		return
	}
	v := r.series.values[i]
	r.emit(Column{X: r.grid.x(r.series.times[i]), Min: v, Max: v, First: v, Last: v, N: 1}, i, i+1)
}

// hold leads the line of the last sample on to log time end. The sample is handed on
// first if it lies before the picture.
func (r *reducer) hold(before bool, end time.Duration) {
	last := len(r.series.values) - 1
	if before {
		r.sample(last)
	}
	v := r.series.values[last]
	r.out = append(r.out, Column{X: r.grid.x(end), Min: v, Max: v, First: v, Last: v})
}

// ahead is for how many pixel columns the memory is asked at a time.
const ahead = 32

// columns hands on the samples [lo, hi), pixel column by pixel column.
func (r *reducer) columns(lo, hi int) {
	var all [ahead]int
	for c := 0; c < r.grid.width && lo < hi; c += ahead {
		ends := all[:min(ahead, r.grid.width-c)]
		r.ends(ends, c, lo, hi)
		r.fetched ^= r.pyramid.fetch(r.series, ends)
		for k, end := range ends {
			if end > lo {
				r.column(c+k, lo, end)
			}
			lo = end
		}
	}
}

// ends finds where the pixel columns from c on end in the samples [lo, hi).
func (r *reducer) ends(ends []int, c, lo, hi int) {
	for k := range ends {
		r.fetched ^= rank(r.series.times[min(lo+(k+1)*r.step, hi-1)])
	}
	for k := range ends {
		ends[k] = hi
		if c+k+1 < r.grid.width {
			ends[k] = r.before(lo, hi, r.grid.start(c+k+1))
		}
		if ends[k] > lo {
			r.step = ends[k] - lo
		}
		lo = ends[k]
	}
}

// before finds the first sample in [i, hi) at or after t. It looks outward from
// where it lies if this pixel column holds as many samples as the one before: every
// look elsewhere in a long series is a miss of the cache.
func (r *reducer) before(i, hi int, t time.Duration) int {
	times := r.series.times[:hi]
	lo, end := i, min(i+r.step, hi)
	for reach := 1; end < hi && times[end] < t; reach *= 2 {
		lo = end + 1
		end = min(end+reach, hi)
	}
	for reach := 1; end-reach > lo; reach *= 2 {
		if times[end-reach] < t {
			lo = end - reach + 1
			break
		}
		end -= reach
	}
	for lo < end {
		mid := int(uint(lo+end) / 2)
		if times[mid] < t {
			lo = mid + 1
		} else {
			end = mid
		}
	}
	return lo
}

// column hands on the lines that cross the samples [a, b) of pixel column c.
func (r *reducer) column(c, a, b int) {
	for n := 1; r.seek(a); n++ {
		line := r.series.runs[r.run]
		a = max(a, line.start)
		if a >= b {
			return
		}
		end := min(line.end, b)
		if n == maxLines && end < b {
			end = r.series.lastDrawn(b)
		}
		r.piece(c, a, end)
		a = end
	}
}

// piece hands on the samples [a, b) of pixel column c, the first and the last
// of which are drawn.
func (r *reducer) piece(c, a, b int) {
	s := r.series
	col := Column{X: float64(c) + 0.5, First: s.values[a], Last: s.values[b-1]}
	col.Min, col.Max = r.pyramid.extent(s, a, b).values()
	first := s.runs[r.run]
	r.emit(col, a, b)
	last := s.runs[r.run]
	out := &r.out[len(r.out)-1]
	out.N = last.before + b - last.start - first.before - (a - first.start)
	if out.N == 1 {
		out.X = min(max(r.grid.x(s.times[a]), float64(c)), float64(c)+0.999)
	}
}

// emit appends col, which holds the samples [a, b) and starts on the run at
// hand, and leaves the reducer on the run of its last sample.
func (r *reducer) emit(col Column, a, b int) {
	col.Break = !r.placed || r.series.runs[r.run].start == a
	r.out = append(r.out, col)
	r.placed = true
	if r.series.runs[r.run].end < b {
		r.run = r.series.runAt(b - 1)
	}
}

// seek moves to the first run that ends after sample i, if there is one.
func (r *reducer) seek(i int) bool {
	runs := r.series.runs
	if !r.placed && r.run == 0 {
		r.run = r.series.runAt(i)
	}
	for n := 0; r.run < len(runs) && runs[r.run].end <= i; n++ {
		if n == 8 {
			r.run = r.series.runAt(i)
			break
		}
		r.run++
	}
	return r.run < len(runs)
}

// grid lays pixel columns over a span of log time.
type grid struct {
	from, to time.Duration
	width    int
}

// x is the place of t in pixels.
func (g grid) x(t time.Duration) float64 {
	return float64(t-g.from) / float64(g.to-g.from) * float64(g.width)
}

// start is the first instant of pixel column c: from + c * span / width,
// rounded up, in 128 bits as spans of days times columns leave 64.
func (g grid) start(c int) time.Duration {
	hi, lo := bits.Mul64(uint64(g.to-g.from), uint64(c))
	lo, carry := bits.Add64(lo, uint64(g.width-1), 0)
	q, _ := bits.Div64(hi+carry, lo, uint64(g.width))
	return g.from + time.Duration(q)
}
