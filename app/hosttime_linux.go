package app

import (
	"time"

	"golang.org/x/sys/unix"
)

// newHostClock is a clock that nobody sets, and that chronyd does not slew: what the
// language counts by is sped up and slowed down with the clock that is set, and would
// follow what is made of it.
func newHostClock() func() time.Duration {
	began := time.Now()
	return func() time.Duration {
		var raw unix.Timespec
		if unix.ClockGettime(unix.CLOCK_MONOTONIC_RAW, &raw) != nil {
			return time.Since(began)
		}
		return time.Duration(raw.Nano())
	}
}
