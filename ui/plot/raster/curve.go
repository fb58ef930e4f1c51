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
	c.passed()
	p.finish(img, st.Color)
}

type curve struct {
	*Painter
	view  View
	style Style
	half  float64 // of the line width
	dots  bool

	passing     passing
	x, last     float64 // where the pen is
	lastTop     float64 // of the column before
	lastBottom  float64
	lastSamples int
	left        span // of it, for the curve that passes to cover
}

// column draws a column and the way to it; ends says that the line ends there.
func (c *curve) column(col Column, ends bool) {
	first, last := c.y(col.First), c.y(col.Last)
	top, bottom := c.y(col.Max), c.y(col.Min)
	var left span
	if top > min(first, last)-slight && bottom < max(first, last)+slight && bottom-top < c.smooth(col.Break || ends) {
		left = span{top, bottom}
		first = (first + last) / 2 // a smooth curve passes: no need to stop here
		last, top, bottom = first, first, first
	}
	x := clampPixel(col.X)
	if !col.Break && !c.connect(x, first, top, bottom, left.height(), col.N) {
		// What leads on is no wider than the line: both columns show their range.
		if c.left.height() > 1 {
			c.wall(c.x, c.left.top, c.left.bottom)
		}
		if left.height() > 1 {
			top, bottom = left.top, left.bottom
		}
	}
	c.wall(x, top, bottom)
	alone := col.Break && ends
	if alone && bottom-top < 1 || c.dots && col.N == 1 && c.style.Points != PointsNever {
		c.dot(x, first)
	}
	c.x, c.last = x, last
	c.lastTop, c.lastBottom, c.lastSamples = top, bottom, col.N
	c.left = left
}

// span is a part of a pixel column.
type span struct{ top, bottom float64 }

func (s span) height() float64 { return s.bottom - s.top }

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

// wall draws a line straight down.
func (c *curve) wall(x, top, bottom float64) {
	switch {
	case bottom-top > steep:
		c.upright(x, top, bottom)
	case bottom > top:
		c.line(x, top, x, bottom)
	}
}

func (c *curve) y(v float64) float64 { return c.view.Y(v, float64(c.h)) }

// connect draws the line from the column before to (x, y). Between dense
// columns side by side it is upright: half of it in each. It reports whether it
// covers what the column before left out, and this one of a height, by leaning
// through them.
func (c *curve) connect(x, y, top, bottom, height float64, samples int) bool {
	if c.style.Step {
		c.line(c.x, c.last, x, c.last)
		c.wall(x, min(c.last, y), max(c.last, y))
		return false
	}
	rise, gentle := y-c.last, float64(steep)
	if c.dashed() {
		gentle = gentleDash
	}
	beside := x-c.x <= 1.01
	walls := bottom-top > steep && c.lastBottom-c.lastTop > steep && !c.dashed()
	centred := x-c.x >= 0.99 && samples > 1 && c.lastSamples > 1
	switch {
	case !beside || samples == 1 && c.lastSamples == 1:
		c.line(c.x, c.last, x, y)
		return false
	case walls: // as bars they meet halfway
	case centred && math.Abs(rise) <= gentle:
		if !c.dashed() || c.phase < c.style.Dash.On {
			c.pass(int(x), y, rise, height)
		}
		c.advance(math.Hypot(1, rise))
		return true
	case math.Abs(rise) <= steep:
		c.line(c.x, c.last, x, y)
		return false
	}
	mid := (y + c.last) / 2
	if mid < c.lastTop || mid > c.lastBottom {
		c.upright(c.x, min(c.last, mid), max(c.last, mid))
	}
	if mid < top || mid > bottom {
		c.upright(x, min(y, mid), max(y, mid))
	}
	return false
}

// line draws from (x0, y0) to (x1, y1) in the style's dash pattern.
func (c *curve) line(x0, y0, x1, y1 float64) {
	d := c.style.Dash
	length := math.Hypot(x1-x0, y1-y0)
	t0, t1, seen := c.clip(x0, y0, x1, y1, c.half+1)
	at := func(t float64) (x, y float64) { return x0 + t*(x1-x0), y0 + t*(y1-y0) }
	if !c.dashed() {
		if seen {
			ax, ay := at(t0)
			bx, by := at(t1)
			c.stroke(ax, ay, bx, by, c.half)
		}
		return
	}
	period := d.On + d.Off
	for t := t0; seen && t < t1; {
		phase := math.Mod(c.phase+t*length, period)
		left := period - phase
		if phase < d.On {
			left = d.On - phase
		}
		next := min(t+max(left, 0.01)/length, t1)
		if phase < d.On {
			ax, ay := at(t)
			bx, by := at(next)
			c.stroke(ax, ay, bx, by, c.half)
		}
		t = next
	}
	c.advance(length)
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
	if p.on && p.x == x-1 && p.y == c.last {
		if math.Abs(lean) > math.Abs(p.lean) {
			p.lean = lean
		}
	} else {
		c.passed()
		*p = passing{true, x - 1, c.last, max(math.Abs(lean), c.left.height())}
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

func (c *curve) upright(x, top, bottom float64) { c.Painter.upright(x, top, bottom, c.half) }

func (c *curve) dot(x, y float64) { c.disc(x, y, c.half+max(c.style.Width, 1)) }
