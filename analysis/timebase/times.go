package timebase

import (
	"time"

	"postflight/decode/flight"
)

// Capture is what the clock of the ground station showed at a log time; false
// where the log has none, or one that tells no date.
func (r *Result) Capture(t time.Duration) (time.Time, bool) {
	if r.host == nil || !r.host.capture || !r.host.unix {
		return time.Time{}, false
	}
	return unix(r.host.ofLog(t)), true
}

// epochAt is the epoch of a source that a log time is in.
func (r *Result) epochAt(source flight.Source, t time.Duration) int {
	index := 0
	for _, e := range r.epochs {
		if e.Source == source && e.Start <= t {
			index = e.Index
		}
	}
	return index
}

// UTC is the date at a log time by the best clock that tells one, and which that
// is: a date that a vehicle sent, else, with no clock named, the station's. ok is
// false where nothing tells a date.
func (r *Result) UTC(t time.Duration) (utc time.Time, by *Clock, ok bool) {
	if r.host == nil {
		return time.Time{}, nil, false
	}
	if c := r.dates(t); c != nil {
		return unix(c.toRemote(r.host.ofLog(t))), c, true
	}
	utc, ok = r.Capture(t)
	return utc, nil, ok
}

// dates is the clock to take the date at a log time from: an autopilot's before
// others, one that is ready before others, the nearest of those. Where the host's
// clock is a boot clock, those of other boots tell nothing.
func (r *Result) dates(t time.Duration) *Clock {
	host := r.host.ofLog(t)
	var best *Clock
	for i := range r.Clocks {
		c := &r.Clocks[i]
		if c.Kind != GPS || !r.host.capture && r.epochAt(c.Source, t) != c.Epoch {
			continue
		}
		if best == nil || c.datesBetter(best, host) {
			best = c
		}
	}
	return best
}

func (c *Clock) datesBetter(than *Clock, host int64) bool {
	const autopilot = 1
	mine, its := c.Source.Component() <= autopilot, than.Source.Component() <= autopilot
	switch {
	case mine != its:
		return mine
	case c.Ready != than.Ready:
		return c.Ready
	}
	return c.away(host) < than.away(host)
}

// away is how far a host time lies outside the readings of a clock.
func (c *Clock) away(host int64) int64 {
	p := c.Whole.Pieces
	return max(0, p[0].From-host, host-p[len(p)-1].From-int64(p[len(p)-1].Span))
}

func unix(ns int64) time.Time { return time.Unix(0, ns).UTC() }
