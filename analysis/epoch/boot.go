package epoch

import (
	"context"
	"fmt"
	"time"

	"postflight/analysis/internal/cancel"
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// bootClock is the boot time of one source as its messages tell it.
type bootClock struct {
	stamps []time.Duration
	at     []int32 // position of each in the source's frames
	ticks  bool    // some are ticks, taken as milliseconds
}

// stampField is where the boot time of a stream lies, and whether it ever
// leaves 0.
type stampField struct {
	field *flight.Field
	ticks bool
	used  bool
}

// stampFields finds where the streams of a log tell a boot time.
func stampFields(l *flight.Log) []stampField {
	fields := make([]stampField, len(l.Streams))
	for i, s := range l.Streams {
		if !s.Bare {
			fields[i].field, fields[i].ticks = stamp.BootField(s.Message)
		}
	}
	return fields
}

// readBootClock reads the boot times in frames of one source. Streams that leave
// the field empty tell none, nor do zeros that stand alone.
func (f *finder) readBootClock(ctx context.Context, frames []int32) (bootClock, error) {
	c, err := f.readStamps(ctx, frames)
	if err != nil {
		return c, err
	}
	of := func(k int) *stampField { return &f.stamps[f.log.Frames.Stream[frames[c.at[k]]]] }
	c.keep(func(k int) bool { return of(k).used })
	for k := 0; k < len(c.at) && !c.ticks; k++ {
		c.ticks = of(k).ticks
	}
	zero := func(k int) bool { return k >= 0 && k < len(c.stamps) && c.stamps[k] == 0 }
	c.keep(func(k int) bool { return !zero(k) || zero(k-1) || zero(k+1) })
	return c, nil
}

// readStamps reads whatever stands where a boot time belongs.
func (f *finder) readStamps(ctx context.Context, frames []int32) (bootClock, error) {
	l, n := f.log, 0
	for _, i := range frames {
		if f.stamps[l.Frames.Stream[i]].field != nil {
			n++
		}
	}
	c := bootClock{stamps: make([]time.Duration, 0, n), at: make([]int32, 0, n)}
	var buffer []byte
	for at, i := range frames {
		if err := cancel.At(ctx, at); err != nil {
			return c, err
		}
		s := &f.stamps[l.Frames.Stream[i]]
		if s.field == nil {
			continue
		}
		b := l.AppendFrame(buffer, int(i))
		if l.Frames.Flags[i]&flight.Split != 0 {
			buffer = b
		}
		ms := s.field.Bits(flight.Payload(b), 0)
		s.used = s.used || ms != 0
		c.stamps = append(c.stamps, time.Duration(ms)*time.Millisecond)
		c.at = append(c.at, int32(at))
	}
	return c, nil
}

// keep drops the stamps that are not wanted, in place: one is asked about while
// it and all behind it, and the one before it, still stand where they did.
func (c *bootClock) keep(wanted func(k int) bool) {
	n := 0
	for k := range c.stamps {
		if wanted(k) {
			c.stamps[n], c.at[n] = c.stamps[k], c.at[k]
			n++
		}
	}
	c.stamps, c.at = c.stamps[:n], c.at[:n]
}

// maxSeams is how many reboots of one source are placed with care. A clock that
// starts over more often is broken, and the effort for each is not small.
const maxSeams = 200

// reboots finds where the boot clock of a source starts over, and tells of
// whatever else it does. Where the capture clock was set back at the same time
// (two recordings in one file) the epoch is the one that begins there already; where
// another capture begins, nobody knows when it rebooted.
func (f *finder) reboots(ctx context.Context, source flight.Source, frames []int32, c bootClock, steps []boundary) []boundary {
	var out []boundary
	breaks := stamp.Breaks(c.stamps, stamp.BootLimit, stamp.BootWrap)
	var strays []stamp.Break
	for _, b := range breaks {
		at := int(c.at[b.Index])
		seen := int(frames[at])
		if b.Kind == stamp.Wrap && f.startedOver(frames, c, b) {
			b.Kind = stamp.Step
		}
		switch b.Kind {
		case stamp.Wrap:
			f.found.Add("wrap", wrapFinding(f.log, source, seen, b))
		case stamp.Outlier:
			strays = append(strays, b)
		case stamp.Step:
			old := int(c.at[b.Index-1])
			step, known := between(steps, old, at)
			if step.joined {
				continue
			}
			begin := step.at
			if !known {
				begin = at
				if len(out) < maxSeams {
					begin = f.seam(ctx, frames, old, at)
				}
				out = append(out, boundary{begin, Boot, b.From, b.To, false})
			}
			f.out.Restarts = append(f.out.Restarts, Restart{source, int(frames[begin]), true})
			text := ""
			if len(out) <= maxSeams {
				e := f.evidence(seam{source, frames, begin, at, b})
				text = e.String()
			}
			f.found.Add("reboot", rebootFinding(f.log, source, int(frames[begin]), seen, b, c.ticks, text))
		}
	}
	f.strays(source, frames, c, strays)
	f.falls(ctx, source, frames, c, breaks, steps)
	return out
}

// startedOver reports whether a boot clock that seems to have run over started over
// just before: for that it had to go on by far more than log time did, it can have
// started since, and the sequence breaks off.
func (f *finder) startedOver(frames []int32, c bootClock, b stamp.Break) bool {
	if f.log.Format != flight.TLog && f.log.Format != flight.VREC || f.log.Stopped || c.ticks || b.Index == 0 {
		return false
	}
	t := f.log.Frames.Time
	old, at := int(c.at[b.Index-1]), int(c.at[b.Index])
	passed := t[frames[at]] - t[frames[old]]
	if b.To+b.Period-b.From <= passed+max(slack, paceOf(passed)) || b.To > passed+slack {
		return false
	}
	begin := old + 1
	for begin < at && t[frames[begin]]-t[frames[begin-1]] < passed/2 {
		begin++
	}
	goesOn, known := f.numbersGoOn(frames, begin)
	return known && !goesOn
}

// fewStrays of one source are told of one by one.
const fewStrays = 8

func (f *finder) strays(source flight.Source, frames []int32, c bootClock, strays []stamp.Break) {
	for k, b := range strays {
		say := outlierFinding(f.log, source, int(frames[c.at[b.Index]]), b)
		if len(strays) > fewStrays {
			say.Text = fmt.Sprintf("In %d places the time since power-up of %s is far off that around it. The first: %s", len(strays), source, say.Text)
			say.Size = float64(len(strays))
		}
		f.found.Add("outlier", say)
		if k == 0 && len(strays) > fewStrays {
			return
		}
	}
}

// between finds a boundary behind position old and not behind position at.
func between(known []boundary, old, at int) (b boundary, ok bool) {
	for _, k := range known {
		if k.at > old && k.at <= at {
			return k, true
		}
	}
	return b, false
}
