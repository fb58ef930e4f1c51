package clock

import (
	"context"
	"math"
	"slices"
	"time"
)

const (
	// MinPiece is the least host time that a line of a Whole is laid over.
	MinPiece = 10 * time.Second

	minPiecePairs = 10

	splitBin = time.Second

	// splitGain times the logarithm of the number of points is what the
	// likelihood must gain for a stretch to be cut in two. It is low: merge
	// judges what it lets through.
	splitGain = 4
)

// split finds where one line does not do: it cuts at the place that makes the
// delays or errors most likely, and each part again.
func split(ctx context.Context, by fitting, points []indexed) ([]int, error) {
	starts := coarse(by, points)
	sparse := make([]point, len(starts))
	for i, start := range starts {
		until := len(points)
		if i+1 < len(starts) {
			until = starts[i+1]
		}
		sparse[i] = leastLate(points[start:until])
	}
	var cuts []int
	type stretch struct{ from, until int }
	for todo := []stretch{{0, len(sparse)}}; len(todo) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at, ok := bestCut(by, sparse[s.from:s.until]); ok {
			at += s.from
			cuts = append(cuts, starts[at])
			todo = append(todo, stretch{s.from, at}, stretch{at, s.until})
		}
	}
	slices.Sort(cuts)
	return cuts, nil
}

// coarse lists where each stretch of splitBin begins. Of delays only the
// smallest of a stretch is looked at: its distribution has no heavy tail.
func coarse(by fitting, points []indexed) []int {
	starts := []int{0}
	for i := 1; i < len(points); i++ {
		if by.method == LeastSquares || points[i].x-points[starts[len(starts)-1]].x >= int64(splitBin) {
			starts = append(starts, i)
		}
	}
	return starts
}

func leastLate(points []indexed) point {
	best := points[0].point
	for _, p := range points[1:] {
		if lessLate(p.point, best) {
			best = p.point
		}
	}
	return best
}

func bestCut(by fitting, points []point) (at int, ok bool) {
	n := len(points)
	long := func(from, until int) bool { return points[until-1].x-points[from].x >= int64(MinPiece-splitBin) }
	if n < 2*minPiecePairs || !long(0, n) {
		return 0, false
	}
	mirrored := make([]point, n)
	for i, p := range points {
		mirrored[n-1-i] = p.mirrored()
	}
	before, after := costs(by, points), costs(by, mirrored)
	least := before[n-1] - splitGain*math.Log(float64(n))
	for i := minPiecePairs; i <= n-minPiecePairs; i++ {
		if c := before[i-1] + after[n-1-i]; c < least && long(0, i) && long(i, n) {
			least, at, ok = c, i, true
		}
	}
	return at, ok
}

// costs are, for each i, minus the logarithm of the likelihood of points[:i+1]
// about their own line: of delays that are exponential, or errors that are
// normal.
func costs(by fitting, points []point) []float64 {
	if by.method == LeastSquares {
		return normalCosts(points, by.grain)
	}
	return exponentialCosts(points, by.grain)
}

func exponentialCosts(points []point, grain float64) []float64 {
	out := make([]float64, len(points))
	var c chain
	sumX, sumY := 0.0, 0.0
	base := points[0]
	for i, p := range points {
		c.push(p)
		sumX += float64(p.x - base.x)
		sumY += float64(p.y - base.y)
		n := float64(i + 1)
		line := envelopeLine(hull{points: c.points()}, base.x, sumX/n, MaxSkew)
		height := float64(line.Offset-base.y) + line.Skew*(sumX/n-float64(line.Host-base.x))
		out[i] = n * math.Log(max(0, height-sumY/n)+grain)
	}
	return out
}

// envelopeLine is the edge over the host time base + mean, or, where that is
// steeper than most, the level line on the hull.
func envelopeLine(h hull, base int64, mean, most float64) Line {
	top := h.over(func(x int64) bool { return float64(x-base) > mean })
	if skew := top.slope(); math.Abs(skew) <= most && top.a != top.b {
		return Line{Host: top.a.x, Offset: top.a.y, Skew: skew}
	}
	p := h.highest(0)
	return Line{Host: p.x, Offset: p.y, Held: true}
}

func normalCosts(points []point, grain float64) []float64 {
	out := make([]float64, len(points))
	var x, y, xx, xy, yy float64 // means, and sums of squares about them
	base := points[0]
	for i, p := range points {
		n := float64(i + 1)
		dx, dy := float64(p.x-base.x)-x, float64(p.y-base.y)-y
		x += dx / n
		y += dy / n
		xx += dx * dx * (n - 1) / n
		xy += dx * dy * (n - 1) / n
		yy += dy * dy * (n - 1) / n
		misfit := yy
		if math.Abs(xy) <= MaxSkew*xx && xx > 0 {
			misfit = max(0, yy-xy*xy/xx)
		}
		out[i] = n / 2 * math.Log(misfit/n+grain*grain)
	}
	return out
}
