package dataflash

import (
	"slices"
	"time"

	"postflight/decode/flight"
)

// samePower is how far apart the times may lie at which the dates of two stretches say
// that the vehicle powered up, if it was once: the later it is by at least as long as
// the boot clock had run.
const samePower = 2 * time.Second

// findAgain finds where the boot clock falls and the vehicle did not reboot: by the
// dates on both sides it powered up at the same time.
func (d *decoder) findAgain() {
	before := time.Duration(-1)
	for k := range d.stretches {
		if len(d.powers) <= k || len(d.powers[k]) == 0 {
			continue
		}
		slices.Sort(d.powers[k])
		power := d.powers[k][len(d.powers[k])/2]
		if before >= 0 && (power-before).Abs() <= samePower {
			d.comesAgain(d.stretches[k].frame, (power - before).Abs())
		}
		before = power
	}
}

// comesAgain notes that at a frame, with which the boot clock falls, a part of the log
// comes again. The dates before and after differ by off in when the vehicle powered up:
// where that is what the clock fell by, it was the clock alone.
func (d *decoder) comesAgain(frame int, off time.Duration) {
	l := d.log
	at := l.Frames.Offset[frame]
	for i := range l.Boots {
		if s := l.Boots[i]; s.Offset == at && s.From > 2*samePower && off < (s.From-s.To)/2 {
			s.Joined, s.Again = true, true
			l.Boots, l.Steps = slices.Delete(l.Boots, i, i+1), append(l.Steps, s)
			break
		}
	}
	for i := range l.Steps {
		if s := &l.Steps[i]; s.Joined && s.Time == l.Frames.Time[frame] && s.From > 2*samePower {
			s.Again = true
		}
	}
	slices.SortStableFunc(l.Steps, func(a, b flight.ClockStep) int { return int(a.Offset - b.Offset) })
}
