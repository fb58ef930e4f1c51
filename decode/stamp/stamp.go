// Package stamp reads a sequence of clock stamps as a person would: where the
// clock was set back or its owner restarted, where stamps are strays, where a
// counter wrapped.
//
// The margins are those of AnaTele's chapter on time and sources: small falls
// are packets out of order, not a clock that starts over.
package stamp

import (
	"math"
	"slices"
	"time"
)

// A clock has clearly gone backwards when it falls by more than its limit.
const (
	CaptureLimit   = 2 * time.Second  // clock of the ground station
	BootLimit      = 10 * time.Second // boot time of a sender, over a link
	DataFlashLimit = time.Second      // boot time in records written on board, in order
)

// What counters of 32 bits count to before they run over.
const (
	BootWrap   = (1 << 32) * time.Millisecond // 49.7 days
	MicrosWrap = (1 << 32) * time.Microsecond // 71.6 minutes
)

// wrapMargin is how near to the wrap both sides must lie; a shorter counter passes
// there more often, and must be nearer.
func wrapMargin(wrap time.Duration) time.Duration { return min(10*time.Minute, wrap/128) }

// Kind says what a break is.
type Kind uint8

const (
	// Step is a clock that starts over at Index, or leaps ahead by more than
	// [Lifetime]: an epoch begins.
	Step Kind = iota
	// Outlier is a stamp, at Index, that fits neither what came before nor what
	// follows. Time goes on without it.
	Outlier
	// Wrap is a counter that ran over between Index-1 and Index. Time goes on.
	Wrap
)

// Break is a place where a clock did not simply move on.
type Break struct {
	Index    int
	Kind     Kind
	From, To time.Duration // the stamp before, or of a stray at the start behind, and the stamp at the break
	Period   time.Duration // of Wrap: what the counter counts to
}

// Longest is where log time stops, 73 years: only damaged stamps lead there, and
// sums and roundings of log times must not overflow.
const Longest = time.Duration(math.MaxInt64 / 4)

// Lifetime is longer than anything is recorded for: a clock that leaps ahead by
// more was set.
const Lifetime = 10 * 365 * 24 * time.Hour

// LogTimes turns the stamps of a capture clock into log time: 0 at the first,
// never falling, advancing with the highest stamp of the present stretch. A
// stretch that starts at a Step begins where the one before ended; an Outlier
// moves nothing, and behind a Wrap stamps count on from its period. What would
// lead beyond [Longest] moves nothing either.
func LogTimes(stamps []time.Duration, breaks []Break) []time.Duration {
	out := slices.Clone(stamps)
	Lay(out, breaks)
	return out
}

// Lay is [LogTimes] that puts the log times in place of the stamps.
func Lay(stamps []time.Duration, breaks []Break) {
	var now, highest, wrapped time.Duration
	fresh := true
	next := 0
	for i, s := range stamps {
		stray := false
		for ; next < len(breaks) && breaks[next].Index == i; next++ {
			stray = stray || breaks[next].Kind == Outlier
			fresh = fresh || breaks[next].Kind == Step
			if breaks[next].Kind == Wrap {
				wrapped += breaks[next].Period
			}
		}
		s += min(wrapped, math.MaxInt64-max(0, s))
		switch {
		case stray:
		case fresh:
			highest, fresh = s, false
		case s > highest:
			if by := s - highest; by > 0 && by <= Longest-now {
				now += by
			}
			highest = s
		}
		stamps[i] = now
	}
}

// First is the first stamp that is not a stray: log time counts from it. It is
// that at 0 where all are strays.
func First(stamps []time.Duration, breaks []Break) time.Duration {
	i := 0
	for _, b := range breaks {
		if b.Kind == Outlier && b.Index == i {
			i++
		}
	}
	if i == len(stamps) {
		i = 0
	}
	return stamps[i]
}

// Place lays frames on log time, in order: those that have a stamp, of which laid
// is the log time, at it, and the others at the time of the one before. times are
// of all frames; frames says which have a stamp.
func Place(times []time.Duration, frames []int32, laid []time.Duration) {
	next := 0
	var now time.Duration
	for i := range times {
		if next < len(frames) && int(frames[next]) == i {
			now = max(now, laid[next])
			next++
		}
		times[i] = now
	}
}

// FromMicros is a stamp of microseconds, held at the largest time a Duration
// can say where it is beyond.
func FromMicros(us uint64) time.Duration {
	if us > math.MaxInt64/uint64(time.Microsecond) {
		return math.MaxInt64
	}
	return time.Duration(us) * time.Microsecond
}
