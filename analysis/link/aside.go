package link

import (
	"postflight/decode/flight"
	"postflight/decode/tlog"
)

// fewUnused is how many equal bytes at the end of a log were never written.
const fewUnused = 64

// unused is how many bytes at the end of a run of damage, behind which nothing
// follows, were reserved and never written: zeros, or ones throughout. What is left
// of a record that was being written is not unused.
func unused(l *flight.Log, damage int) int64 {
	d := &l.Damage[damage]
	if damage != len(l.Damage)-1 || d.End() != l.Size() || d.Length < fewUnused || behind(d) {
		return 0
	}
	b := l.Data[d.Offset:d.End()]
	at, fill := len(b), b[len(b)-1]
	for at > 0 && (fill == 0 || fill == 0xFF) && b[at-1] == fill {
		at--
	}
	if n := len(b) - at; n >= fewUnused && (at == 0 || d.Kind == flight.Junk) {
		return int64(n)
	}
	return 0
}

// behind reports whether a run of damage is another log, which is no damage.
func behind(d *flight.Damage) bool { return d.Kind == flight.Junk && d.Reason == tlog.ReasonBehind }

// own is how many bytes of a log may hold what it is: neither another log behind it
// nor space that was never written.
func (c *counting) own() int64 { return c.log.Size() - c.wire.Unused - c.wire.Behind }

// strayBytes is how many bytes of those are in no frame, and are not named by one.
func (c *counting) strayBytes() int64 {
	n := c.wire.JunkBytes - c.wire.Behind
	if k := len(c.log.Damage); k > 0 && c.log.Damage[k-1].Kind == flight.Junk {
		n -= c.wire.Unused
	}
	return n
}

// Damaged is how many bytes belong to nothing that was read, and should have.
func (w *Wire) Damaged() int64 {
	return w.JunkBytes + w.CRCFailedBytes + w.TailBytes - w.Unused - w.Behind
}
