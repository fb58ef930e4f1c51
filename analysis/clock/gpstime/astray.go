package gpstime

import (
	"slices"
	"time"

	"postflight/analysis/clock"
)

// astray holds readings apart that a line does not explain, until they are enough to
// say that the date is another: after a new fix, or a step.
type astray struct {
	held []clock.Pair // in a row
	late []int64      // below the line, ns, of the last readings that it explains
	next int          // in late, once that is full
}

const (
	// jump is by how much a date has to leave the line to be another while nothing
	// is known of the link.
	jump = int64(time.Second)
	// ahead is by how much a date may come before what the line says, once that is
	// known well. No link makes a date early: it is wrong, or another from now on.
	ahead = int64(100 * time.Millisecond)
	// later is by how much longer a link may take than it ever did of late.
	later = int64(20 * time.Millisecond)
	// lately is how many readings tell how long a link takes, fewest how many do at
	// least: that five in a row take longer than all of them is one chance in 53,130.
	lately = 60
	fewest = 20
	// agreeing is how many readings in a row are another date where they agree, and
	// disagreeing where they do not: the link is another, or the clock worth nothing.
	agreeing    = 5
	disagreeing = 20
)

// explains says whether a line explains a reading, and takes note of it if so.
func (a *astray) explains(e clock.Estimate, p clock.Pair) bool {
	off := p.Offset() - e.OffsetAt(p.Host)
	if off > jump || off < -a.most() || e.Ready && off > ahead {
		return false
	}
	a.held = nil
	if late := max(0, -off); len(a.late) < lately {
		a.late = append(a.late, late)
	} else {
		a.late[a.next] = late
		a.next = (a.next + 1) % lately
	}
	return true
}

// most is how late a reading may be.
func (a *astray) most() int64 {
	if len(a.late) < fewest {
		return jump
	}
	return min(jump, slices.Max(a.late)+later)
}

// hold keeps a reading that is not explained. What it returns, if anything, are
// those that tell of another date.
func (a *astray) hold(p clock.Pair) []clock.Pair {
	a.held = append(a.held, p)
	if recent := a.held[max(0, len(a.held)-agreeing):]; len(recent) == agreeing && a.agree(recent) {
		return recent
	}
	if len(a.held) == disagreeing {
		return a.held[disagreeing-1:]
	}
	return nil
}

// agree says whether one date and the link explain readings.
func (a *astray) agree(held []clock.Pair) bool {
	least, most := held[0].Offset(), held[0].Offset()
	for _, p := range held {
		least, most = min(least, p.Offset()), max(most, p.Offset())
	}
	return most-least <= a.most()
}
