//go:build !unix

package main

import "time"

var started = time.Now()

// processorTime is the time of day where the system does not tell the other.
func processorTime() time.Duration { return time.Since(started) }
