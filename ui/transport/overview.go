package transport

import (
	"time"

	"postflight/decode/flight"
)

// Overview is what the track shows of the whole flight. The three series have
// one value for each of equally long stretches of the flight, 0 to 1; a series
// that is nil is not shown. The caller must not change them afterwards.
type Overview struct {
	Density []float32 // frames a second, as a share of the busiest stretch
	Junk    []float32 // share of the bytes that are junk
	Loss    []float32 // share of the frames that were lost

	Epochs   []time.Duration // where an epoch ends and the next begins
	Findings []Mark
}

// Mark is the place of one finding.
type Mark struct {
	At       time.Duration
	Severity flight.Severity
}
