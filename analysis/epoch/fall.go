package epoch

import (
	"context"
	"fmt"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

const (
	// smallFall is what frames out of order explain.
	smallFall = time.Second
	// goesOn is how many stamps must follow below a fall for it to be no frame
	// out of order.
	goesOn = 8
)

// falls tells of falls of a boot clock that are too small to begin an epoch and
// yet last. A vehicle that reboots within seconds of its start looks like this.
func (f *finder) falls(ctx context.Context, source flight.Source, frames []int32, c bootClock, breaks []stamp.Break, known []boundary) {
	next, looked := 0, 0
	for k := 1; k < len(c.stamps) && looked < maxSeams; k++ {
		for next < len(breaks) && breaks[next].Index < k {
			next++
		}
		end := len(c.stamps)
		if next < len(breaks) {
			end = breaks[next].Index
		}
		x, y := c.stamps[k-1], c.stamps[k]
		if x-y <= smallFall || x-y > stamp.BootLimit || end-k <= goesOn || !lasts(c.stamps[k:end], x) {
			continue
		}
		old, at := int(c.at[k-1]), int(c.at[k])
		if _, begun := between(known, old, at); begun {
			continue
		}
		looked++
		b := stamp.Break{Index: k, Kind: stamp.Step, From: x, To: y}
		begin := f.seam(ctx, frames, old, at)
		e := f.evidence(seam{source, frames, begin, at, b})
		likely := len(e.agrees) > len(e.differs)
		if likely && e.sequence {
			f.out.Restarts = append(f.out.Restarts, Restart{source, int(frames[begin]), false})
		}
		f.found.Add("fall", fallFinding(f.log, source, int(frames[begin]), int(frames[at]), b, e, likely))
	}
}

// lasts reports whether stamps stay below a height and climb back to it as a
// clock does: frames that come late end with a leap back.
func lasts(stamps []time.Duration, height time.Duration) bool {
	depth := height - stamps[0]
	for k := 1; k < min(len(stamps), around); k++ {
		if stamps[k] >= height {
			return k >= goesOn && stamps[k]-stamps[k-1] < depth/2
		}
	}
	return true
}

func fallFinding(l *flight.Log, source flight.Source, begin, seen int, b stamp.Break, e evidence, likely bool) flight.Finding {
	f := flight.Finding{
		Kind: flight.ClockOutlier, Severity: flight.Warning, Source: source.String(), Time: l.Frames.Time[seen], Span: span(l, seen),
	}
	f.Text = fmt.Sprintf("The time since power-up of %s falls from %.3f s to %.3f s in %s and goes on from there.",
		source, b.From.Seconds(), b.To.Seconds(), l.Message(seen).Name)
	if likely {
		f.Kind, f.Time = flight.Restart, l.Frames.Time[begin]
		f.Text = fmt.Sprintf("%s has likely rebooted: its time since power-up falls from %.3f s to %.3f s in %s and goes on from there. "+
			"As that is no more than %.0f s, it begins no epoch.",
			source, b.From.Seconds(), b.To.Seconds(), l.Message(seen).Name, stamp.BootLimit.Seconds())
	}
	f.Text += e.String()
	return f
}
