package tlog

import (
	"time"

	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/stamp"
)

// clock is what is known of the station's clock once its stamps are log time.
type clock struct {
	reading
	first     time.Duration // stamp that log time counts from, less the base
	breaks    []stamp.Break // by frame
	falls     falls
	longest   time.Duration // from one frame to the next
	unstamped int           // frames without a stamp
	bare      int           // the first of those
}

// layTimes makes log times of stamps, of which there are some, in their place.
func (c *clock) layTimes(times []time.Duration, stamps scan.Stamps) {
	if stamps.Even {
		c.longest = stamps.Longest
		return
	}
	own, frames := c.own(times)
	if len(own) > 0 {
		c.breaks = stamp.Breaks(own, stamp.CaptureLimit, 0)
		c.first = stamp.First(own, c.breaks)
		c.falls = fallsOf(own, frames, c.breaks)
		stamp.Lay(own, c.breaks)
	}
	for i := range c.breaks {
		c.breaks[i].Index = int(frames[c.breaks[i].Index])
	}
	stamp.Place(times, frames, own)
	for i := 1; i < len(times); i++ {
		c.longest = max(c.longest, times[i]-times[i-1])
	}
}

// own are the stamps that frames have, and which have one.
func (c *clock) own(times []time.Duration) (stamps []time.Duration, frames []int32) {
	stamps, frames = make([]time.Duration, 0, len(times)), make([]int32, 0, len(times))
	for i, t := range times {
		if t != scan.NoStamp {
			stamps, frames = append(stamps, t), append(frames, int32(i))
			continue
		}
		if c.unstamped == 0 {
			c.bare = i
		}
		c.unstamped++
	}
	return stamps, frames
}

// setTimes lays damage and clock steps on the log time of the frames.
func (c *clock) setTimes(l *flight.Log) {
	l.End = l.Frames.Time[l.Frames.Len()-1]
	if start, ok := c.date(c.first); ok {
		l.Start = start
	}
	scan.TimeDamage(l)
	for k, b := range c.breaks {
		if b.Kind == stamp.Step {
			l.Steps = append(l.Steps, flight.ClockStep{
				Offset: l.Frames.Offset[b.Index], Time: l.Frames.Time[b.Index],
				From: b.From - c.first, To: b.To - c.first, Doubt: c.doubt(l, k),
			})
		}
	}
}

// doubt is where the first frame lies of those right before a break whose stamps are
// strays or missing; 0 where there are none.
func (c *clock) doubt(l *flight.Log, k int) int64 {
	first := c.breaks[k].Index
	for stray := k - 1; first > 0; first-- {
		if stray >= 0 && c.breaks[stray].Index == first-1 && c.breaks[stray].Kind == stamp.Outlier {
			stray--
		} else if l.Frames.Flags[first-1]&flight.Unstamped == 0 {
			break
		}
	}
	if first == c.breaks[k].Index {
		return 0
	}
	return l.Frames.Offset[first]
}
