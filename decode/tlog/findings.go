package tlog

import (
	"fmt"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

// maxListed bounds how many findings of one kind a log brings.
const maxListed = 50

type noter struct {
	log *flight.Log
}

// add returns the finding for what is left to say of it, until the next is added.
func (n noter) add(kind flight.Kind, severity flight.Severity, frame int, format string, args ...any) *flight.Finding {
	f := flight.Finding{Kind: kind, Severity: severity, Text: fmt.Sprintf(format, args...)}
	if frame < n.log.Frames.Len() {
		f.Time = n.log.Frames.Time[frame]
		if f.Span = n.log.LeadOf(frame); f.Span.Length == 0 {
			f.Span = n.log.Span(frame)
		}
	}
	n.log.Findings = append(n.log.Findings, f)
	return &n.log.Findings[len(n.log.Findings)-1]
}

// addFindings says what about the stamps is not as it should be.
func addFindings(l *flight.Log, c *clock) {
	n := noter{l}
	if c.Little {
		n.add(flight.FormatMismatch, flight.Info, 0, "Stamps are written in little-endian, as old stations did; they were read so.")
	}
	if c.Unit == time.Nanosecond {
		n.add(flight.FormatMismatch, flight.Warning, 0, "Stamps count nanoseconds, not microseconds: only so are they dates. They were read so.")
	}
	if l.Frames.Len() > 0 && l.Start.IsZero() {
		n.addNoClock(c)
	}
	if c.unstamped > 0 {
		n.add(flight.FormatMismatch, flight.Info, c.bare,
			"%d frames have no stamp of their own; they have the time of the one before.", c.unstamped)
	}
	n.addStrays(c.breaks)
	n.addFalls(c.falls)
	if c.longest >= longPause {
		n.addPauses()
	}
	n.addEnd()
}

// addEnd says what the log ends with that is no entry.
func (n noter) addEnd() {
	l := n.log
	if len(l.Damage) == 0 {
		return
	}
	d := l.Damage[len(l.Damage)-1]
	f := flight.Finding{Time: l.End, Span: d.Span}
	switch {
	case d.Kind == flight.Tail: // as where a station is switched off
		f.Kind, f.Severity = flight.TruncatedTail, flight.Info
		f.Text = fmt.Sprintf("The log ends inside an entry, %d bytes into it: writing stopped there.", d.Length)
	default:
		return
	}
	l.Findings = append(l.Findings, f)
}

// addNoClock says why there is no wall clock.
func (n noter) addNoClock(c *clock) {
	first := c.Base + uint64(c.first/c.Unit)
	if first >= latest {
		n.add(flight.NoClock, flight.Warning, 0,
			"The station's stamps cannot be dates: they begin at %d µs, beyond the year 2100. Only differences of time are known.", first)
		return
	}
	n.add(flight.NoClock, flight.Info, 0,
		"Stamps begin at %.3f s: they do not count from 1970, so that only differences of time are known.", float64(first)/1e6)
}

// farOff is a stray that is no time of the log at all.
const farOff = 24 * time.Hour

// addStrays lists stamps that were not gone by: those that a clock could have shown
// one by one.
func (n noter) addStrays(breaks []stamp.Break) {
	far, first, listed := 0, 0, 0
	for _, b := range breaks {
		if b.Kind == stamp.Outlier && isFar(b) {
			if far == 0 {
				first = b.Index
			}
			far++
		}
	}
	switch {
	case far == 1:
		n.add(flight.ClockOutlier, flight.Warning, first,
			"One stamp lies far from those on both sides; it was not believed, and its frame has the time of the one before.")
	case far > 1:
		n.add(flight.ClockOutlier, flight.Warning, first,
			"Stamps that lie far from those on both sides: %d. They were not believed; their frames have the time of the one before.", far).Size = float64(far)
	}
	for _, b := range breaks {
		if b.Kind == stamp.Outlier && !isFar(b) && listed < maxListed {
			listed++
			n.add(flight.ClockOutlier, flight.Warning, b.Index,
				"One stamp lies %.3f s off its neighbours; log time went on without it.", (b.To - b.From).Seconds())
		}
	}
}

func isFar(b stamp.Break) bool { return b.To == math.MaxInt64 || (b.To-b.From).Abs() > farOff }

// longPause is longer than a link is silent in flight.
const longPause = 10 * time.Minute

// addPauses lists the times in which nothing was recorded from anyone.
func (n noter) addPauses() {
	times, listed := n.log.Frames.Time, 0
	for i := 1; i < len(times) && listed < maxListed; i++ {
		if pause := times[i] - times[i-1]; pause >= longPause {
			listed++
			n.add(flight.TimeGap, flight.Warning, i,
				"Nothing was recorded for %v: the station paused, or logs of different times were put end to end.", pause.Round(time.Second))
		}
	}
}

// falls are the times the station's clock fell by less than begins an epoch.
type falls struct {
	count   int
	largest time.Duration
	listed  []fall // the first of those that are noticeable
}

type fall struct {
	frame int
	by    time.Duration
}

// noticeableFall is a fall that packets out of order do not explain: stations
// log within milliseconds of receiving.
const noticeableFall = 100 * time.Millisecond

// fallsOf finds the falls among stamps that are no breaks. frames are those that
// have the stamps.
func fallsOf(stamps []time.Duration, frames []int32, breaks []stamp.Break) (f falls) {
	last := time.Duration(math.MinInt64)
	next := 0
	for i, t := range stamps {
		for ; next < len(breaks) && breaks[next].Index < i; next++ {
		}
		stray, step := false, false
		if next < len(breaks) && breaks[next].Index == i {
			stray, step = breaks[next].Kind == stamp.Outlier, breaks[next].Kind == stamp.Step
		}
		if stray {
			continue
		}
		if by := last - t; t < last && !step {
			f.count++
			f.largest = max(f.largest, by)
			if by >= noticeableFall && len(f.listed) < maxListed {
				f.listed = append(f.listed, fall{int(frames[i]), by})
			}
		}
		last = t
	}
	return f
}

func (n noter) addFalls(f falls) {
	for _, fall := range f.listed {
		n.add(flight.ClockOutlier, flight.Info, fall.frame,
			"The station's clock goes back by %.3f s; log time stands still until it has caught up.", fall.by.Seconds())
	}
	switch {
	case f.count <= len(f.listed):
	case f.count == 1:
		n.add(flight.ClockOutlier, flight.Info, 0, "The stamps go back once, by %s. Frames were logged a little out of order.", short(f.largest))
	default:
		n.add(flight.ClockOutlier, flight.Info, 0,
			"The stamps go back, by %s at most, in places: %d. Frames were logged a little out of order.", short(f.largest), f.count).Size = float64(f.count)
	}
}

// short is a time below a second or so.
func short(d time.Duration) string {
	if d < 10*time.Millisecond {
		return fmt.Sprintf("%.3f ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}
