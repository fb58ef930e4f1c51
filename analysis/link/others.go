package link

import (
	"fmt"

	"postflight/analysis/foreign"
	"postflight/analysis/internal/words"
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
	return words.List(list)
}

// sum is the bytes of all that are no beginnings of files.
func (o *others) sum() int {
	n := 0
	for t := range foreign.Pcapng {
		n += o.bytes[t]
	}
	return n
}

// neighbours recognises another protocol that shares the line.
func (c *counting) neighbours() (flight.Finding, bool) {
	o := &c.junk.everywhere
	count, first := 0, len(c.log.Damage)
	line := others{}
	for t := range foreign.Pcapng {
		if n := o.count[t]; n > 0 {
			count, first = count+n, min(first, o.first[t])
			line.count[t] = n
		}
	}
	if count < fewRuns || int64(o.sum())*2 < c.strayBytes() {
		return flight.Finding{}, false
	}
	d := &c.log.Damage[first]
	return flight.Finding{
		Kind: flight.JunkRun, Severity: flight.Warning, Time: d.Time, Span: d.Span,
		Text: fmt.Sprintf("Something else shares the line: %s make up %d of the %s that are in no frame. Those are no damage.",
			line.String(), o.sum(), words.Count(int(c.strayBytes()), "byte")),
	}, true
}

// capture recognises a network capture around the frames.
func (c *counting) capture() (flight.Finding, bool) {
	n := c.junk.everywhere.count[foreign.Pcapng]
	if n < fewRuns {
		return flight.Finding{}, false
	}
	d := &c.log.Damage[c.junk.everywhere.first[foreign.Pcapng]]
	return flight.Finding{
		Kind: flight.FormatMismatch, Severity: flight.Warning, Time: d.Time, Span: d.Span,
		Text: fmt.Sprintf("The frames lie in a pcapng capture, of which %d packet headers were found; its times were not read. "+
			"Extract the MAVLink stream, for instance with tshark, and open that.", n),
	}, true
}
