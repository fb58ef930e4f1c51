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
		alone := col.Break && col.N == 1 && (i+1 == len(columns) || columns[i+1].Break)
		c.column(col, alone)
	}
	p.finish(img, st.Color)
}

type curve struct {
	*Painter
	view  View
	style Style
	half  float64 // of the line width
	dots  bool

	x, last     float64 // where the pen is
	lastTop     float64 // of the column before
	lastBottom  float64
	lastSamples int
}

func (c *curve) column(col Column, alone bool) {
	first, last := c.y(col.First), c.y(col.Last)
	top, bottom := c.y(col.Max), c.y(col.Min)
	if top > min(first, last)-slight && bottom < max(first, last)+slight && bottom-top < 1 {
		first = (first + last) / 2 // a smooth curve passes: no need to stop here
		last, top, bottom = first, first, first
	}
	x := clampPixel(col.X)
	if !col.Break {
		c.connect(x, first, top, bottom, col.N)
	}
	switch {
	case bottom-top > steep:
		c.upright(x, top, bottom)
	case bottom > top:
		c.line(x, top, x, bottom)
	}
	if alone || c.dots && col.N == 1 && c.style.Points != PointsNever {
		c.dot(x, first)
	}
	c.x, c.last = x, last
	c.lastTop, c.lastBottom, c.lastSamples = top, bottom, col.N
}

func (c *curve) y(v float64) float64 { return c.view.Y(v, float64(c.h)) }

// connect draws the line from the column before to (x, y). Between dense
// columns side by side it is upright: half of it in each.
func (c *curve) connect(x, y, top, bottom float64, samples int) {
	dense := x-c.x <= 1.01 && (samples > 1 || c.lastSamples > 1)
	if !dense || math.Abs(y-c.last) <= steep {
		c.line(c.x, c.last, x, y)
		return
	}
	mid := (y + c.last) / 2
	if mid < c.lastTop || mid > c.lastBottom {
		c.upright(c.x, min(c.last, mid), max(c.last, mid))
	}
	if mid < top || mid > bottom {
		c.upright(x, min(y, mid), max(y, mid))
	}
}

// line draws from (x0, y0) to (x1, y1) in the style's dash pattern.
func (c *curve) line(x0, y0, x1, y1 float64) {
	d := c.style.Dash
	length := math.Hypot(x1-x0, y1-y0)
	t0, t1, seen := c.clip(x0, y0, x1, y1, c.half+1)
	at := func(t float64) (x, y float64) { return x0 + t*(x1-x0), y0 + t*(y1-y0) }
	if d.On <= 0 || d.Off <= 0 {
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
	c.phase = math.Mod(c.phase+length, period)
}

func (c *curve) upright(x, top, bottom float64) { c.Painter.upright(x, top, bottom, c.half) }

func (c *curve) dot(x, y float64) { c.disc(x, y, c.half+max(c.style.Width, 1)) }
