package raster

import "math"

// clip is the part of a line that may touch the picture when it is margin wide to
// each side. Each end that is cut off is put on the border exactly: a part of a very
// long line would say where it is only to within a rounding of its length.
func (p *Painter) clip(x0, y0, x1, y1, margin float64) (ax, ay, bx, by float64, seen bool) {
	x0, y0, x1, y1, seen = within(x0, y0, x1, y1, -margin, float64(p.w)+margin)
	if !seen {
		return x0, y0, x1, y1, false
	}
	y0, x0, y1, x1, seen = within(y0, x0, y1, x1, -margin, float64(p.h)+margin)
	return x0, y0, x1, y1, seen
}

// within is the part of the line from (u0, v0) to (u1, v1) with u from lo to hi.
func within(u0, v0, u1, v1, lo, hi float64) (a, va, b, vb float64, seen bool) {
	if max(u0, u1) < lo || min(u0, u1) > hi {
		return u0, v0, u1, v1, false
	}
	cut := func(u, v float64) (float64, float64) {
		at := min(max(u, lo), hi)
		if at == u {
			return u, v
		}
		return at, v0 + (at-u0)/(u1-u0)*(v1-v0)
	}
	a, va = cut(u0, v0)
	b, vb = cut(u1, v1)
	return a, va, b, vb, true
}

// stroke covers all within half of the line, ends rounded. A pixel's coverage
// falls from full to none over the last pixel of the distance.
func (p *Painter) stroke(x0, y0, x1, y1, half float64) {
	dx, dy := x1-x0, y1-y0
	length := math.Hypot(dx, dy)
	if length < 1e-6 {
		p.disc(x0, y0, half)
		return
	}
	s := segment{x0: x0, y0: y0, ux: dx / length, uy: dy / length, length: length, half: half}
	reach := half + 0.5
	left, right := p.columns(min(x0, x1)-reach, max(x0, x1)+reach)
	top, bottom := p.rows(min(y0, y1)-reach, max(y0, y1)+reach)
	if left >= right || top >= bottom {
		return
	}
	if math.Abs(dx) >= math.Abs(dy) {
		p.strokeLevel(&s, left, top, right, bottom)
	} else {
		p.strokeUpright(&s, left, top, right, bottom)
	}
}

// strokeLevel covers a line nearer to level than to upright, column by column,
// within a rectangle of pixels.
func (p *Painter) strokeLevel(s *segment, left, top, right, bottom int) {
	reach := s.half + 0.5
	room, end := reach/math.Abs(s.ux), s.end(s.uy)
	for x := left; x < right; x++ {
		along := (float64(x) + 0.5 - s.x0) / s.ux
		mid := s.y0 + along*s.uy
		from := max(int(max(mid-room, 0)), top)
		to := min(int(max(mid+room, 0))+1, bottom)
		p.mask.touch(x, from, x+1, to)
		if along < end || along > s.length-end {
			p.roundEnd(s, x, from, x+1, to)
			continue
		}
		away := (float64(from) + 0.5 - mid) * s.ux
		for at := from*p.mask.stride + x; from < to; from, at = from+1, at+p.mask.stride {
			p.mask.raise(at, reach-math.Abs(away))
			away += s.ux
		}
	}
}

// strokeUpright is strokeLevel for the others, row by row.
func (p *Painter) strokeUpright(s *segment, left, top, right, bottom int) {
	reach := s.half + 0.5
	room, end := reach/math.Abs(s.uy), s.end(s.ux)
	for y := top; y < bottom; y++ {
		along := (float64(y) + 0.5 - s.y0) / s.uy
		mid := s.x0 + along*s.ux
		from := max(int(max(mid-room, 0)), left)
		to := min(int(max(mid+room, 0))+1, right)
		if from >= to {
			continue
		}
		p.mask.touch(from, y, to, y+1)
		if along < end || along > s.length-end {
			p.roundEnd(s, from, y, to, y+1)
			continue
		}
		away := (float64(from) + 0.5 - mid) * s.uy
		for at := y*p.mask.stride + from; from < to; from, at = from+1, at+1 {
			p.mask.raise(at, reach-math.Abs(away))
			away += s.uy
		}
	}
}

// roundEnd covers pixels [x0, x1) by [y0, y1) where the line may end.
func (p *Painter) roundEnd(s *segment, x0, y0, x1, y1 int) {
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			p.cover(x, y, s.coverage(x, y))
		}
	}
}

// slope covers one pixel column of a line that passes (x+0.5, y) and rises by
// slope pixels a column.
func (p *Painter) slope(x int, y, slope, half float64) {
	if x < 0 || x >= p.w {
		return
	}
	steepness := math.Sqrt(1 + slope*slope)
	reach := half + 0.5
	from, to := p.rows(y-reach*steepness, y+reach*steepness)
	if from >= to {
		return
	}
	p.mask.touch(x, from, x+1, to)
	away, step := (float64(from)+0.5-y)/steepness, 1/steepness
	for at := from*p.mask.stride + x; from < to; from, at = from+1, at+p.mask.stride {
		p.mask.raise(at, reach-math.Abs(away))
		away += step
	}
}

// segment is a line with round ends.
type segment struct {
	x0, y0, ux, uy float64
	length, half   float64
}

// end is how much of each end of the line may show its roundness, when the
// line leans by lean from the way it is walked along.
func (s *segment) end(lean float64) float64 {
	return (s.half + 2.5) * max(math.Abs(lean), 0.01) * 1.5
}

func (s *segment) coverage(x, y int) float64 {
	px, py := float64(x)+0.5-s.x0, float64(y)+0.5-s.y0
	along := px*s.ux + py*s.uy
	away := math.Abs(px*s.uy - py*s.ux)
	switch {
	case along < 0:
		away = math.Sqrt(along*along + away*away)
	case along > s.length:
		past := along - s.length
		away = math.Sqrt(past*past + away*away)
	}
	return s.half + 0.5 - away
}

// disc covers a dot.
func (p *Painter) disc(x, y, radius float64) {
	x0, x1 := p.columns(x-radius-0.5, x+radius+0.5)
	y0, y1 := p.rows(y-radius-0.5, y+radius+0.5)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	p.mask.touch(x0, y0, x1, y1)
	for r := y0; r < y1; r++ {
		for c := x0; c < x1; c++ {
			p.cover(c, r, radius+0.5-math.Hypot(float64(c)+0.5-x, float64(r)+0.5-y))
		}
	}
}

// columns are the pixel columns in [left, right), inside the picture.
func (p *Painter) columns(left, right float64) (from, to int) {
	w := float64(p.w)
	return int(min(max(math.Floor(left), 0), w)), int(min(max(math.Ceil(right), 0), w))
}

// rows are the pixel rows in [top, bottom), inside the picture.
func (p *Painter) rows(top, bottom float64) (from, to int) {
	h := float64(p.h)
	return int(min(max(math.Floor(top), 0), h)), int(min(max(math.Ceil(bottom), 0), h))
}

func (p *Painter) cover(x, y int, coverage float64) { p.mask.raise(y*p.mask.stride+x, coverage) }
