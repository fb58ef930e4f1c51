package epoch

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// mostAppended is how many steps of the capture clock are looked at for that: one
// that steps more often is broken.
const mostAppended = 200

// longLeap is a leap ahead of a boot clock that no silence explains beside a capture
// clock that falls.
const longLeap = 10 * time.Minute

// appended tells of what shows that another capture begins at a step of the capture
// clock: a vehicle's clock and its numbers break off together with it, which neither
// a clock that is set nor a reboot does to the others. It is empty where nothing does.
func (f *finder) appended(ctx context.Context, s flight.ClockStep, speakers []speaker) string {
	if s.Joined || s.To > s.From {
		return ""
	}
	for k := range speakers {
		sp := &speakers[k]
		begin := sort.Search(len(sp.frames), func(i int) bool { return f.log.Frames.Offset[sp.frames[i]] >= s.Offset })
		begin = f.behind(ctx, s, sp.frames, begin)
		next, _ := slices.BinarySearch(sp.clock.at, int32(begin))
		if sp.several || sp.clock.ticks || next == 0 || next == len(sp.clock.at) {
			continue
		}
		old, now := sp.clock.stamps[next-1], sp.clock.stamps[next]
		if goesOn, known := f.numbersGoOn(sp.frames, begin); !known || goesOn || now-old >= -stamp.BootLimit && now-old < longLeap {
			continue
		}
		alike := ""
		if (now - old - (s.To - s.From)).Abs() <= slack {
			alike = " alike, as if a part of it came again"
		}
		return fmt.Sprintf("with it the time since power-up of %s jumps from %.3f s to %.3f s and its sequence breaks off%s",
			sp.source, old.Seconds(), now.Seconds(), alike)
	}
	return ""
}

func appendedFinding(l *flight.Log, s flight.ClockStep, why string) flight.Finding {
	f := stepFinding(l, s)
	f.Size = 0
	f.Text = fmt.Sprintf("Another recording likely begins here: the clock of %s falls by %.3f s, from %.3f s to %.3f s, and %s. "+
		"Times before and after do not compare.", recordedBy(l.Format), (s.From - s.To).Seconds(), s.From.Seconds(), s.To.Seconds(), why)
	return f
}
