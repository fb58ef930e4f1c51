package epoch

import (
	"time"

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

func (f *finder) readBootClock(frames []int32) bootClock {
	l := f.log
	var c bootClock
	var buffer []byte
	var from []*stampField
	for at, i := range frames {
		s := f.stamps[l.Frames.Stream[i]]
		if s == nil {
			s = newStampField(l.Streams[l.Frames.Stream[i]])
			f.stamps[l.Frames.Stream[i]] = s
		}
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
		from = append(from, s)
	}
	c.keep(func(k int) bool { return from[k].used })
	for _, s := range from {
		c.ticks = c.ticks || s.used && s.ticks
	}
	zero := func(k int) bool { return k >= 0 && k < len(c.stamps) && c.stamps[k] == 0 }
	c.keep(func(k int) bool { return !zero(k) || zero(k-1) || zero(k+1) })
	return c
}

func newStampField(s *flight.Stream) *stampField {
	if s.Bare {
		return &stampField{}
	}
	field, ticks := stamp.BootField(s.Message)
	return &stampField{field: field, ticks: ticks}
}

// keep drops the stamps that are not wanted: those of messages that leave the
// field empty, and zeros that stand alone.
func (c *bootClock) keep(wanted func(k int) bool) {
	var stamps []time.Duration
	var at []int32
	for k := range c.stamps {
		if wanted(k) {
			stamps, at = append(stamps, c.stamps[k]), append(at, c.at[k])
		}
	}
	c.stamps, c.at = stamps, at
}

// maxSeams is how many reboots of one source are placed with care. A clock that
// starts over more often is broken, and the effort for each is not small.
const maxSeams = 200

// reboots finds where the boot clock of a source starts over, and tells of
// whatever else it does. Where the capture clock was set back at the same time
// (two recordings in one file) the epoch is the one that begins there already.
func (f *finder) reboots(source flight.Source, frames []int32, c bootClock, steps []boundary) []boundary {
	var out []boundary
	breaks := stamp.Breaks(c.stamps, stamp.BootLimit, stamp.BootWrap)
	for _, b := range breaks {
		at := int(c.at[b.Index])
		seen := int(frames[at])
		switch b.Kind {
		case stamp.Wrap:
			f.found.Add("wrap", wrapFinding(f.log, source, seen, b))
		case stamp.Outlier:
			f.found.Add("outlier", outlierFinding(f.log, source, seen, b))
		case stamp.Step:
			old := int(c.at[b.Index-1])
			begin, known := between(steps, old, at)
			if !known {
				begin = at
				if len(out) < maxSeams {
					begin = f.seam(frames, old, at)
				}
				out = append(out, boundary{begin, Boot, b.From, b.To})
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
	f.falls(source, frames, c, breaks)
	return out
}

// between finds a boundary behind position old and not behind position at.
func between(known []boundary, old, at int) (int, bool) {
	for _, k := range known {
		if k.at > old && k.at <= at {
			return k.at, true
		}
	}
	return 0, false
}
