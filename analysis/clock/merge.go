package clock

import (
	"context"
	"math"
	"slices"
	"time"
)

const (
	// ChangeSigmas is by how many of their joint sigmas the lines on both sides
	// of a change differ at least.
	ChangeSigmas = 5

	// heldSkew is how wrong a slope that was held at 0 may be.
	heldSkew = 100 / ppm

	// pieceBins is how many bins a piece has, whatever its length.
	pieceBins    = 16
	minPieceBins = 3
)

// newPiece lays a line through points.
func newPiece(by fitting, points []indexed) Piece {
	first, last := points[0], points[len(points)-1]
	p := Piece{points: points, First: first.index, Last: last.index}
	span := time.Duration(last.x - first.x)
	if by.method == LeastSquares {
		var s sums
		for _, q := range points {
			s.add(q.point)
		}
		p.Estimate = s.line()
		p.Rests = []int{first.index, last.index}
	} else {
		p.Estimate = pieceEnvelope(points, span)
		for _, q := range points {
			if p.lateness(q.point) < 1 {
				p.Rests = append(p.Rests, q.index)
			}
		}
	}
	p.Span = span
	by.roughen(&p.Estimate)
	p.Ready = !p.Held && p.Sigma >= 0 && (by.method == LeastSquares || span >= EnvelopeReadySpan)
	return p
}

func pieceEnvelope(points []indexed, span time.Duration) Estimate {
	var c chain
	mean := 0.0
	for i, p := range points {
		c.push(p.point)
		mean += (float64(p.x-points[0].x) - mean) / float64(i+1)
	}
	most := MaxSkew
	if span < EnvelopeSlopeSpan {
		most = 0
	}
	line := envelopeLine(hull{points: c.points()}, points[0].x, mean, most)
	e := Estimate{Line: line, Sigma: -1, SkewSigma: -1, Pairs: len(points)}
	if late := floors(points, line, span/pieceBins+1); len(late) >= minPieceBins {
		e.Sigma, e.SkewSigma = scatter(late, line, span)
	}
	return e
}

// floors are the smallest latenesses of stretches of a width.
func floors(points []indexed, line Line, width time.Duration) []float64 {
	var out []float64
	bin := int64(-1)
	for _, p := range points {
		late := line.lateness(p.point)
		if b := (p.x - points[0].x) / int64(width); b != bin {
			bin = b
			out = append(out, late)
		} else {
			out[len(out)-1] = min(out[len(out)-1], late)
		}
	}
	return out
}

// merge joins neighbours that do not differ for sure, the most alike first.
func merge(ctx context.Context, by fitting, pieces []Piece) ([]Piece, error) {
	for len(pieces) > 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at, least := 0, math.Inf(1)
		for i := range pieces[1:] {
			if d := difference(by, &pieces[i], &pieces[i+1]); d < least {
				at, least = i, d
			}
		}
		count := 2
		if least >= ChangeSigmas {
			if at, count = delayed(by, pieces), 3; at < 0 {
				break
			}
		}
		points := pieces[at].points
		for _, p := range pieces[at+1 : at+count] {
			points = points[:len(points)+len(p.points)] // they lie one behind the other
		}
		pieces = slices.Replace(pieces, at, at+count, newPiece(by, points))
	}
	return pieces, nil
}

// delayed finds a piece that lies below one line through both its neighbours:
// nothing happened to the clock, its pairs came late. It returns the index of the
// neighbour before it, -1 where there is none.
func delayed(by fitting, pieces []Piece) int {
	if by.method == LeastSquares {
		return -1
	}
	for i := 0; i+2 < len(pieces); i++ {
		before, late, after := &pieces[i], &pieces[i+1], &pieces[i+2]
		middle := late.points[0].x + int64(late.Span)/2
		if below := late.OffsetAt(middle); difference(by, before, after) < ChangeSigmas &&
			below < before.OffsetAt(middle) && below < after.OffsetAt(middle) {
			return i
		}
	}
	return -1
}

// difference is by how many sigmas two pieces differ, in offset or in skew.
func difference(by fitting, before, after *Piece) float64 {
	if before.Sigma < 0 || after.Sigma < 0 {
		return 0
	}
	c := compare(by, before, after)
	d := math.Abs(float64(c.Offset)) / float64(c.OffsetSigma)
	if c.SkewSigma > 0 {
		d = max(d, math.Abs(c.Skew)/c.SkewSigma)
	}
	return d
}

func compare(by fitting, before, after *Piece) Change {
	last, first := before.points[len(before.points)-1], after.points[0]
	c := Change{Kind: Step, Before: last.index, After: first.index, Host: first.x, SkewSigma: -1}
	passed := passed(last.point, first.point)
	left, right := last.x+passed/2, first.x-(passed-passed/2)
	c.Offset = sub(after.OffsetAt(right), before.OffsetAt(left))
	c.OffsetSigma = max(1, whole(math.Hypot(before.uncertainty(by, left), after.uncertainty(by, right))))
	if !before.Held && !after.Held {
		c.Skew = after.SkewPPM() - before.SkewPPM()
		c.SkewSigma = math.Hypot(math.Hypot(before.SkewSigma, after.SkewSigma), by.grain/float64(min(before.Span, after.Span))*ppm)
	}
	if math.Abs(float64(c.Offset)) < ChangeSigmas*float64(c.OffsetSigma) {
		c.Kind = Rate
		c.Host = meeting(before, after, c, last.x+(first.x-last.x)/2)
	}
	return c
}

// passed is how much time went by between two points: the less of what both clocks
// say. Either may have been set in between; what it skipped nobody gained or lost.
func passed(before, after point) int64 {
	host := after.x - before.x
	return max(0, min(host, host+sub(after.y, before.y)))
}

// meeting is where two lines meet, if that is well within their pieces.
func meeting(before, after *Piece, c Change, middle int64) int64 {
	if c.Skew == 0 {
		return c.Host
	}
	at := add(middle, whole(-float64(c.Offset)/(c.Skew/ppm)))
	if at < before.points[0].x+int64(before.Span)/2 || at > after.points[0].x+int64(after.Span)/2 {
		return c.Host
	}
	return at
}

// uncertainty is that of the line at a host time, ns.
func (p *Piece) uncertainty(by fitting, host int64) float64 {
	sigma := max(0, float64(p.Sigma))
	if by.method == LeastSquares {
		sigma /= math.Sqrt(float64(p.Pairs))
	}
	skew := heldSkew
	if !p.Held {
		skew = p.SkewSigma / ppm
	}
	away := float64(host - p.points[0].x - int64(p.Span)/2)
	return math.Hypot(max(sigma, by.grain), skew*away)
}
