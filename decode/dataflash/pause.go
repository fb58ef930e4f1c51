package dataflash

import (
	"fmt"
	"slices"
	"time"

	"postflight/decode/flight"
)

const (
	// leastPause is a pause too short to tell of, mostPause one that is told of as a
	// silence of the whole log.
	leastPause, mostPause = 100 * time.Millisecond, 2 * time.Second
	// farAbove is how many times as long as nearly all steps of log time one is that is
	// told of: loggers stall, and vehicles stand still while they start. likelyLost is
	// more than that explains.
	farAbove, likelyLost = 20, 100
	// fewSteps do not tell what is usual; stepsLooked is how many are looked at.
	fewSteps, stepsLooked = 1000, 1 << 14
)

// addPauses tells of times without a record that are far above the rhythm of the log.
// Where bytes are damaged there, a part of it is missing.
func (d *decoder) addPauses() {
	if d.log.Timeless || d.weekClock {
		return
	}
	times := d.log.Frames.Time
	var pauses []int // frames behind them
	for i := 1; i < len(times); i++ {
		if by := times[i] - times[i-1]; by > leastPause && by <= mostPause {
			pauses = append(pauses, i)
		}
	}
	usual, ok := usualSteps(times)
	if len(pauses) == 0 || !ok {
		return
	}
	listed := 0
	for _, i := range pauses {
		by := times[i] - times[i-1]
		if by <= farAbove*usual || listed == maxListed {
			continue
		}
		listed++
		severity, why := flight.Info, ""
		if by > likelyLost*usual {
			severity, why = flight.Warning, ": a part of the log is likely missing"
		}
		if n := d.damagedBetween(i-1, i); n > 0 {
			severity, why = flight.Warning, fmt.Sprintf(": a part of the log is missing, and %d bytes there are damaged", n)
		}
		d.note(flight.TimeGap, severity, times[i-1], d.frameSpan(i),
			"Nothing was recorded for %.2f s, where records are %.0f ms apart at most as a rule%s.", by.Seconds(), max(1, usual.Seconds()*1000), why)
	}
}

// usualSteps is what all but a thousandth of the steps ahead are at most; false where
// there are too few to tell.
func usualSteps(times []time.Duration) (time.Duration, bool) {
	var steps []time.Duration
	for i, seen := 1, 0; i < len(times); i++ {
		if by := times[i] - times[i-1]; by > 0 {
			if seen++; seen%(1+len(times)/stepsLooked) == 0 {
				steps = append(steps, by)
			}
		}
	}
	if len(steps) < fewSteps {
		return 0, false
	}
	slices.Sort(steps)
	return steps[(len(steps)-1)*999/1000], true
}

// damagedBetween is how many bytes lie between two frames that are no record.
func (d *decoder) damagedBetween(a, b int) int64 {
	return d.log.Frames.Offset[b] - d.log.Frames.Offset[a] - int64(d.log.Frames.Length[a])
}
