package plot

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"postflight/ui/plot/raster"
)

// Statistic sums up one curve over a stretch of log time. The mean of an angle that
// wraps is the direction it points to on average; it has no RMS, which is NaN.
type Statistic struct {
	Pane  int // index in the stack
	Curve string
	Unit  string
	raster.Statistics

	step  float64 // resolution of the values
	exact bool    // no range makes it finer
}

// Value is one curve's latest sample at a time.
type Value struct {
	Pane  int // index in the stack
	Curve string
	Unit  string
	Value float64
	At    time.Duration // of the sample
	OK    bool          // there is one
	Text  string        // of the value and what it stands for, without its unit
}

// ValuesAt are the values of all curves at log time t: of each the last sample
// at or before it, if that still holds.
func (s *Stack) ValuesAt(t time.Duration) []Value {
	var out []Value
	for i, p := range s.panes {
		for k, c := range p.curves {
			v, at, ok := c.Latest(t)
			row := Value{Pane: i, Curve: c.Name, Unit: c.Unit, Value: v, At: at, OK: ok, Text: none}
			if ok {
				row.Text = c.text(v, p.stepOf(k))
			}
			out = append(out, row)
		}
	}
	return out
}

// stepOf is the resolution that the legend writes the values of a curve with.
func (p *Pane) stepOf(curve int) float64 {
	if p.renderer != nil && curve < len(p.renderer.legend.entries) {
		return p.renderer.legend.entries[curve].step
	}
	step, _, _ := p.curves[curve].step()
	return step
}

// Statistics sums up all curves from r.From to r.To, or over the view if r is
// empty, and hands the rows to done on the UI goroutine. The samples are read in
// the background; a further call, or [Stack.Close], stops what is under way.
func (s *Stack) Statistics(r Range, done func([]Statistic)) {
	if r.empty() {
		r = Range{s.from, s.to}
	}
	s.summing.start(s, r, done)
}

// job is one reading of samples in the background at a time.
type job struct {
	cancel context.CancelFunc
	work   sync.WaitGroup
}

func (j *job) stop() {
	if j.cancel != nil {
		j.cancel()
	}
	j.work.Wait()
}

func (j *job) start(s *Stack, r Range, done func([]Statistic)) {
	j.stop()
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel = cancel
	curves, run := make([][]Curve, len(s.panes)), s.exec
	for i, p := range s.panes {
		curves[i] = slices.Clone(p.curves)
	}
	j.work.Go(func() {
		rows, err := sumUp(ctx, curves, r)
		if err != nil {
			return // something newer was asked for
		}
		run(func() {
			if ctx.Err() == nil {
				done(rows)
			}
		})
	})
}

func sumUp(ctx context.Context, panes [][]Curve, r Range) ([]Statistic, error) {
	var out []Statistic
	for i, curves := range panes {
		for _, c := range curves {
			sums, err := c.Series.Statistics(ctx, c.Pyramid, r.From-c.later, r.To-c.later)
			if err != nil {
				return nil, err
			}
			if c.Turn > 0 && sums.N > 0 {
				sums.RMS = math.NaN()
				if sums.Mean, err = c.Series.MeanAngle(ctx, r.From-c.later, r.To-c.later, c.Turn); err != nil {
					return nil, err
				}
			}
			sums.FirstAt, sums.LastAt = sums.FirstAt+c.later, sums.LastAt+c.later
			step, lo, hi := c.step()
			out = append(out, Statistic{i, c.Name, c.Unit, sums, step, c.exact(lo, hi)})
		}
	}
	return out, nil
}
