// Package align finds how the clocks of two logs lie to each other, as of a
// recording and a ground truth. They may share no clock, but both saw the same
// motors and the same motion: the offset is where the two agree best.
package align

import (
	"context"
	"math"
	"time"

	"postflight/decode/flight"
)

// Method says what an offset rests on.
type Method string

// Methods, the one tried first on top. WallClocks compares when the two files
// say they were begun: a coarse guess. None is an offset of 0 for want of
// anything better.
const (
	Motors     Method = "motors"
	BodyRates  Method = "body rates"
	Attitude   Method = "attitude"
	WallClocks Method = "wall clocks"
	None       Method = "none"
)

// Result is an offset and what speaks for it.
type Result struct {
	// Offset added to a time of the recording gives the time of the truth, both
	// counted from the first record of their file.
	Offset time.Duration
	// Confidence is the correlation at the offset times the share it explains
	// of what the second-best offset leaves unexplained: near 1 where the signals
	// agree at one offset only, near 0 where another fits as well. It is 0 for
	// WallClocks and None.
	Confidence  float64
	Correlation float64 // at the offset, 0 to 1; 0 for WallClocks and None
	Method      Method
	Pairs       int // samples compared
}

const (
	sure   = 0.5 // confidence that makes other methods needless
	usable = 0.1 // confidence below which a guess is no better than wall clocks

	// unexplained is the share of a signal that no offset can be expected to
	// explain; differences between near-perfect fits mean nothing.
	unexplained = 0.01
)

// Find compares the motor commands of a recording to those of the truth, and
// where that is not sure the body rates, then the attitude. Each sample is
// compared to the nearest of the other log; none is made up. The only error is
// that of the context.
func Find(ctx context.Context, l, truth *flight.Log) (Result, error) {
	return Between(ctx, l, truth, Motors, BodyRates, Attitude)
}

// Between compares two logs by the methods named, as Find does: either may be a
// recording or a ground truth, and the second stands for the truth.
func Between(ctx context.Context, l, truth *flight.Log, methods ...Method) (Result, error) {
	best := wallClocks(l, truth)
	for _, method := range methods {
		x, y, ok := signals(method, l, truth)
		if !ok {
			continue
		}
		r, err := match(ctx, x, y)
		if err != nil {
			return Result{}, err
		}
		r.Method = method
		if r.Confidence >= usable && r.Confidence > best.Confidence {
			best = r
		}
		if best.Confidence >= sure {
			break
		}
	}
	return best, ctx.Err()
}

func wallClocks(l, truth *flight.Log) Result {
	if l.Start.IsZero() || truth.Start.IsZero() {
		return Result{Method: None}
	}
	return Result{Method: WallClocks, Offset: l.Start.Sub(truth.Start)}
}

const (
	candidates = 6                     // peaks that are looked at closely
	roughStep  = 10 * time.Millisecond // around a candidate
	roughSteps = 6                     // to each side
)

// match finds the offset at which y, moved back by it, is most like x.
func match(ctx context.Context, x, y *signal) (Result, error) {
	peaks, err := coarsePeaks(ctx, x, y, candidates)
	if err != nil {
		return Result{}, err
	}
	var first, second fit
	for _, p := range peaks {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		var best fit
		for k := -roughSteps; k <= roughSteps; k++ {
			if f := fitAt(x, y, p+time.Duration(k)*roughStep); f.score() > best.score() {
				best = f
			}
		}
		switch {
		case best.score() > first.score():
			first, second = best, first
		case best.score() > second.score():
			second = best
		}
	}
	if first.pairs < minPairs {
		return Result{}, nil
	}
	first = fitAt(x, y, summit(x, y, first.offset))
	return Result{
		Offset: first.offset, Correlation: first.r, Pairs: first.pairs, Confidence: confidence(first, second),
	}, nil
}

// confidence is as Result promises. A second fit on fewer pairs weighs as the
// correlation that would be as unlikely on as many pairs as the first has.
func confidence(first, second fit) float64 {
	r := first.r
	if r <= 0 || first.pairs == 0 {
		return 0
	}
	rival := math.Tanh(second.score() / math.Sqrt(float64(first.pairs)))
	return max(0, r*(1-(1-r*r+unexplained)/(1-rival*rival+unexplained)))
}
