//go:build !linux

package app

import "time"

// newHostClock is a clock that nobody sets. Where the system offers no better one it
// is slewed with the clock that is set.
func newHostClock() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
