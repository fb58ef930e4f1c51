package align

import (
	"math"
	"slices"
	"time"

	"postflight/analysis/pair"
)

const (
	fineStep  = 2 * time.Millisecond
	fineSteps = 20 // to each side
	topSteps  = 8  // to each side of the top, for the parabola

	// minDifference, of signals with a variance of 1, is no disagreement: while
	// motors stand still all differences are 0.
	minDifference = 0.02
)

// summit sharpens an offset beyond the distance of the samples. Correlation
// weighs a few large steps more than all else, and a step says little about time
// between two samples; so what counts here is how many pairs agree. A parabola
// through the agreement around its top gives the offset.
func summit(x, y *signal, around time.Duration) time.Duration {
	a := newAgreement(x, y, around)
	var share [2*fineSteps + 1]float64
	for k := range share {
		share[k] = a.at(around + time.Duration(k-fineSteps)*fineStep)
	}
	top := 0
	for k, v := range share {
		if v > share[top] {
			top = k
		}
	}
	top = max(topSteps, min(len(share)-1-topSteps, top))
	return around + time.Duration((float64(top-fineSteps)+vertex(share[top-topSteps:top+topSteps+1]))*float64(fineStep))
}

// vertex puts a parabola through values at equal steps by least squares and
// gives its top, in steps from the middle; 0 where it has none among them.
func vertex(values []float64) float64 {
	half := float64(len(values)-1) / 2
	var n, s2, s4, r0, r1, r2 float64
	for k, r := range values {
		t := float64(k) - half
		n, s2, s4 = n+1, s2+t*t, s4+t*t*t*t
		r0, r1, r2 = r0+r, r1+t*r, r2+t*t*r
	}
	slope, bend := r1/s2, (n*r2-s2*r0)/(n*s4-s2*s2)
	if bend >= 0 {
		return 0
	}
	return max(-half, min(half, -slope/(2*bend)))
}

// agreement says how well pairs agree once the scales of the two signals are
// known.
type agreement struct {
	x, y   *signal
	gain   []float64 // by channel: x is about gain * y + shift
	shift  []float64
	spread float64 // the middle of the differences at the first offset
}

func newAgreement(x, y *signal, offset time.Duration) *agreement {
	a := &agreement{x: x, y: y, gain: make([]float64, len(x.channels)), shift: make([]float64, len(x.channels))}
	sums := make([]moments, len(x.channels))
	n := 0.0
	a.pairs(offset, func(i, k int) {
		n++
		for c := range sums {
			sums[c].add(x.channels[c][i], y.channels[c][k])
		}
	})
	for c, m := range sums {
		if spread := m.yy - m.y*m.y/n; spread > 0 {
			a.gain[c] = (m.xy - m.x*m.y/n) / spread
		}
		a.shift[c] = (m.x - a.gain[c]*m.y) / n
	}
	var differences []float64
	a.pairs(offset, func(i, k int) {
		for c := range a.gain {
			differences = append(differences, math.Abs(a.difference(c, i, k)))
		}
	})
	if len(differences) > 0 {
		slices.Sort(differences)
		a.spread = max(differences[len(differences)/2], minDifference)
	}
	return a
}

func (a *agreement) pairs(offset time.Duration, visit func(i, k int)) {
	cursor := pair.NewCursor(a.y.times)
	for i, t := range a.x.times {
		if k, distance := cursor.To(t + offset); k >= 0 && distance <= a.y.reach {
			visit(i, k)
		}
	}
}

func (a *agreement) difference(c, i, k int) float64 {
	return a.x.channels[c][i] - a.gain[c]*a.y.channels[c][k] - a.shift[c]
}

// at is the share of pairs that agree at an offset, 0 to 1: each counts the
// less the further its difference is beyond the spread (Geman and McClure).
func (a *agreement) at(offset time.Duration) float64 {
	sum, n := 0.0, 0.0
	unit := a.spread * a.spread
	a.pairs(offset, func(i, k int) {
		for c := range a.gain {
			d := a.difference(c, i, k)
			sum += unit / (unit + d*d)
			n++
		}
	})
	if n == 0 {
		return 0
	}
	return sum / n
}
