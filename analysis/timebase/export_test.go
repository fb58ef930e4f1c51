package timebase

import (
	"time"

	"postflight/decode/flight"
)

// Place is place, which Lay goes by where logs are not cut into parts.
func Place(a, b *Result) (p Placement, ok bool) {
	p, _, ok = place(a, b)
	return p, ok
}

// Boot is the time since power-up of a source at a log time, by its clock in the
// epoch that the log time is in; false where it has none.
func (r *Result) Boot(source flight.Source, t time.Duration) (time.Duration, bool) {
	if r.host == nil {
		return 0, false
	}
	if !r.host.capture && source == r.host.driver {
		return time.Duration(r.host.ofLog(t)), true
	}
	if c := r.of(source, r.epochAt(source, t), Boot, false); c != nil {
		return time.Duration(c.toRemote(r.host.ofLog(t))), true
	}
	return 0, false
}
