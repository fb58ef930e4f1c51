package tlog

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"postflight/decode/scan"
	"postflight/decode/stamp"
)

// reading is how the stamps of a log are read.
type reading struct {
	scan.Clock
}

// near is how far apart stamps may lie and still make each other likely. A wrong
// stamp of 64 bits does by chance once in 100,000 years' worth of microseconds.
const near = uint64(24 * time.Hour / time.Microsecond)

// clockOf decides how stamps are written: in the order in which more of the first
// ones make each other likely; where that does not tell, big-endian, unless only
// the other makes dates of them. The base is the first of those that lie together.
func clockOf(data []byte) reading {
	starts, _ := scan.FirstFrames(data, sniffed)
	starts = slices.DeleteFunc(starts, func(at int64) bool { return at < scan.StampSize })
	big, little := make([]uint64, len(starts)), make([]uint64, len(starts))
	for i, at := range starts {
		big[i] = binary.BigEndian.Uint64(data[at-scan.StampSize:])
		little[i] = bits.ReverseBytes64(big[i])
	}
	bigBase, bigCount := together(big)
	littleBase, littleCount := together(little)
	r := reading{scan.Clock{Base: bigBase, Unit: time.Microsecond}}
	likelier := littleCount > bigCount && littleBase < latest
	if likelier || littleCount == bigCount && isDate(littleBase) && !isDate(bigBase) {
		r = reading{scan.Clock{Base: littleBase, Unit: time.Microsecond, Little: true}}
	}
	if !isDate(r.Base) && isDate(r.Base/1000) {
		r.Unit = time.Nanosecond
	}
	return r
}

// together is the first of the stamps that most of the others lie near, and how
// many do.
func together(stamps []uint64) (first uint64, count int) {
	for i, s := range stamps {
		n := 0
		for k, other := range stamps {
			if k != i && max(s, other)-min(s, other) <= near {
				n++
			}
		}
		if i == 0 || n > count {
			first, count = s, n
		}
	}
	return first, count
}

// latest is the end of what can be a date, in microseconds.
const latest = uint64(stamp.LastDate) * 1_000_000

// isDate reports whether a stamp is a time at which logs were or may be made:
// earlier ones count from the start of something.
func isDate(us uint64) bool { return stamp.IsDate(int64(us / 1_000_000)) }

// micros reads the raw stamp at the start of b, in microseconds.
func (r *reading) micros(b []byte) uint64 {
	v := binary.BigEndian.Uint64(b)
	if r.Little {
		v = bits.ReverseBytes64(v)
	}
	return v / uint64(time.Microsecond/r.Unit)
}

// date is the wall clock at a stamp less the base; false where stamps are no dates.
func (r *reading) date(t time.Duration) (time.Time, bool) {
	raw := r.Base + uint64(t/r.Unit)
	us := raw / uint64(time.Microsecond/r.Unit)
	return time.Unix(0, int64(raw)*int64(r.Unit)).UTC(), isDate(us)
}
