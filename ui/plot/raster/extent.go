package raster

import "math"

// extent is a closed range of finite values, as integers that sort as the values
// do: to compare those takes no branches that noise would make the processor
// guess wrong, and no care for NaN. lo > hi when there is none.
type extent struct{ lo, hi rank }

// rank is the place of a value among all of them, NaN beyond the infinities.
type rank int64

const greatest rank = math.MaxInt64 - 1<<52 // of the finite values; the least is its complement

func rankOf(v float64) rank { return mirrored(rank(math.Float64bits(v))) }

func (r rank) value() float64 { return math.Float64frombits(uint64(mirrored(r))) }

// mirrored turns the order of the negative numbers around: the bits of a value
// that is farther below zero are the greater ones.
func mirrored(bits rank) rank { return bits ^ rank(uint64(bits>>63)>>1) }

func noExtent() extent { return extent{math.MaxInt64, math.MinInt64} }

func (e extent) join(f extent) extent {
	return extent{min(e.lo, f.lo), max(e.hi, f.hi)}
}

func (e extent) empty() bool { return e.lo > e.hi }

// values is the least and the greatest value of an extent that is not empty.
func (e extent) values() (lo, hi float64) { return e.lo.value(), e.hi.value() }

func joinAll(es []extent) extent {
	all := noExtent()
	lo, hi := all.lo, all.hi // in registers, as a struct would not be
	for _, e := range es {
		lo, hi = min(lo, e.lo), max(hi, e.hi)
	}
	return extent{lo, hi}
}

// extentOf is the range of the finite values. Those that are not show in the
// result, and are rare enough to be taken out in a second pass.
func extentOf(values []float64) extent {
	none := noExtent()
	lo, hi := none.lo, none.hi
	for _, v := range values {
		r := rankOf(v)
		lo, hi = min(lo, r), max(hi, r)
	}
	if len(values) == 0 || lo >= ^greatest && hi <= greatest {
		return extent{lo, hi}
	}
	e := none
	for _, v := range values {
		if finite(v) {
			e = e.join(extent{rankOf(v), rankOf(v)})
		}
	}
	return e
}
