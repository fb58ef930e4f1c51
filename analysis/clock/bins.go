package clock

import (
	"math"
	"sort"
	"time"
)

// bin is a stretch of host time and the hull of its points.
type bin struct {
	index int64
	hull  *chain
}

func binOf(p point) int64 { return floorDiv(p.x, int64(EnvelopeBin)) }

// addToBin adds a point that is later than all others.
func addToBin(bins []bin, p point) []bin {
	if len(bins) == 0 || bins[len(bins)-1].index != binOf(p) {
		bins = append(bins, bin{binOf(p), &chain{}})
	}
	bins[len(bins)-1].hull.push(p)
	return bins
}

// dropBins drops what is before the bin of the oldest point.
func dropBins(bins []bin, oldest point) []bin {
	for len(bins) > 0 && bins[0].index < binOf(oldest) {
		bins = bins[1:]
	}
	return bins
}

// sigmas are Sigma and SkewSigma of a line over the points. A bin is whole where
// points came before it and after it.
func (e *Envelope) sigmas(line Estimate) (sigma int64, skewSigma float64) {
	first, last := binOf(e.points[0]), binOf(e.points[len(e.points)-1])
	var late []float64
	for _, b := range e.bins {
		if first < b.index && b.index < last {
			late = append(late, smallestLateness(b.hull.points(), line.Line))
		}
	}
	if len(late) < EnvelopeSigmaBins {
		return -1, -1
	}
	return scatter(late, line.Line, line.Span)
}

// scatter is the root mean square of the bins' smallest lateness, and what it
// leaves unknown of the slope of a line through as many evenly spread points.
func scatter(late []float64, line Line, span time.Duration) (sigma int64, skewSigma float64) {
	sum := 0.0
	for _, v := range late {
		sum += v * v
	}
	n := float64(len(late))
	rms := math.Sqrt(sum / n)
	if line.Held || span <= 0 {
		return whole(rms), -1
	}
	return whole(rms), rms * math.Sqrt(12/(n*independent(late))) / float64(span) * ppm
}

// independent is the share of values in a row that count as independent, by the
// correlation of each with the next. Where a clock drifts a line leaves a bend,
// and its skew is less sure than chance alone makes it.
func independent(v []float64) float64 {
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	var next, all float64
	for i, x := range v {
		all += (x - mean) * (x - mean)
		if i > 0 {
			next += (x - mean) * (v[i-1] - mean)
		}
	}
	if next <= 0 {
		return 1
	}
	r := next / all // always below 1
	return (1 - r) / (1 + r)
}

// smallestLateness is that of the points of a hull against a line.
func smallestLateness(points []point, line Line) float64 {
	i := sort.Search(len(points)-1, func(i int) bool {
		return edge{points[i], points[i+1]}.slope() <= line.Skew
	})
	return line.lateness(points[i])
}
