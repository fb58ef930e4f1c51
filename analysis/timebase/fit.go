package timebase

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"postflight/analysis/clock"
)

// fitAll makes clocks of all readings, as many at a time as there are processors.
func (c *collector) fitAll(ctx context.Context) ([]Clock, error) {
	keys := c.keys()
	keys = keys[:min(len(keys), maxClocks)]
	made, ok, errs := make([]Clock, len(keys)), make([]bool, len(keys)), make([]error, len(keys))
	var next atomic.Int64
	var work sync.WaitGroup
	for range min(len(keys), runtime.GOMAXPROCS(0)) {
		work.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(keys); i = int(next.Add(1)) - 1 {
				made[i], ok[i], errs[i] = fit(ctx, keys[i], c.groups[keys[i]], c.host)
			}
		})
	}
	work.Wait()
	var out []Clock
	for i := range keys {
		if errs[i] != nil {
			return nil, errs[i]
		}
		if ok[i] {
			out = append(out, made[i])
		}
	}
	return out, nil
}

// fit makes a clock of its readings; false where they are none.
func fit(ctx context.Context, k key, g *group, h *hostClock) (Clock, bool, error) {
	g.tidy(k, h)
	c := Clock{Source: k.source, Epoch: k.epoch, Remote: k.remote, Link: k.link, Pairs: len(g.pairs), key: k}
	method := clock.LowerDelay
	switch {
	case k.timesync:
		method, c.Kind = clock.LeastSquares, Timesync
		c.MinTrip, c.trips = time.Duration(g.trip), g.trips
	case !h.capture:
		method, c.Kind = clock.LeastSquares, LeastSquares
	default:
		c.Kind = Envelope
	}
	if k.remote == UTC && !k.timesync {
		c.Kind = GPS
	}
	w, ok, err := clock.NewWhole(ctx, method, g.pairs)
	if err != nil || !ok {
		return Clock{}, false, err
	}
	c.Whole = w
	c.Span = w.Span()
	best := &w.Pieces[0]
	for i := range w.Pieces {
		if w.Pieces[i].Span > best.Span {
			best = &w.Pieces[i]
		}
	}
	c.Estimate = best.Estimate
	c.At = g.pairs[best.First].Host + int64(best.Span)/2
	if ridesOver(k, h) {
		c.takeMedian(g)
	}
	if len(g.powers) > 0 {
		c.PowerUp, c.uptime = median(g.powers), median(g.boots)
	}
	if method == clock.LowerDelay {
		c.Delay = delays(w, g.pairs)
	}
	for _, change := range w.Changes {
		if c.median {
			break // what a median is to ride over
		}
		c.Changes = append(c.Changes, Change{
			Change: change, Before: int(g.frames[change.Before]), After: int(g.frames[change.After]),
			Time: h.log.Frames.Time[g.frames[change.After]],
		})
	}
	return c, true, nil
}

// ridesOver reports whether the median of a clock's readings counts: those of the dates
// that GPS receivers told an onboard log.
func ridesOver(k key, h *hostClock) bool { return k.remote == UTC && !h.capture }

// tidy drops readings that are no times of a clock.
func (g *group) tidy(k key, h *hostClock) {
	g.dropStrays()
	if ridesOver(k, h) {
		g.dropFar()
	}
}

// takeMedian lets the line go through the middle of the readings: the first
// dates of a receiver can be off by far more than all the others.
func (c *Clock) takeMedian(g *group) {
	c.median = true
	off := make([]int64, len(g.pairs))
	for i, p := range g.pairs {
		off[i] = p.Offset() - c.Line.OffsetAt(p.Host)
	}
	c.Line.Offset += median(off)
}

func median(values []int64) int64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// Delay is by how much longer frames took than the fastest of them: of the
// readings, their number and quantiles by nearest rank.
type Delay struct {
	Count                             int
	Least, P5, Median, P95, P99, Most time.Duration
}

func delays(w *clock.Whole, pairs []clock.Pair) Delay {
	late := make([]int64, len(pairs))
	for i, p := range pairs {
		late[i] = max(0, -w.Residual(p))
	}
	slices.Sort(late)
	rank := func(percent float64) time.Duration {
		i := int(math.Ceil(percent/100*float64(len(late)))) - 1
		return time.Duration(late[max(0, i)])
	}
	return Delay{len(late), rank(0), rank(5), rank(50), rank(95), rank(99), rank(100)}
}

// Series is how the readings of a clock lie to its line.
type Series struct {
	Frame []uint32        // in Log.Frames, ascending
	Time  []time.Duration // log time
	// Value is in ms: of readings stamped on arrival how much longer than the
	// fastest the frame took, of others how far the remote was ahead of the line.
	Value []float64
}

// Series reads the readings of a clock again: a long log would not keep them all
// in memory for a plot that nobody asked for. The only error is that of the
// context.
func (r *Result) Series(ctx context.Context, c *Clock) (Series, error) {
	collect := newCollector(r.log, r.host, r.epochs)
	if err := collect.collect(ctx); err != nil {
		return Series{}, err
	}
	collect.exchange()
	g := collect.group(c.key)
	g.tidy(c.key, r.host)
	var out Series
	for i, p := range g.pairs {
		ns := p.Offset() - c.Whole.At(p.Host).OffsetAt(p.Host)
		if c.median {
			ns = p.Offset() - c.Line.OffsetAt(p.Host)
		}
		if c.OnArrival() {
			ns = max(0, -ns)
		}
		out.Frame = append(out.Frame, uint32(g.frames[i]))
		out.Time = append(out.Time, r.log.Frames.Time[g.frames[i]])
		out.Value = append(out.Value, float64(ns)/1e6)
	}
	return out, nil
}
