package epoch

import (
	"context"
	"slices"
	"sort"

	"postflight/decode/flight"
)

// captures tells of the steps of the capture clock, and which of them are other
// captures.
func (f *finder) captures(ctx context.Context, speakers []speaker) {
	f.joined = make([]bool, len(f.log.Steps))
	for k, s := range f.log.Steps {
		why := ""
		if k < mostAppended {
			why = f.appended(ctx, s, speakers)
		}
		if f.joined[k] = s.Joined || why != ""; why == "" {
			f.found.Add(string(flight.EpochCaptureStep), stepFinding(f.log, s))
			continue
		}
		f.out.Appended++
		f.found.Add(string(flight.EpochCaptureStep), appendedFinding(f.log, s, why))
	}
	for k := range speakers {
		sp := &speakers[k]
		sp.steps = append(f.steps(ctx, f.log.Steps, Capture, sp.frames), f.steps(ctx, f.log.Boots, Boot, sp.frames)...)
	}
}

// steps finds the first frame of a source behind each step of a clock; of several
// steps before one frame the last.
func (f *finder) steps(ctx context.Context, steps []flight.ClockStep, clock Clock, frames []int32) []boundary {
	if len(steps) == 0 {
		return nil
	}
	var out []boundary
	passed := 0
	for at, i := range frames {
		offset := f.log.Frames.Offset[i]
		now := sort.Search(len(steps), func(k int) bool { return steps[k].Offset > offset })
		if now > passed {
			joined := clock == Capture && slices.Contains(f.joined[passed:now], true)
			begun := clock
			if steps[now-1].Joined {
				begun = Recording
			}
			out = append(out, boundary{f.behind(ctx, steps[now-1], frames, at), begun, steps[now-1].From, steps[now-1].To, joined})
			passed = now
		}
	}
	return out
}

// behind is the first frame of a source behind a step, given the first of those whose
// time tells so: frames right before it whose times are not known are behind the step
// from where the sequence breaks on.
func (f *finder) behind(ctx context.Context, s flight.ClockStep, frames []int32, at int) int {
	if s.Doubt == 0 {
		return at
	}
	known := sort.Search(at, func(k int) bool { return f.log.Frames.Offset[frames[k]] >= s.Doubt }) - 1
	if known < 0 || known+1 == at || at-known > around {
		return at
	}
	return f.seam(ctx, frames, known, at)
}
