package raster

import "math"

// clip finds the part of a line, as fractions of it, that may touch the picture
// when it is margin wide to each side (Liang and Barsky's method).
func (p *Painter) clip(x0, y0, x1, y1, margin float64) (t0, t1 float64, seen bool) {
	t0, t1 = 0, 1
	ok := within(x0, x1-x0, -margin, float64(p.w)+margin, &t0, &t1) &&
		within(y0, y1-y0, -margin, float64(p.h)+margin, &t0, &t1)
	return t0, t1, ok && t0 <= t1
}

func within(at, d, lo, hi float64, t0, t1 *float64) bool {
	if d == 0 {
		return at >= lo && at <= hi
	}
	a, b := (lo-at)/d, (hi-at)/d
	*t0 = max(*t0, min(a, b))
	*t1 = min(*t1, max(a, b))
	return true
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
	p.touch(left, top, right, bottom)
	if math.Abs(dx) >= math.Abs(dy) {
		for x := left; x < right; x++ {
			mid := y0 + (float64(x)+0.5-x0)*dy/dx
			from, to := p.rows(mid-reach*1.5, mid+reach*1.5)
			for y := max(from, top); y < min(to, bottom); y++ {
				p.cover(x, y, s.coverage(x, y))
			}
		}
		return
	}
	for y := top; y < bottom; y++ {
		mid := x0 + (float64(y)+0.5-y0)*dx/dy
		from, to := p.columns(mid-reach*1.5, mid+reach*1.5)
		for x := max(from, left); x < min(to, right); x++ {
			p.cover(x, y, s.coverage(x, y))
		}
	}
}

// segment is a line with round ends.
type segment struct {
	x0, y0, ux, uy float64
	length, half   float64
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
	p.touch(x0, y0, x1, y1)
	for r := y0; r < y1; r++ {
		for c := x0; c < x1; c++ {
			p.cover(c, r, radius+0.5-math.Hypot(float64(c)+0.5-x, float64(r)+0.5-y))
		}
	}
}

// columns are the pixel columns in [left, right), inside the picture.
func (p *Painter) columns(left, right float64) (from, to int) {
	return int(max(math.Floor(left), 0)), int(min(math.Ceil(right), float64(p.w)))
}

// rows are the pixel rows in [top, bottom), inside the picture.
func (p *Painter) rows(top, bottom float64) (from, to int) {
	return int(max(math.Floor(top), 0)), int(min(math.Ceil(bottom), float64(p.h)))
}

func (p *Painter) cover(x, y int, coverage float64) {
	if coverage <= 0 {
		return
	}
	if v, i := level(coverage), y*p.w+x; p.mask[i] < v {
		p.mask[i] = v
	}
}

func level(coverage float64) uint8 { return uint8(min(coverage, 1)*255 + 0.5) }
