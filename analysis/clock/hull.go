package clock

import (
	"math/bits"
	"sort"
)

// point is an offset, remote - host, at a host time.
type point struct{ x, y int64 }

func pointOf(p Pair) point { return point{p.Host, p.Offset()} }

// mirrored turns the order of host times round.
func (p point) mirrored() point { return point{-p.x, p.y} }

// side is positive where p lies above the line from a to b, negative below; a is
// left of b. It is exact for points of valid pairs.
func side(a, b, p point) int {
	return compareProducts(b.x-a.x, p.y-a.y, p.x-a.x, b.y-a.y)
}

// compareProducts compares ab with cd.
func compareProducts(a, b, c, d int64) int {
	hi, lo := product(a, b)
	hi2, lo2 := product(c, d)
	switch {
	case hi != hi2:
		if hi < hi2 {
			return -1
		}
		return 1
	case lo != lo2:
		if lo < lo2 {
			return -1
		}
		return 1
	default:
		return 0
	}
}

func product(a, b int64) (hi int64, lo uint64) {
	h, lo := bits.Mul64(uint64(a), uint64(b))
	return int64(h) - a>>63&b - b>>63&a, lo
}

// chain is the upper convex hull of points that come from left to right. The
// last point can be taken back.
type chain struct {
	all   []point // the hull, and behind it what a pop may bring back
	size  int     // of the hull
	undos []undo
}

type undo struct {
	size     int   // of the hull before
	replaced point // where the point is now
}

func (c *chain) points() []point { return c.all[:c.size] }

// push adds a point right of all others: O(log n).
func (c *chain) push(p point) {
	keep := sort.Search(c.size, func(i int) bool {
		return i > 0 && side(c.all[i-1], p, c.all[i]) <= 0
	})
	if keep == len(c.all) {
		c.all = append(c.all, point{})
	}
	c.undos = append(c.undos, undo{c.size, c.all[keep]})
	c.all[keep] = p
	c.size = keep + 1
}

// pop undoes the last push that is left.
func (c *chain) pop() {
	last := len(c.undos) - 1
	c.all[c.size-1] = c.undos[last].replaced
	c.size = c.undos[last].size
	c.undos = c.undos[:last]
}

func (c *chain) reset() { c.all, c.size, c.undos = c.all[:0], 0, c.undos[:0] }

// hull is a convex chain read from left to right, whichever way it was built.
type hull struct {
	points   []point
	mirrored bool
}

func (h hull) len() int { return len(h.points) }

func (h hull) at(i int) point {
	if h.mirrored {
		return h.points[len(h.points)-1-i].mirrored()
	}
	return h.points[i]
}

// edge is a line from a to b, a left of b; a point where they are equal.
type edge struct{ a, b point }

func (e edge) slope() float64 {
	if e.a == e.b {
		return 0
	}
	return float64(e.b.y-e.a.y) / float64(e.b.x-e.a.x)
}

// over is the edge above the first host time behind which isRight holds; where
// that is at a vertex, the edge right of it.
func (h hull) over(isRight func(x int64) bool) edge {
	if h.len() == 1 {
		return edge{h.at(0), h.at(0)}
	}
	i := sort.Search(h.len(), func(i int) bool { return isRight(h.at(i).x) })
	i = min(max(i, 1), h.len()-1)
	return edge{h.at(i - 1), h.at(i)}
}

// rises says whether a point of the hull lies above the line through an edge.
func (h hull) rises(e edge) bool {
	if h.len() == 0 {
		return false
	}
	dx, dy := e.b.x-e.a.x, e.b.y-e.a.y
	top := sort.Search(h.len()-1, func(i int) bool {
		p, q := h.at(i), h.at(i+1)
		return compareProducts(q.y-p.y, dx, dy, q.x-p.x) <= 0
	})
	return side(e.a, e.b, h.at(top)) > 0
}

// highest is the vertex farthest above lines of a slope.
func (h hull) highest(slope float64) point {
	return h.at(sort.Search(h.len()-1, func(i int) bool {
		return edge{h.at(i), h.at(i + 1)}.slope() <= slope
	}))
}

// overBoth is the edge of the hull of both, left and right of each other, above
// the host time that over of hull describes. right is not empty. O(log^2 n).
func overBoth(left, right hull, isRight func(x int64) bool) edge {
	switch {
	case left.len() == 0:
		return right.over(isRight)
	case isRight(left.at(left.len()-1).x) && left.len() > 1:
		if e := left.over(isRight); !right.rises(e) {
			return e
		}
	case !isRight(right.at(0).x) && right.len() > 1:
		if e := right.over(isRight); !left.rises(e) {
			return e
		}
	}
	return bridge(left, right)
}

// bridge is the edge of the hull of both that goes from one to the other.
func bridge(left, right hull) edge {
	i := sort.Search(left.len()-1, func(i int) bool {
		return right.rises(edge{left.at(i), left.at(i + 1)})
	})
	a := left.at(i)
	j := sort.Search(right.len()-1, func(j int) bool {
		return side(a, right.at(j), right.at(j+1)) <= 0
	})
	return edge{a, right.at(j)}
}
