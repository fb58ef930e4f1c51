package app

import "time"

// slowCall is the longest that work on the UI goroutine may take: a frame.
const slowCall = 16 * time.Millisecond

// calls sums up how long the calls on the UI goroutine took.
type calls struct {
	count, slow int
	frames      int // states of the replay that were shown
	longest     time.Duration
	drawn       drawings // which the toolkit asks for beside the calls
}

func (c *calls) add(took time.Duration, tr *trace) {
	c.count++
	c.longest = max(c.longest, took)
	if took > slowCall {
		c.slow++
		tr.event("slow", values{"took_ms": milliseconds(took)})
	}
}

// sum is what the trace ends with.
func (c *calls) sum() values {
	return values{
		"ui_calls": c.count, "ui_slow": c.slow, "ui_frames": c.frames, "ui_longest_ms": milliseconds(c.longest),
		"draws": c.drawn.count, "draw_longest_ms": milliseconds(c.drawn.longest), "draw_median_ms": milliseconds(c.drawn.median()),
	}
}

// drawings sums up how long drawing plots took, in a memory that does not grow.
type drawings struct {
	count   int
	longest time.Duration
	bins    [400]int // by their length; the last takes all that are longer
}

// bin is as finely as the lengths of drawings are told apart.
const bin = 250 * time.Microsecond

func (d *drawings) add(took time.Duration) {
	d.count++
	d.longest = max(d.longest, took)
	d.bins[min(int(max(took, 0)/bin), len(d.bins)-1)]++
}

// median is the length that half of the drawings did not exceed, to a bin; 0 without
// any.
func (d *drawings) median() time.Duration {
	seen := 0
	for i, n := range d.bins {
		if seen += n; 2*seen >= d.count && seen > 0 {
			return min(time.Duration(i+1)*bin, d.longest)
		}
	}
	return 0
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
