package epoch

import (
	"context"
	"time"

	"postflight/analysis/internal/cancel"
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// Abreast says that boot clocks run side by side under one id: that of one sender
// cannot.
type Abreast struct {
	Source flight.Source
	Clocks int
	Frame  int              // the first that a second clock stamped
	Up     [2]time.Duration // what the first two told there
}

const (
	// sameClock is how far a stamp may be from where its clock should stand.
	sameClock = 2 * time.Second
	// mostClocks is how many are followed.
	mostClocks = 8
	// aClock is how many stamps make a clock, and how many turns from one to another
	// make two that run side by side: a reboot makes one turn.
	aClock = 16
)

// running is a boot clock that is followed.
type running struct {
	stamp, at     time.Duration
	stamps, turns int // turns to it while it was known
	frame         int
	up            [2]time.Duration // when it appeared: the one before, and its own
}

// abreast finds clocks side by side among the stamps of a source.
func (f *finder) abreast(ctx context.Context, source flight.Source, frames []int32, c bootClock) (a Abreast, several bool, err error) {
	if c.ticks || f.log.Format != flight.TLog && f.log.Format != flight.VREC {
		return a, false, nil
	}
	var clocks []running
	present := -1
	for k, s := range c.stamps {
		if err := cancel.At(ctx, k); err != nil {
			return a, false, err
		}
		frame := int(frames[c.at[k]])
		t := f.log.Frames.Time[frame]
		near, oldest := -1, 0
		for i := range clocks {
			off := (clocks[i].stamp + t - clocks[i].at - s).Abs()
			if off <= sameClock && (near < 0 || i == present) {
				near = i
			}
			if clocks[i].at < clocks[oldest].at {
				oldest = i
			}
		}
		if near < 0 {
			near = oldest
			if len(clocks) < mostClocks {
				near = len(clocks)
				clocks = append(clocks, running{})
			}
			clocks[near] = running{frame: frame, up: [2]time.Duration{s, s}}
			if present >= 0 && present != near {
				clocks[near].up[0] = clocks[present].stamp
			}
		} else if present != near && (clocks[present].stamp-s).Abs() > stamp.BootLimit {
			clocks[near].turns++
		}
		clocks[near].stamp, clocks[near].at = s, t
		clocks[near].stamps++
		present = near
	}
	turns := 0
	a.Source = source
	for _, r := range clocks {
		if r.stamps < aClock || r.turns < aClock/2 {
			continue
		}
		turns += r.turns
		if a.Clocks++; a.Clocks == 2 {
			a.Frame, a.Up = r.frame, r.up
		}
	}
	return a, a.Clocks > 1 && turns >= aClock, nil
}

// backward is a fall of a boot clock that frames out of order rarely explain.
const backward = 100 * time.Millisecond

// toAndFro reports whether a boot clock falls and rises all the time: of a sender that
// is alone, its frames took ways that differ by that much; of several, their clocks are
// too near each other to be told apart.
func (c *bootClock) toAndFro() bool {
	falls := 0
	for k := 1; k < len(c.stamps); k++ {
		if by := c.stamps[k-1] - c.stamps[k]; by > backward && by <= stamp.BootLimit {
			falls++
		}
	}
	return falls >= aClock
}
