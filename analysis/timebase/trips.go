package timebase

import (
	"math"
	"slices"
	"sort"
	"time"

	"postflight/analysis/clock"
	"postflight/decode/flight"
)

// trip is when the host asked and when the answer came, by its own clock: setting
// that does not change how long it was, a slower link does.
type trip struct{ sent, received int64 }

// asksHere says whether the host itself asked another, rather than one of the
// vehicle's parts another: a station tells no boot time, and has an id of its own.
func (c *collector) asksHere(who, whom flight.Source) bool {
	from := c.senders[who]
	return who.System() != whom.System() && (from == nil || from.boots == 0)
}

// longestGrowth is by how much a link may become slower, or faster, for good: as
// much as an answer may take.
const longestGrowth = longestTrip

// growth is by how much longer the shortest round trips to a source were after a
// step than before; false where too few tell.
func (r *Result) growth(source flight.Source, c Change) (by int64, ok bool) {
	const most, far = clock.RTTWindow / 2, int64(time.Minute)
	apart := min(c.size(), longestGrowth) // the stamps of two times may be the same there
	before, after := int64(math.MaxInt64), int64(math.MaxInt64)
	earlier, later := 0, 0
	for i := range r.Clocks {
		if r.Clocks[i].Source != source {
			continue
		}
		trips := r.Clocks[i].trips
		at := sort.Search(len(trips), func(k int) bool { return trips[k].sent >= c.Host })
		for k := at - 1; k >= 0 && earlier < most && trips[k].sent > c.Host-far; k-- {
			if t := trips[k]; t.received < c.Host-apart {
				before = min(before, t.received-t.sent)
				earlier++
			}
		}
		for k := at; k < len(trips) && later < most && trips[k].sent < c.Host+far; k++ {
			if t := trips[k]; t.sent >= c.Host+apart {
				after = min(after, t.received-t.sent)
				later++
			}
		}
	}
	if earlier < minPairs || later < minPairs {
		return 0, false
	}
	return after - before, true
}

func (c Change) size() int64 { return max(c.Offset, -c.Offset) }

// markDelays finds the steps that were none of a clock: answers tell, of that source
// or of another that shows the same.
func (r *Result) markDelays() {
	var known []Change
	for i := range r.Clocks {
		of := &r.Clocks[i]
		for k := range of.Changes {
			c := &of.Changes[k]
			by, ok := r.growth(of.Source, *c)
			switch {
			case !ok || c.Kind != clock.Step || c.size() > longestGrowth:
			case of.OnArrival(): // one way or both may have become slower
				if c.Delay = (by > 0) == (c.Offset < 0) && max(by, -by) >= c.size()/2; c.Delay {
					known = append(known, *c)
				}
			case of.Kind == Timesync: // half of what one way became slower by
				c.Delay = max(by, -by) >= c.size()*3/2
			}
		}
	}
	for i := range r.Clocks {
		of := &r.Clocks[i]
		for k := range of.Changes {
			c := &of.Changes[k]
			c.Delay = c.Delay || of.OnArrival() && c.Kind == clock.Step && slices.ContainsFunc(known, func(d Change) bool {
				apart := d.Host - c.Host
				return max(apart, -apart) <= int64(together) && d.alike(*c)
			})
		}
	}
}

// setBack says whether the stamps of the host fall by a step: only setting its
// clock does that.
func (r *Result) setBack(c Change) bool {
	if !r.host.capture || c.Offset <= 0 {
		return false
	}
	const near = 2 * time.Second
	times := r.log.Frames.Time
	from, until := c.Time-near-time.Duration(c.Offset), c.Time+near+time.Duration(c.Offset)
	latest := int64(-1)
	for i := sort.Search(len(times), func(i int) bool { return times[i] >= from }); i < len(times) && times[i] <= until; i++ {
		ns, ok := r.host.raw(i)
		if !ok {
			continue
		}
		if ns < latest-c.Offset/2 {
			return true
		}
		latest = max(latest, ns)
	}
	return false
}

// orDelay is the sentence on what else a step may be that sources show on arrival;
// "" where it cannot be.
func (r *Result) orDelay(whose string, sources []flight.Source, c Change) string {
	if c.size() > longestGrowth || r.setBack(c) {
		return ""
	}
	for _, s := range sources {
		if _, known := r.growth(s, c); known {
			return ""
		}
	}
	much := "longer"
	if c.Offset > 0 {
		much = "less long"
	}
	return " Or " + whose + " took that much " + much + " from then on."
}
