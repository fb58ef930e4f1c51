// Package stamp reads a sequence of clock stamps as a person would: where the
// clock was set back or its owner restarted, where a single stamp is a stray,
// where a counter wrapped.
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

// BootWrap is what a boot time of 32 bits of milliseconds counts to.
const BootWrap = (1 << 32) * time.Millisecond

// wrapMargin is how near to the wrap both sides must lie.
const wrapMargin = 10 * time.Minute

// Kind says what a break is.
type Kind uint8

const (
	// Step is a clock that starts over at Index: an epoch begins.
	Step Kind = iota
	// Outlier is a single stamp, at Index, that fits neither what came before
	// nor what follows. Time goes on without it.
	Outlier
	// Wrap is a counter that ran over between Index-1 and Index. Time goes on.
	Wrap
)

// Break is a place where a clock did not simply move on.
type Break struct {
	Index    int
	Kind     Kind
	From, To time.Duration // the stamp before, and the stamp at, the break
}

// Breaks finds the breaks of a clock in stamps. limit is the largest fall that
// is not one; wrap is the period of the counter, 0 for none.
//
// A stamp y that falls by more than limit below the stamp x before it makes x a
// stray if y is at most limit below the highest stamp accepted before x. Else
// the clock starts over at y if the next stamp stays below as well, and y is
// the stray if not.
func Breaks(stamps []time.Duration, limit, wrap time.Duration) []Break {
	const none = math.MinInt64
	var out []Break
	prev, highest := time.Duration(none), time.Duration(none)
	prevAt := -1
	for i, y := range stamps {
		switch {
		case prevAt < 0 || y >= prev-limit:
			if prevAt >= 0 {
				highest = max(highest, prev)
			}
		case wrap != 0 && prev >= wrap-wrapMargin && prev < wrap && y <= wrapMargin:
			out = append(out, Break{i, Wrap, prev, y})
			highest = none
		case highest != none && y >= highest-limit:
			out = append(out, Break{prevAt, Outlier, highest, prev})
		case i+1 < len(stamps) && stamps[i+1] < prev-limit:
			out = append(out, Break{i, Step, prev, y})
			highest = none
		default:
			out = append(out, Break{i, Outlier, prev, y})
			continue
		}
		prev, prevAt = y, i
	}
	return out
}

// Longest is where log time stops, 73 years: only damaged stamps lead there, and
// sums and roundings of log times must not overflow.
const Longest = time.Duration(math.MaxInt64 / 4)

// LogTimes turns the stamps of a capture clock into log time: 0 at the first,
// never falling, advancing with the highest stamp of the present stretch. A
// stretch that starts at a Step begins where the one before ended; an Outlier
// moves nothing, and behind a Wrap stamps count on from [BootWrap]. It stops at
// [Longest].
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
				wrapped += BootWrap
			}
		}
		s += min(wrapped, math.MaxInt64-s)
		switch {
		case stray:
		case fresh:
			highest, fresh = s, false
		case s > highest:
			now += min(s-highest, Longest-now)
			highest = s
		}
		stamps[i] = now
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
