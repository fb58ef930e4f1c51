//go:build !linux

package raster_test

import "time"

// timed is the time that do takes, in nanoseconds.
func timed(do func()) float64 {
	start := time.Now()
	do()
	return float64(time.Since(start))
}
