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
	"time"

	"postflight/analysis/internal/cancel"
	"postflight/analysis/internal/few"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// Clock says which clock began an epoch.
type Clock string

// Clocks. Start is that of a source's first epoch: nothing began it. Recording is that
// of an epoch with which a recording begins that was put behind another.
const (
	Start     Clock = "start"
	Boot      Clock = "boot"
	Capture   Clock = "capture"
	Recording Clock = "recording"
)

// Epoch is a stretch of one source's frames.
type Epoch struct {
	Source     flight.Source
	Index      int           // from 0 in its source
	Start, End time.Duration // log time of its first and last frame
	Clock      Clock
	// From and To are what the clock fell from and to, s; NaN for Start and Recording. From is less
	// than To where a boot clock rose over a silence, by less than its sender would
	// have needed not to have rebooted.
	From, To   float64
	Offset     int64 // of the first frame, in the file
	FirstFrame int   // in Log.Frames
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
	Abreast  []Abreast       // in order of appearance, a source at most once
	ToAndFro []flight.Source // whose boot clock falls and rises: if they are several senders, their clocks are near each other
	Appended int             // steps of the capture clock that are likely other captures
	Findings []flight.Finding
}

// Find splits a log. The only error is that of the context.
func Find(ctx context.Context, l *flight.Log, plan *sequence.Plan) (*Result, error) {
	f := &finder{log: l, plan: plan, out: &Result{}, stamps: stampFields(l)}
	for _, s := range l.Boots {
		f.found.Add(string(flight.EpochReboot), bootFinding(s))
	}
	order, frames, err := bySource(ctx, l)
	if err != nil {
		return nil, err
	}
	speakers := make([]speaker, 0, len(order))
	for k, source := range order {
		if len(frames[k]) == 0 {
			continue
		}
		sp, err := f.listen(ctx, source, frames[k])
		if err != nil {
			return nil, err
		}
		speakers = append(speakers, sp)
	}
	for k := range speakers {
		if sp := &speakers[k]; !sp.several && sp.clock.toAndFro() {
			f.out.ToAndFro = append(f.out.ToAndFro, sp.source)
		}
	}
	f.captures(ctx, speakers)
	rebooted, err := f.rebootedSilent(ctx, speakers)
	if err != nil {
		return nil, err
	}
	for k := range speakers {
		if err := f.source(ctx, &speakers[k], rebooted[k]); err != nil {
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
	joined []bool       // by step of the capture clock: another capture begins there
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
	joined   bool // another capture begins there
}

// speaker is a source, its frames, and what its clocks say.
type speaker struct {
	source  flight.Source
	frames  []int32
	clock   bootClock
	steps   []boundary // of clocks that are not its own
	abreast Abreast
	several bool // clocks run abreast: what each of them did cannot be told
}

func (f *finder) listen(ctx context.Context, source flight.Source, frames []int32) (sp speaker, err error) {
	sp = speaker{source: source, frames: frames}
	if sp.clock, err = f.readBootClock(ctx, frames); err != nil {
		return sp, err
	}
	sp.abreast, sp.several, err = f.abreast(ctx, source, frames, sp.clock)
	return sp, err
}

func (f *finder) source(ctx context.Context, sp *speaker, rebooted []silent) error {
	begins := append([]boundary{{clock: Start}}, sp.steps...)
	if sp.several {
		f.out.Abreast = append(f.out.Abreast, sp.abreast)
	} else {
		known := slices.Clone(sp.steps)
		for _, s := range rebooted {
			if s.epoch {
				known = append(known, boundary{s.begin, Boot, s.rise.From, s.rise.To, false})
			}
			f.out.Restarts = append(f.out.Restarts, Restart{sp.source, int(sp.frames[s.begin]), s.epoch})
			f.found.Add("silent reboot", f.silentFinding(sp, s))
		}
		begins = append(begins, known[len(sp.steps):]...)
		begins = append(begins, f.reboots(ctx, sp.source, sp.frames, sp.clock, known)...)
		f.pace(sp.source, sp.frames, sp.clock)
	}
	slices.SortStableFunc(begins, func(a, b boundary) int { return a.at - b.at })
	f.list(sp.source, sp.frames, begins)
	if len(sp.clock.stamps) > 0 {
		return ctx.Err()
	}
	return f.restarts(ctx, sp.source, sp.frames)
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
		if b.clock == Start || b.clock == Recording {
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
