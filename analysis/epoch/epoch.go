// Package epoch splits a log, source by source, into stretches in which its
// clocks only move forward.
//
// The rules are those of AnaTele's chapter on time and sources: a boot clock
// that falls by more than 10 s started over, a capture clock that falls by more
// than 2 s was set back and splits every source.
package epoch

import (
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"postflight/analysis/internal/cancel"
	"postflight/analysis/internal/few"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// Clock says which clock began an epoch.
type Clock string

// Clocks. Start is that of a source's first epoch: nothing began it.
const (
	Start   Clock = "start"
	Boot    Clock = "boot"
	Capture Clock = "capture"
)

// Epoch is a stretch of one source's frames.
type Epoch struct {
	Source     flight.Source
	Index      int           // from 0 in its source
	Start, End time.Duration // log time of its first and last frame
	Clock      Clock
	From, To   float64 // what the clock fell from and to, s; NaN for Start
	Offset     int64   // of the first frame, in the file
	FirstFrame int     // in Log.Frames
	LastFrame  int
}

// Restart is the first frame after a sender started over: a reboot, or, without
// a boot clock to tell, numbers that began anew. Only a reboot begins an epoch.
type Restart struct {
	Source flight.Source
	Frame  int
	Reboot bool
}

// Result is what Find found.
type Result struct {
	Epochs   []Epoch // source by source in order of appearance, each from its Start
	Restarts []Restart
	Abreast  []Abreast // in order of appearance, a source at most once
	Findings []flight.Finding
}

// Find splits a log. The only error is that of the context.
func Find(ctx context.Context, l *flight.Log, plan *sequence.Plan) (*Result, error) {
	f := &finder{log: l, plan: plan, out: &Result{}, stamps: stampFields(l)}
	for _, s := range l.Steps {
		f.found.Add(string(flight.EpochCaptureStep), stepFinding(l, s))
	}
	for _, s := range l.Boots {
		f.found.Add(string(flight.EpochReboot), bootFinding(s))
	}
	order, frames, err := bySource(ctx, l)
	if err != nil {
		return nil, err
	}
	for k, source := range order {
		if len(frames[k]) == 0 {
			continue
		}
		if err := f.source(ctx, source, frames[k]); err != nil {
			return nil, err
		}
	}
	f.out.Findings = f.found.Findings()
	return f.out, nil
}

// Starts are the log times at which the epochs of a source begin, of those in
// epochs.
func Starts(epochs []Epoch, source flight.Source) []time.Duration {
	var out []time.Duration
	for _, e := range Of(epochs, source) {
		out = append(out, e.Start)
	}
	return out
}

// Of lists the epochs of one source, of those in epochs.
func Of(epochs []Epoch, source flight.Source) []Epoch {
	var out []Epoch
	for _, e := range epochs {
		if e.Source == source {
			out = append(out, e)
		}
	}
	return out
}

// Resets are the frames before which a source's counters start over.
func (r *Result) Resets() map[int]bool {
	out := map[int]bool{}
	for _, e := range r.Epochs {
		out[e.FirstFrame] = true
	}
	for _, r := range r.Restarts {
		out[r.Frame] = true
	}
	return out
}

type finder struct {
	log   *flight.Log
	plan  *sequence.Plan
	out   *Result
	found few.List

	stamps []stampField // by stream
}

// bySource lists the frames of each source, the sources in order of appearance.
func bySource(ctx context.Context, l *flight.Log) (order []flight.Source, frames [][]int32, err error) {
	index := map[flight.Source]int{}
	at := make([]int, len(l.Streams)) // by stream
	var count []int
	for s, stream := range l.Streams {
		k, ok := index[stream.Source]
		if !ok {
			k = len(count)
			index[stream.Source] = k
			order, count = append(order, stream.Source), append(count, 0)
		}
		at[s] = k
		count[k] += stream.Count
	}
	frames = make([][]int32, len(count))
	for k := range frames {
		frames[k] = make([]int32, 0, min(count[k], l.Frames.Len()))
	}
	for i, s := range l.Frames.Stream {
		if err := cancel.At(ctx, i); err != nil {
			return nil, nil, err
		}
		frames[at[s]] = append(frames[at[s]], int32(i))
	}
	return order, frames, nil
}

// boundary is where an epoch begins: at position at in a source's frames.
type boundary struct {
	at       int
	clock    Clock
	from, to time.Duration
}

func (f *finder) source(ctx context.Context, source flight.Source, frames []int32) error {
	clock, err := f.readBootClock(ctx, frames)
	if err != nil {
		return err
	}
	steps := append(f.steps(f.log.Steps, Capture, frames), f.steps(f.log.Boots, Boot, frames)...)
	begins := append([]boundary{{clock: Start}}, steps...)
	a, several, err := f.abreast(ctx, source, frames, clock)
	if err != nil {
		return err
	}
	if several {
		f.out.Abreast = append(f.out.Abreast, a) // what each of them did cannot be told
	} else {
		begins = append(begins, f.reboots(ctx, source, frames, clock, steps)...)
		f.pace(source, frames, clock)
	}
	slices.SortStableFunc(begins, func(a, b boundary) int { return a.at - b.at })
	f.list(source, frames, begins)
	if len(clock.stamps) > 0 {
		return ctx.Err()
	}
	return f.restarts(ctx, source, frames)
}

// steps finds the first frame of a source behind each step of a clock; of several
// steps before one frame the last.
func (f *finder) steps(steps []flight.ClockStep, clock Clock, frames []int32) []boundary {
	if len(steps) == 0 {
		return nil
	}
	var out []boundary
	passed := 0
	for at, i := range frames {
		offset := f.log.Frames.Offset[i]
		now := sort.Search(len(steps), func(k int) bool { return steps[k].Offset > offset })
		if now > passed {
			out = append(out, boundary{at, clock, steps[now-1].From, steps[now-1].To})
			passed = now
		}
	}
	return out
}

// list turns boundaries, in order, into epochs. Where several fall on one frame
// the last one stands: those before it hold no frame.
func (f *finder) list(source flight.Source, frames []int32, begins []boundary) {
	index := 0
	for k, b := range begins {
		end := len(frames)
		if k+1 < len(begins) {
			end = begins[k+1].at
		}
		if b.at >= end {
			continue
		}
		first, last := int(frames[b.at]), int(frames[end-1])
		if index == 0 {
			b = boundary{clock: Start}
		}
		from, to := b.from.Seconds(), b.to.Seconds()
		if b.clock == Start {
			from, to = math.NaN(), math.NaN()
		}
		f.out.Epochs = append(f.out.Epochs, Epoch{
			Source: source, Index: index, Clock: b.clock, From: from, To: to,
			Start: f.log.Frames.Time[first], End: f.log.Frames.Time[last],
			Offset: f.log.Frames.Offset[first], FirstFrame: first, LastFrame: last,
		})
		index++
	}
}
