package epoch

import (
	"context"
	"time"

	"postflight/analysis/internal/cancel"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// lookAhead is how many frames behind a seam are read for the numbers with
// which the counters go on.
const lookAhead = 128

// seam says at which frame a sender started over, known to be behind position
// old and not behind position at: at the first break of the sequence in
// between, else at `at`. Of several breaks it is the one where starting over
// explains the most missing numbers, so that a frame lost just before a reboot
// is not mistaken for it. Cancelled, it is `at`.
func (f *finder) seam(ctx context.Context, frames []int32, old, at int) int {
	explained := make([]int, at-old+1) // by position behind old, as differences
	breaks := make([]bool, at-old+1)
	counters := map[int]*followed{}
	err := f.walk(ctx, frames[old-min(old, lookAhead):min(at+1+lookAhead, len(frames))], func(k int, c int, i int) {
		k += max(0, old-lookAhead)
		follow(counters, c, k, f.log, i, func(from, missing int) {
			lo, hi := max(from+1, old+1)-old, min(k, at)-old
			if lo > hi {
				return
			}
			explained[lo] += missing
			if hi+1 < len(explained) {
				explained[hi+1] -= missing
			}
			if k <= at {
				breaks[k-old] = true
			}
		})
	})
	if err != nil {
		return at
	}
	best, most, sum := at, 0, 0
	for k := 1; k < len(explained); k++ {
		sum += explained[k]
		if breaks[k] && sum > most {
			best, most = old+k, sum
		}
	}
	return best
}

// followed is a counter and where its last frame stands.
type followed struct {
	sequence.Counter
	at int
}

// follow feeds the frame at position k to its counter and reports a gap with
// the position of the frame before it.
func follow(counters map[int]*followed, c, k int, l *flight.Log, i int, gap func(from, missing int)) {
	known := counters[c]
	if known == nil {
		known = &followed{}
		counters[c] = known
	}
	switch o := known.Next(l.Frames.Seq[i], l.Frames.Time[i], 0, nil); o.Verdict {
	case sequence.Gap:
		gap(known.at, o.Missing)
		known.at = k
	case sequence.First, sequence.Next:
		known.at = k
	}
}

// walk visits those of the frames that carry a number, each with its place in
// the list, its counter and its index in the log.
func (f *finder) walk(ctx context.Context, frames []int32, visit func(k, counter, i int)) error {
	for k, i := range frames {
		if err := cancel.At(ctx, k); err != nil {
			return err
		}
		if c := f.plan.Of[f.log.Frames.Stream[i]]; c != sequence.None && f.log.Frames.Flags[i]&flight.Unknown == 0 {
			visit(k, c, int(i))
		}
	}
	return nil
}

const (
	restartNumber  = 10          // a sequence that starts over is seen at most this far in
	restartMissing = 10          // and skips more numbers than this
	restartWithin  = time.Second // in which restartTypes message types have to do so
	restartTypes   = 3
)

// restarts finds where a source without a boot clock starts its numbers over,
// by at least three of its message types doing so at once.
func (f *finder) restarts(ctx context.Context, source flight.Source, frames []int32) error {
	counters := map[int]*followed{}
	type start struct{ frame, counter int }
	var recent []start
	return f.walk(ctx, frames, func(k, c, i int) {
		follow(counters, c, k, f.log, i, func(_, missing int) {
			if f.log.Frames.Seq[i] > restartNumber || missing <= restartMissing {
				return
			}
			for len(recent) > 0 && f.log.Frames.Time[i]-f.log.Frames.Time[recent[0].frame] > restartWithin {
				recent = recent[1:]
			}
			for _, r := range recent {
				if r.counter == c {
					return
				}
			}
			recent = append(recent, start{i, c})
			if len(recent) == restartTypes {
				f.out.Restarts = append(f.out.Restarts, Restart{source, recent[0].frame, false})
				f.found.Add("restart", restartFinding(f.log, source, recent[0].frame))
				recent = nil
			}
		})
	})
}
