package link

import (
	"fmt"
	"slices"
	"sort"

	"postflight/analysis/foreign"
	"postflight/decode/flight"
)

// others is what else speaks in a run of junk, or in all of them.
type others struct {
	count, bytes [foreign.Kinds]int
	first        [foreign.Kinds]int // damage, where there is any
}

func (o *others) add(p foreign.Piece, damage int) {
	if o.count[p.Kind] == 0 {
		o.first[p.Kind] = damage
	}
	o.count[p.Kind]++
	o.bytes[p.Kind] += p.Length
}

// String names what speaks, such as "3 NMEA sentences and 1 u-blox packet".
func (o *others) String() string {
	var list []string
	for t, n := range o.count {
		if n > 0 {
			list = append(list, fmt.Sprintf("%d %s", n, foreign.Kind(t).Name(n)))
		}
	}
	return listed(list, len(list))
}

// sum is the bytes of all that are no beginnings of files.
func (o *others) sum() int {
	n := 0
	for t := range foreign.Pcapng {
		n += o.bytes[t]
	}
	return n
}

// listen looks through all junk for what else speaks there. Bytes that only a
// record header parts are looked at together.
func (c *counting) listen() {
	c.spoken = map[int]*others{}
	for i := 0; i < len(c.log.Damage); i++ {
		if c.log.Damage[i].Kind != flight.Junk {
			continue
		}
		first := i
		for i+1 < len(c.log.Damage) && c.log.Damage[i+1].Kind == flight.Junk && !c.framesBetween(i) {
			i++
		}
		c.listenTo(first, i)
	}
}

// framesBetween reports whether frames lie between a run of damage and the next.
func (c *counting) framesBetween(damage int) bool {
	at := c.log.Frames.Offset
	from, to := c.log.Damage[damage].End(), c.log.Damage[damage+1].Offset
	k := sort.Search(len(at), func(k int) bool { return at[k] >= from })
	return k < len(at) && at[k] < to
}

// listenTo looks through the runs of junk from first to last.
func (c *counting) listenTo(first, last int) {
	var b []byte
	starts := make([]int, 0, last-first+1)
	for i := first; i <= last; i++ {
		d := &c.log.Damage[i]
		starts = append(starts, len(b))
		if run := c.log.Data[d.Offset:d.End()]; first == last {
			b = run
		} else {
			b = append(b, run...)
		}
	}
	for _, p := range foreign.Find(b) {
		k, exact := slices.BinarySearch(starts, p.Offset)
		if !exact {
			k--
		}
		if c.spoken[first+k] == nil {
			c.spoken[first+k] = &others{}
		}
		c.spoken[first+k].add(p, first+k)
		c.everywhere.add(p, first+k)
	}
}

// neighbours recognises another protocol that shares the line.
func (c *counting) neighbours() (flight.Finding, bool) {
	o := &c.everywhere
	count, first := 0, len(c.log.Damage)
	line := others{}
	for t := range foreign.Pcapng {
		if n := o.count[t]; n > 0 {
			count, first = count+n, min(first, o.first[t])
			line.count[t] = n
		}
	}
	if count < fewRuns || int64(o.sum())*2 < c.wire.JunkBytes {
		return flight.Finding{}, false
	}
	d := &c.log.Damage[first]
	return flight.Finding{
		Kind: flight.JunkRun, Severity: flight.Warning, Time: d.Time, Span: d.Span,
		Text: fmt.Sprintf("Something else shares the line: %s make up %d of the %s that are in no frame. Those are no damage.",
			line.String(), o.sum(), numberOf(int(c.wire.JunkBytes), "byte")),
	}, true
}

// capture recognises a network capture around the frames.
func (c *counting) capture() (flight.Finding, bool) {
	n := c.everywhere.count[foreign.Pcapng]
	if n < fewRuns {
		return flight.Finding{}, false
	}
	d := &c.log.Damage[c.everywhere.first[foreign.Pcapng]]
	return flight.Finding{
		Kind: flight.FormatMismatch, Severity: flight.Warning, Time: d.Time, Span: d.Span,
		Text: fmt.Sprintf("The frames lie in a pcapng capture, of which %d packet headers were found; its times were not read. "+
			"Extract the MAVLink stream, for instance with tshark, and open that.", n),
	}, true
}

// spokenText is what a run of junk is in so far as it is known; empty where
// nothing of it is.
func (c *counting) spokenText(damage int) string {
	if o := c.spoken[damage]; o != nil {
		return o.String()
	}
	return ""
}
