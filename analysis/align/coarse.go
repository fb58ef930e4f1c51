package align

import (
	"context"
	"math/cmplx"
	"slices"
	"time"
)

const (
	gridStep   = 40 * time.Millisecond
	maxGrid    = 1 << 19     // points; longer logs get a coarser grid
	separation = time.Second // peaks closer than this are one
	minShare   = 0.2         // of the largest overlap: shorter ones are not believed
)

// grid holds real samples, each in the cell whose middle it is nearest to.
type grid struct {
	mask     []complex128 // 1 where the cell has a sample
	channels [][]complex128
	squares  []complex128 // summed over the channels
}

func makeGrid(s *signal, step time.Duration, n int) *grid {
	g := &grid{mask: make([]complex128, n), squares: make([]complex128, n), channels: make([][]complex128, len(s.channels))}
	for c := range g.channels {
		g.channels[c] = make([]complex128, n)
	}
	taken, near := -1, time.Duration(0)
	for i, t := range s.times {
		cell := int((t - s.times[0] + step/2) / step)
		distance := (t - s.times[0] - time.Duration(cell)*step).Abs()
		if cell == taken && distance >= near {
			continue
		}
		taken, near = cell, distance
		g.mask[cell] = 1
		var sum float64
		for c := range g.channels {
			v := s.channels[c][i]
			g.channels[c][cell] = complex(v, 0)
			sum += v * v
		}
		g.squares[cell] = complex(sum, 0)
	}
	return g
}

func (g *grid) transform(f *fourier) {
	for _, a := range append([][]complex128{g.mask, g.squares}, g.channels...) {
		f.forward(a)
	}
}

// coarsePeaks finds the offsets, over the whole range in which the two signals
// overlap, where they are most alike; the best come first.
func coarsePeaks(ctx context.Context, x, y *signal, most int) ([]time.Duration, error) {
	step := max(gridStep, 2*(y.reach-partner)+gridStep)
	for (x.length()+y.length())/step >= maxGrid-2 {
		step *= 2
	}
	nx, ny := int(x.length()/step)+2, int(y.length()/step)+2
	f := newFourier(nx + ny)
	gx, gy := makeGrid(x, step, f.n), makeGrid(y, step, f.n)
	gx.transform(f)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	gy.transform(f)
	fits, err := lagFits(ctx, f, gx, gy, nx, ny)
	if err != nil {
		return nil, err
	}
	var out []time.Duration
	start := y.times[0] - x.times[0]
	for _, k := range tops(fits, int(separation/step), most) {
		out = append(out, start+time.Duration(k-nx+1)*step)
	}
	return out, nil
}

// lagFits gives the fit at each lag, from 1-nx to ny-1 grid steps: the sums of
// all lags at once, by the transforms of both sides.
func lagFits(ctx context.Context, f *fourier, gx, gy *grid, nx, ny int) ([]fit, error) {
	product := make([]complex128, f.n)
	lags := func(a, b []complex128) []float64 {
		for k := range product {
			product[k] = cmplx.Conj(a[k]) * b[k]
		}
		f.inverse(product)
		out := make([]float64, nx+ny-1)
		for k := range out {
			out[k] = real(product[(k-nx+1+f.n)%f.n])
		}
		return out
	}
	pairs := lags(gx.mask, gy.mask)
	sums := make([][]moments, len(gx.channels))
	xx, yy := lags(gx.squares, gy.mask), lags(gx.mask, gy.squares)
	for c := range sums {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x, y := lags(gx.channels[c], gy.mask), lags(gx.mask, gy.channels[c])
		xy := lags(gx.channels[c], gy.channels[c])
		sums[c] = make([]moments, len(pairs))
		for k := range sums[c] {
			sums[c][k] = moments{x: x[k], y: y[k], xy: xy[k]}
			if c == 0 { // squares hold all channels together
				sums[c][k].xx, sums[c][k].yy = xx[k], yy[k]
			}
		}
	}
	fits := make([]fit, len(pairs))
	enough := minShare * slices.Max(pairs)
	at := make([]moments, len(sums))
	for k := range fits {
		if pairs[k] < enough {
			continue
		}
		for c := range sums {
			at[c] = sums[c][k]
		}
		fits[k] = fit{r: correlation(at, pairs[k]), pairs: int(pairs[k] + 0.5)}
	}
	return fits, nil
}

// tops finds the highest places, each the highest within apart to both sides.
func tops(fits []fit, apart, most int) []int {
	scores := make([]float64, len(fits))
	for k, f := range fits {
		scores[k] = f.score()
	}
	var out []int
	for k, s := range scores {
		if s > 0 && (k == 0 || s > scores[k-1]) && (k+1 == len(scores) || s >= scores[k+1]) {
			if around := scores[max(0, k-apart):min(len(scores), k+apart+1)]; s >= slices.Max(around) {
				out = append(out, k)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})
	return out[:min(most, len(out))]
}
