package plot

import (
	"math"
	"time"

	"postflight/ui/plot/raster"
)

// Clock is what times are written by in place of log time.
type Clock struct {
	Name  string // where it is not known: "UTC", "power-up of 1:1"
	Dated bool   // it counts from 1970, in its zone: times are those of a day
	// Stretches are where it is known, in order and apart.
	Stretches []ClockStretch
}

// ClockStretch is log time, both ends included, in which a clock is known and
// runs evenly forward.
type ClockStretch struct {
	From, To time.Duration
	Name     string                    // of what it shows: "UTC", "CEST (UTC+02:00)"
	At       func(time.Duration) int64 // ns
}

// stretchAt is the stretch that holds a log time; nil where none does.
func (c *Clock) stretchAt(t time.Duration) *ClockStretch {
	for i := range c.Stretches {
		if s := &c.Stretches[i]; t >= s.From && t <= s.To {
			return s
		}
	}
	return nil
}

// Text writes the time at log time t with as many decimals as resolution needs;
// ok is false where the clock is not known.
func (c *Clock) Text(t, resolution time.Duration) (text string, ok bool) {
	s := c.stretchAt(t)
	if s == nil {
		return "", false
	}
	return c.format(s.At(t), resolution), true
}

// Whole is Text with the day and the name of the clock, of days to a second and
// else to a tenth: it is read, not measured.
func (c *Clock) Whole(t time.Duration) (text string, ok bool) {
	s := c.stretchAt(t)
	if s == nil {
		return "", false
	}
	if c.Dated {
		return day(s.At(t)) + " " + c.format(s.At(t), time.Second) + " " + s.Name, true
	}
	return c.format(s.At(t), 100*time.Millisecond) + " " + s.Name, true
}

func (c *Clock) format(ns int64, resolution time.Duration) string {
	if !c.Dated {
		return raster.FormatTime(time.Duration(ns), resolution)
	}
	layout, unit := "15:04:05", time.Second
	for digits := 0; digits < 9 && resolution > 0 && resolution%unit != 0; digits++ {
		if digits == 0 {
			layout += "."
		}
		layout += "0"
		unit /= 10
	}
	return time.Unix(0, ns).UTC().Truncate(unit).Format(layout)
}

func day(ns int64) string { return time.Unix(0, ns).UTC().Format("2006-01-02") }

// head is what stands beside the times from log time from to to: whose they are,
// and the day of the first.
func (c *Clock) head(from, to time.Duration) string {
	for i := range c.Stretches {
		s := &c.Stretches[i]
		if s.To < from || s.From > to {
			continue
		}
		if c.Dated {
			return day(s.At(max(from, s.From))) + " " + s.Name
		}
		return s.Name
	}
	return c.Name + " not known"
}

// ticks are at round times of the clock in each stretch between two log times,
// about n in all. The first of another day than the one before names its day.
func (c *Clock) ticks(from, to time.Duration, n int) []raster.TimeTick {
	var out []raster.TimeTick
	last := ""
	for i := range c.Stretches {
		s := &c.Stretches[i]
		a, b := max(from, s.From), min(to, s.To)
		if a >= b {
			continue
		}
		lo, hi := s.At(a), s.At(b)
		step := max(raster.TimeStep(from, to, n), raster.TimeStep(time.Duration(lo), time.Duration(hi), n))
		if hi <= lo || step <= 0 {
			continue
		}
		if c.Dated && last == "" {
			last = day(lo)
		}
		for at := ceilTo(lo, int64(step)); at >= lo && at <= hi; at += int64(step) {
			part := float64(at-lo) / float64(hi-lo) // it runs evenly
			tick := raster.TimeTick{At: a + time.Duration(math.Round(part*float64(b-a))), Label: c.format(at, step)}
			if c.Dated && day(at) != last {
				last = day(at)
				tick.Label = last + " " + tick.Label
			}
			out = append(out, tick)
		}
	}
	return out
}

// ceilTo is the least multiple of step that is not less than v.
func ceilTo(v, step int64) int64 {
	rest := v % step
	switch {
	case rest == 0:
		return v
	case v > 0:
		return v - rest + step
	}
	return v - rest
}

// unknown are the parts between two log times in which the clock is not known.
func (c *Clock) unknown(from, to time.Duration) []Range {
	var out []Range
	for _, s := range c.Stretches {
		if s.To < from {
			continue
		}
		if s.From > to {
			break
		}
		if s.From > from+1 {
			out = append(out, Range{from, s.From})
		}
		from = max(from, s.To)
	}
	if to > from+1 {
		out = append(out, Range{from, to})
	}
	return out
}

// SetTimes has times written by a clock; nil means log time. What lies where in
// the plots stays.
func (s *Stack) SetTimes(c *Clock) {
	s.clock = c
	s.layersChanged()
	if s.pointer != nil {
		s.showCursor(s.pointer.pane, s.pointer.at)
	}
}

// timeText writes log time t by the clock that was chosen.
func (s *Stack) timeText(t, resolution time.Duration) string {
	text := raster.FormatTime(t, resolution)
	if s.clock == nil {
		return text
	}
	if by, ok := s.clock.Text(t, resolution); ok {
		return by
	}
	return "log time " + text
}

// spanText says how long it is from marker A to B, back if that is negative, and, by the clock
// that was chosen, from when to when.
func (s *Stack) spanText(r Range) string {
	from, to, by := r.From, r.To, r.To-r.From
	if s.clock != nil {
		if a, b := s.clock.stretchAt(from), s.clock.stretchAt(to); a != nil && a == b {
			by = time.Duration(a.At(to) - a.At(from))
		}
	}
	if s.backwards() {
		from, to, by = to, from, -by
	}
	length := raster.FormatTime(by, time.Millisecond)
	if s.clock == nil {
		return "A to B  " + length
	}
	return s.timeText(from, time.Millisecond) + " to " + s.timeText(to, time.Millisecond) + "  " + length
}

// timeTicks are those of the time axis with room for n labels.
func (s *Stack) timeTicks(n int) []raster.TimeTick {
	if s.clock != nil {
		return s.clock.ticks(s.from, s.to, n)
	}
	return raster.TimeTicks(s.from, s.to, max(n, 2)) // one alone tells no scale
}

// timeHead is what stands beside the time axis.
func (s *Stack) timeHead() string {
	if s.clock != nil {
		return s.clock.head(s.from, s.to)
	}
	return raster.TimeUnit(s.to)
}
