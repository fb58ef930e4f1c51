package sim

import (
	"cmp"
	"slices"
	"time"
)

// ClockStep is the wall clock of the ground station being set.
type ClockStep struct {
	At time.Duration // since the simulator's start
	By time.Duration // how much later it shows from then on
}

// captureLimit is the largest fall of a capture clock that begins no epoch
// (AnaTele's chapter on time and sources).
const captureLimit = 2 * time.Second

// splits reports whether the step begins an epoch.
func (s ClockStep) splits() bool { return s.By < -captureLimit }

// settledSteps leaves out steps that could not be told from other faults: less
// than 12 s after the start, 5 s from the end, a reboot or another step, or with
// a fall so near the limit that the time between two frames decides.
func settledSteps(steps []ClockStep, length time.Duration, reboots []uint64) []ClockStep {
	const apart = 5 * time.Second
	var out []ClockStep
	free := 12 * time.Second
	sorted := slices.SortedStableFunc(slices.Values(steps), func(a, b ClockStep) int { return cmp.Compare(a.At, b.At) })
	for _, s := range sorted {
		near := slices.ContainsFunc(reboots, func(tick uint64) bool {
			return (s.At - time.Duration(tick)*time.Millisecond).Abs() < apart
		})
		unclear := (s.By + captureLimit).Abs() < 250*time.Millisecond
		if s.At >= free && s.At <= length-apart && !near && !unclear {
			out = append(out, s)
			free = s.At + apart
		}
	}
	return out
}

// hostClock is the wall clock of the station's computer. What the vehicle
// believes the date to be is not touched by its steps.
type hostClock struct {
	zero  int64 // Unix time at host time 0 without steps, us
	steps []ClockStep
}

func newHostClock(start time.Time, connect uint64, steps []ClockStep) hostClock {
	return hostClock{zero: start.UnixMicro() - int64(connect)*1000, steps: steps}
}

// wall is what the clock shows at a host time, Unix microseconds.
func (c hostClock) wall(at int64) int64 {
	out := c.zero + at
	for _, s := range c.steps {
		if at >= s.At.Microseconds() {
			out += s.By.Microseconds()
		}
	}
	return out
}

// stretch counts the steps up to a host time that began an epoch.
func (c hostClock) stretch(at int64) int {
	n := 0
	for _, s := range c.steps {
		if at >= s.At.Microseconds() && s.splits() {
			n++
		}
	}
	return n
}
