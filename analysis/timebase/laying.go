package timebase

import (
	"math"
	"sort"
	"time"
)

// Laying is how the times of a log lie on the timeline of another one, the
// flight's: part by part. It does not change.
type Laying struct{ parts []laidPart }

type laidPart struct {
	from, to time.Duration // log time, to excluded
	offset   time.Duration // log time less that of the flight
}

// Shifted lays a whole log by one offset, its log time less that of the flight.
func Shifted(offset time.Duration) *Laying {
	return &Laying{[]laidPart{{math.MinInt64, math.MaxInt64, offset}}}
}

// LayingOf lays a log by the parts that were placed. Where two would lie over each
// other, the end of the earlier one has no place.
func LayingOf(parts []Part) *Laying {
	l := &Laying{}
	for k := range parts {
		if parts[k].Placed {
			for _, p := range parts[k].pieces {
				l.add(p)
			}
		}
	}
	if len(l.parts) > 0 && parts[0].Placed {
		l.parts[0].from = math.MinInt64
	}
	return l
}

func (l *Laying) add(p laidPart) {
	begin := p.from - p.offset
	for n := len(l.parts); n > 0; n-- {
		last := &l.parts[n-1]
		if last.to = min(last.to, begin+last.offset); last.to > last.from {
			break
		}
		l.parts = l.parts[:n-1]
	}
	l.parts = append(l.parts, p)
}

// Moved is the same with everything later on the flight's timeline by so much.
func (l *Laying) Moved(by time.Duration) *Laying {
	out := &Laying{}
	for _, p := range l.parts {
		p.offset -= by
		out.parts = append(out.parts, p)
	}
	return out
}

// Offset is that of the first part; 0 where there is none.
func (l *Laying) Offset() time.Duration {
	if len(l.parts) == 0 {
		return 0
	}
	return l.parts[0].offset
}

// ToFlight is the time of the flight at a log time; false where that has no place
// on its timeline. Of two log times in order so are those of the flight.
func (l *Laying) ToFlight(t time.Duration) (time.Duration, bool) {
	k := sort.Search(len(l.parts), func(k int) bool { return l.parts[k].to > t })
	if k == len(l.parts) || t < l.parts[k].from {
		return 0, false
	}
	return t - l.parts[k].offset, true
}

// ToLog is the log time to look for the latest of at a time of the flight; false
// before the first part begins.
func (l *Laying) ToLog(t time.Duration) (time.Duration, bool) {
	k := sort.Search(len(l.parts), func(k int) bool {
		from := l.parts[k].from
		return from != math.MinInt64 && from-l.parts[k].offset > t
	}) - 1
	if k < 0 {
		return 0, false
	}
	return min(t+l.parts[k].offset, l.parts[k].to-1), true
}
