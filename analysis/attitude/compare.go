package attitude

import (
	"math"
	"slices"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/pair"
)

// Stats sums up errors in degrees; NaN where there are none.
type Stats struct {
	Mean float64
	RMS  float64
	P95  float64 // of the magnitude: the nearest rank, a value that occurred
	Max  float64 // of the magnitude
}

// Errors are the differences of all pairs, in the order of the estimate.
type Errors struct {
	Time             []time.Duration // of the estimate, in its log
	Estimate, Truth  []int           // samples of the two series
	Roll, Pitch, Yaw []float64       // degrees, in (-180, 180]
	Angle            []float64       // degrees, 0 to 180
}

// Summary is how far the estimate was from the truth.
type Summary struct {
	Pairs, Skipped          int // estimates with and without a partner
	Roll, Pitch, Yaw, Angle Stats
}

// EpochSummary is the Summary of one epoch of the estimate's source.
type EpochSummary struct {
	Epoch epoch.Epoch
	Summary
}

// Comparison is the estimate held against the truth.
type Comparison struct {
	Offset     time.Duration // added to the estimate's times to get the truth's
	Confidence float64       // in the offset, 0 to 1
	Summary
	ByEpoch []EpochSummary
	Errors  Errors
}

// Compare pairs each estimate with the truth nearest to its time plus offset,
// within [pair.AttitudeTolerance]. epochs are those of the estimate's source;
// confidence is passed on.
func Compare(estimate, truth *Series, offset time.Duration, confidence float64, epochs []epoch.Epoch) *Comparison {
	out := &Comparison{Offset: offset, Confidence: confidence}
	shifted := make([]time.Duration, len(estimate.Time))
	for i, t := range estimate.Time {
		shifted[i] = t + offset
	}
	pairs, skipped := pair.Nearest(shifted, truth.Time, pair.AttitudeTolerance)
	out.Errors = difference(estimate, truth, pairs)
	out.Summary = out.Errors.summary(0, len(pairs), skipped+estimate.Bad)
	for _, e := range epochs {
		first, last := within(estimate.Frame, e)
		lo, _ := slices.BinarySearch(out.Errors.Estimate, first)
		hi, _ := slices.BinarySearch(out.Errors.Estimate, last)
		out.ByEpoch = append(out.ByEpoch, EpochSummary{e, out.Errors.summary(lo, hi, last-first-(hi-lo))})
	}
	return out
}

// within gives the samples, from first up to but without last, of an epoch.
func within(frames []uint32, e epoch.Epoch) (first, last int) {
	first, _ = slices.BinarySearch(frames, uint32(e.FirstFrame))
	last, _ = slices.BinarySearch(frames, uint32(e.LastFrame)+1)
	return first, last
}

func difference(estimate, truth *Series, pairs []pair.Pair) Errors {
	n := len(pairs)
	e := Errors{
		Time: make([]time.Duration, n), Estimate: make([]int, n), Truth: make([]int, n),
		Roll: make([]float64, n), Pitch: make([]float64, n), Yaw: make([]float64, n), Angle: make([]float64, n),
	}
	for i, p := range pairs {
		a, b := estimate.Euler[p.A], truth.Euler[p.B]
		e.Time[i], e.Estimate[i], e.Truth[i] = estimate.Time[p.A], p.A, p.B
		e.Roll[i], e.Pitch[i], e.Yaw[i] = Wrap(a[0]-b[0]), Wrap(a[1]-b[1]), Wrap(a[2]-b[2])
		e.Angle[i] = Angle(estimate.Quaternion[p.A], truth.Quaternion[p.B])
	}
	return e
}

func (e *Errors) summary(lo, hi, skipped int) Summary {
	return Summary{
		Pairs: hi - lo, Skipped: skipped,
		Roll: NewStats(e.Roll[lo:hi]), Pitch: NewStats(e.Pitch[lo:hi]),
		Yaw: NewStats(e.Yaw[lo:hi]), Angle: NewStats(e.Angle[lo:hi]),
	}
}

// NewStats sums up errors.
func NewStats(errors []float64) Stats {
	n := len(errors)
	if n == 0 {
		return Stats{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	var sum, squares float64
	magnitude := make([]float64, n)
	for i, v := range errors {
		sum += v
		squares += v * v
		magnitude[i] = math.Abs(v)
	}
	slices.Sort(magnitude)
	rank := (95*n + 99) / 100
	return Stats{sum / float64(n), math.Sqrt(squares / float64(n)), magnitude[rank-1], magnitude[n-1]}
}
