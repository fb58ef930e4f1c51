package clock

import "math"

// MaxSkew is the largest skew taken for that of a clock: 1,000 ppm. Crystals
// stay within 100, RC oscillators that are trimmed within a few hundred. A
// steeper slope is jitter over a short span, or a step: it is held at 0.
const MaxSkew = 1000 / ppm

// Line is the offset of a remote clock as a line in host time. It is kept
// against whole nanoseconds: a float64 that held 1.8e18 ns would move in steps
// of 256. The mapping is promised for skews within MaxSkew.
type Line struct {
	Host     int64   // reference, ns of host time
	Offset   int64   // remote - host at Host, whole ns
	Fraction float64 // ns to add to Offset
	Skew     float64 // ns per ns
	Held     bool    // Skew is 0 for want of pairs that tell it
}

// SkewPPM is the skew in parts per million.
func (l Line) SkewPPM() float64 { return l.Skew * ppm }

// OffsetAt is remote - host at a host time, ns.
func (l Line) OffsetAt(host int64) int64 {
	return add(l.Offset, whole(l.Fraction+l.Skew*float64(sub(host, l.Host))))
}

// ToRemote is what the remote clock says at a host time. It never decreases as
// host increases.
func (l Line) ToRemote(host int64) int64 { return add(host, l.OffsetAt(host)) }

// ToHost is the host time at which the remote clock says remote, to within 1 ns
// of what ToRemote undoes. It never decreases as remote increases.
func (l Line) ToHost(remote int64) int64 {
	since := sub(sub(remote, l.Offset), l.Host)
	excess := (l.Fraction + l.Skew*float64(since)) / (1 + l.Skew)
	return sub(add(l.Host, since), whole(excess))
}

// lateness is how far a point lies below the line, ns.
func (l Line) lateness(p point) float64 {
	return float64(sub(l.Offset, p.y)) + l.Fraction + l.Skew*float64(p.x-l.Host)
}

// whole rounds, and stops at the ends of what a line may be off by.
func whole(v float64) int64 { return int64(math.Round(max(-limit, min(limit, v)))) }
