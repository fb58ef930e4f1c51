package raster

import (
	"image"
	"math"
)

// steep is the height in pixels from which on strokes within a pixel column are
// drawn upright, which is many times cheaper than a slanted line and looks the
// same.
const steep = 4

// slight is a height in pixels that nobody sees.
const slight = 0.1

// gentleDash is the steepness of a dashed curve up to which it is drawn a pixel
// column at a time: its dashes then end within a pixel or two of their place.
const gentleDash = 1.5

// Curve draws columns as [Series.Reduce] made them for the width of img and the
// times of v.
func (p *Painter) Curve(img *image.RGBA, v View, columns []Column, st Style) {
	p.begin(img)
	if p.w == 0 || p.h == 0 {
		return
	}
	c := curve{Painter: p, view: v, style: st, half: max(st.Width, 1) / 2}
	c.dots = st.Points == PointsAlways ||
		st.Points == PointsAuto && float64(len(columns))*pointSpacing*max(st.Width, 1) < float64(p.w)
	for i, col := range columns {
		c.column(col, i+1 == len(columns) || columns[i+1].Break)
	}
	c.raiseWall(&c.at)
	c.passed()
	p.finish(img, st.Color)
}

type curve struct {
	*Painter
	view  View
	style Style
	half  float64 // of the line width
	dots  bool

	passing passing
	at      stop // where the pen is
}

// stop is a pixel column on the way of the pen.
type stop struct {
	x, in, out float64 // the pen comes in and goes on at these heights
	wall       span    // what is drawn straight down, once the way on is known
	left       span    // what the curve covers if it leans through here
	samples    int
}

// span is a part of a pixel column.
type span struct{ top, bottom float64 }

func (s span) height() float64 { return s.bottom - s.top }

func (s *span) reach(y float64) { s.top, s.bottom = min(s.top, y), max(s.bottom, y) }

// stand makes what the curve did not cover by leaning part of the wall.
func (s *stop) stand() {
	if s.left.height() > 1 {
		s.wall.reach(s.left.top)
		s.wall.reach(s.left.bottom)
	}
}

// column draws a column and the way to it; ends says that the line ends there.
func (c *curve) column(col Column, ends bool) {
	next := c.stop(col, col.Break || ends)
	if !col.Break && !c.connect(&next) {
		// What leads on is no wider than the line: both columns show their range.
		c.at.stand()
		next.stand()
	}
	c.raiseWall(&c.at)
	alone := col.Break && ends
	if alone && next.wall.height() < 1 || c.dots && col.N == 1 && c.style.Points != PointsNever {
		c.dot(next.x, next.in)
	}
	if c.dashed() { // the pattern goes on in the order of the way
		c.raiseWall(&next)
		next.wall = span{next.out, next.out}
	}
	c.at = next
}

// stop is where the pen goes in a column, with an end of the line or without.
func (c *curve) stop(col Column, end bool) stop {
	s := stop{x: col.X, in: c.y(col.First), out: c.y(col.Last), samples: col.N}
	s.wall = span{c.y(col.Max), c.y(col.Min)}
	one := s.wall.top > min(s.in, s.out)-slight && s.wall.bottom < max(s.in, s.out)+slight
	if one && s.wall.height() < c.smooth(end) {
		mid := (s.in + s.out) / 2 // a smooth curve passes: no need to stop here
		s.in, s.out, s.wall, s.left = mid, mid, span{mid, mid}, s.wall
	}
	return s
}

// smooth is the height of a column below which a curve that only rises or only
// falls through it is drawn without stopping there. At an end of the line nothing
// leans on to cover it.
func (c *curve) smooth(end bool) float64 {
	switch {
	case c.style.Step:
		return slight
	case end || c.dashed():
		return 1
	}
	return steep
}

// raiseWall draws the wall of a column.
func (c *curve) raiseWall(s *stop) {
	switch h := s.wall.height(); {
	case h > steep:
		c.upright(s.x, s.wall.top, s.wall.bottom, c.half)
	case h > 0 && s.in > s.out:
		c.line(s.x, s.wall.bottom, s.x, s.wall.top)
	case h > 0:
		c.line(s.x, s.wall.top, s.x, s.wall.bottom)
	}
}

func (c *curve) y(v float64) float64 { return c.view.Reach(v, float64(c.h)) }

// connect draws the line from where the pen is to next. Between dense columns
// side by side it is upright: half of it in the wall of each. It reports whether
// it covers what both columns left, by leaning through them.
func (c *curve) connect(next *stop) bool {
	at := &c.at
	if c.style.Step {
		c.line(at.x, at.out, next.x, at.out)
		next.wall.reach(at.out)
		next.wall.reach(next.in)
		return false
	}
	gentle := float64(steep)
	if c.dashed() {
		gentle = gentleDash
	}
	rise := next.in - at.out
	beside := next.x-at.x <= 1.01
	walls := next.wall.height() > steep && at.wall.height() > steep && !c.dashed()
	centred := next.x-at.x >= 0.99 && next.samples > 1 && at.samples > 1
	switch {
	case !beside || next.samples == 1 && at.samples == 1:
		c.line(at.x, at.out, next.x, next.in)
		return false
	case walls: // they meet halfway
	case centred && math.Abs(rise) <= gentle:
		if !c.dashed() || c.phase < c.style.Dash.On {
			c.pass(int(next.x), next.in, rise, next.left.height())
		}
		c.advance(math.Hypot(1, rise))
		return true
	case math.Abs(rise) <= steep:
		c.line(at.x, at.out, next.x, next.in)
		return false
	}
	mid := (next.in + at.out) / 2
	at.wall.reach(at.out)
	at.wall.reach(mid)
	next.wall.reach(mid)
	return false
}

// line draws from (x0, y0) to (x1, y1) in the style's dash pattern.
func (c *curve) line(x0, y0, x1, y1 float64) {
	d := c.style.Dash
	ax, ay, bx, by, seen := c.clip(x0, y0, x1, y1, c.half+1)
	if !c.dashed() {
		if seen {
			c.stroke(ax, ay, bx, by, c.half)
		}
		return
	}
	length := math.Hypot(bx-ax, by-ay)
	period, skipped := d.On+d.Off, math.Hypot(ax-x0, ay-y0)
	for done := 0.0; seen && done < length; {
		phase := math.Mod(c.phase+skipped+done, period)
		left := period - phase
		if phase < d.On {
			left = d.On - phase
		}
		next := min(done+max(left, 0.01), length)
		if phase < d.On {
			from, to := done/length, next/length
			c.stroke(ax+from*(bx-ax), ay+from*(by-ay), ax+to*(bx-ax), ay+to*(by-ay), c.half)
		}
		done = next
	}
	c.advance(math.Hypot(x1-x0, y1-y0))
}

// passing is a pixel column that a curve leans through. It is drawn when the
// lean on its other side is known too.
type passing struct {
	on      bool
	x       int
	y, lean float64
}

// pass leads the curve from where the pen is through pixel column x at y, whose
// samples are height apart: it leans that much at least.
func (c *curve) pass(x int, y, lean, height float64) {
	p := &c.passing
	if p.on && p.x == x-1 && p.y == c.at.out {
		if math.Abs(lean) > math.Abs(p.lean) {
			p.lean = lean
		}
	} else {
		c.passed()
		*p = passing{true, x - 1, c.at.out, max(math.Abs(lean), c.at.left.height())}
	}
	c.passed()
	*p = passing{true, x, y, max(math.Abs(lean), height)}
}

// passed draws the column that waits to be.
func (c *curve) passed() {
	if p := &c.passing; p.on {
		c.slope(p.x, p.y, p.lean, c.half)
		p.on = false
	}
}

func (c *curve) dashed() bool { return c.style.Dash.On > 0 && c.style.Dash.Off > 0 }

// advance moves the pen on in the dash pattern.
func (c *curve) advance(length float64) {
	if c.dashed() {
		c.phase = math.Mod(c.phase+length, c.style.Dash.On+c.style.Dash.Off)
	}
}

func (c *curve) dot(x, y float64) { c.disc(x, y, c.half+max(c.style.Width, 1)) }
