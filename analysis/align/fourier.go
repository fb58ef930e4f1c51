package align

import (
	"math"
	"math/bits"
	"math/cmplx"
)

// fourier transforms sequences of one length, a power of two (Cooley and Tukey,
// in place).
type fourier struct {
	n     int
	turns []complex128
}

// newFourier is for sequences of at least so many points.
func newFourier(points int) *fourier {
	n := 1 << bits.Len(uint(max(1, points-1)))
	f := &fourier{n: n, turns: make([]complex128, n/2)}
	for k := range f.turns {
		f.turns[k] = cmplx.Rect(1, -2*math.Pi*float64(k)/float64(n))
	}
	return f
}

func (f *fourier) forward(a []complex128) {
	shift := 64 - bits.Len(uint(f.n-1))
	for i := range a {
		if j := int(bits.Reverse64(uint64(i)) >> shift); j > i {
			a[i], a[j] = a[j], a[i]
		}
	}
	for size := 2; size <= f.n; size *= 2 {
		half, stride := size/2, f.n/size
		for start := 0; start < f.n; start += size {
			lo, hi := a[start:start+half], a[start+half:start+size]
			for k := range lo {
				t := hi[k] * f.turns[k*stride]
				lo[k], hi[k] = lo[k]+t, lo[k]-t
			}
		}
	}
}

func (f *fourier) inverse(a []complex128) {
	f.forward(a)
	scale := complex(1/float64(f.n), 0)
	for i, j := 1, f.n-1; i < j; i, j = i+1, j-1 {
		a[i], a[j] = a[j], a[i]
	}
	for i := range a {
		a[i] *= scale
	}
}
