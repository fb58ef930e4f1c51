package clock

import (
	"math"
	"sort"
)

// settle moves cuts to where lines meet.
func settle(by fitting, pieces []Piece) {
	const rounds = 5
	for i := range len(pieces) - 1 {
		for range rounds {
			before, after, moved := recut(by, &pieces[i], &pieces[i+1])
			if !moved {
				break
			}
			pieces[i], pieces[i+1] = before, after
		}
	}
}

// recut cuts two pieces anew where their lines meet: two lines that are free of
// each other fit a bend best when cut some way off it, with a step that was none.
// moved is false where that is
// where they are cut already, or not where the change was.
func recut(by fitting, before, after *Piece) (_, _ Piece, moved bool) {
	const worse = 1.2 // sigma may grow to that many times itself by chance
	c := compare(by, before, after)
	if math.Abs(c.Skew) < ChangeSigmas*c.SkewSigma {
		return *before, *after, false
	}
	middle := before.last().x + (after.points[0].x-before.last().x)/2
	host := meeting(before, after, c, middle)
	points := before.points[:len(before.points)+len(after.points)]
	at := sort.Search(len(points), func(i int) bool { return points[i].x >= host })
	if at == len(before.points) || !longEnough(points[:at]) || !longEnough(points[at:]) {
		return *before, *after, false
	}
	left, right := newPiece(by, points[:at]), newPiece(by, points[at:])
	most := worse * max(float64(max(before.Sigma, after.Sigma)), by.grain)
	if left.Sigma < 0 || right.Sigma < 0 || float64(max(left.Sigma, right.Sigma)) > most {
		return *before, *after, false
	}
	return left, right, true
}

func longEnough(points []indexed) bool {
	n := len(points)
	return n >= minPiecePairs && points[n-1].x-points[0].x >= int64(MinPiece-splitBin)
}

// sharpen moves a cut at a step to the pair where it was. No pair lies above its
// line: the first that lies above the line before, or the last above the line
// after, tells on which side it is.
func sharpen(by fitting, before, after *Piece) {
	points := before.points[:len(before.points)+len(after.points)]
	cut := points[len(before.points)].x
	from := sort.Search(len(points), func(i int) bool { return points[i].x >= cut-2*int64(splitBin) })
	until := sort.Search(len(points), func(i int) bool { return points[i].x >= cut+2*int64(splitBin) })
	if from < minPiecePairs || len(points)-until < minPiecePairs {
		return
	}
	left, right := newPiece(by, points[:from]), newPiece(by, points[until:])
	step := float64(sub(right.OffsetAt(cut), left.OffsetAt(cut)))
	if math.Abs(step) < ChangeSigmas*math.Hypot(left.uncertainty(by, cut), right.uncertainty(by, cut)) {
		return
	}
	at := from
	if step > 0 {
		for at < until && -left.lateness(points[at].point) < step/2 {
			at++
		}
	} else {
		for at = until; at > from && -right.lateness(points[at-1].point) < -step/2; {
			at--
		}
	}
	*before, *after = newPiece(by, points[:at]), newPiece(by, points[at:])
}

func (p *Piece) last() point { return p.points[len(p.points)-1].point }
