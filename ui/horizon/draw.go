package horizon

import (
	"image"
	"image/color"
	"math"
	"strconv"
)

// Palette holds the colours of the instrument.
type Palette struct {
	Sky, Ground color.NRGBA
	Blank       color.NRGBA // in place of both while there is no estimate
	Line        color.NRGBA // horizon, ladder and scales
	Rim         color.NRGBA // round everything, so that it shows on sky and ground
	Craft       color.NRGBA // the fixed marks of the aircraft
	Truth       color.NRGBA
}

// halfView is how far one sees from the nose to the nearer border, rad.
const halfView = 28 * math.Pi / 180

// Draw fills img, whose origin must be 0,0, with the view straight out of the
// vehicle's nose: a perspective picture, so that the horizon is a straight line
// at any attitude and nothing jumps when the nose goes over the vertical. Truth
// lies over it as a dashed line where the true horizon is, with a diamond where
// the true horizon has the heading of the estimate. Either may be nil. scale is
// how many pixels a unit of the window has, so that figures can be read on any
// screen.
func Draw(img *image.RGBA, scale float64, estimate, truth *Attitude, p Palette) {
	if img.Rect.Empty() {
		return
	}
	s := newScene(img, scale, p)
	own := estimate
	if own == nil {
		own = truth
	}
	if own == nil {
		s.uniform(p.Blank)
		return
	}
	view := own.rotation()
	if estimate != nil {
		s.ground(view.down())
		s.ladder(view)
		s.horizon(view.down())
	} else {
		s.uniform(p.Blank)
	}
	if truth != nil {
		s.truthHorizon(truth.rotation(), view.heading())
	}
	s.craft()
	s.rollScale()
	if estimate != nil {
		s.rollPointer(view.down(), false)
	}
	if truth != nil {
		s.rollPointer(truth.rotation().down(), true)
	}
	s.tape(view, estimate, truth)
}

// scene knows where things are in the picture: the eye looks through mid, focal
// pixels away from it; unit is the length that all sizes are multiples of.
type scene struct {
	ink
	p             Palette
	width, height float64 // of the view, the tape below it not counted
	tapeHeight    float64
	mid           point
	focal, unit   float64
	dial          float64 // radius of the roll scale
}

const (
	leastUnit = 0.9 // keeps figures as large as small text, in units of the window
	tapeUnits = 24  // height of the tape
)

// sceneUnit is what all sizes are multiples of in a picture of so many pixels.
func sceneUnit(w, h, scale float64) float64 { return min(max(min(w, h)/240, leastUnit*scale), 6*scale) }

func newScene(img *image.RGBA, scale float64, p Palette) scene {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	unit := sceneUnit(w, h, scale)
	s := scene{ink: ink{img}, p: p, unit: unit, tapeHeight: tapeUnits * unit, width: w}
	s.height = max(h-s.tapeHeight, 1)
	s.mid = point{w / 2, s.height / 2}
	short := min(w, s.height)
	s.focal = short / 2 / math.Tan(halfView)
	s.dial = short/2 - 12*unit
	return s
}

func (s scene) uniform(c color.NRGBA) { s.rows(0, math.Inf(1), c) }

// project gives where a direction of the body is seen, false behind the eye.
func (s scene) project(d vec) (point, bool) {
	if d[0] < 0.05 {
		return point{}, false
	}
	return s.mid.add(point{d[1], d[2]}.times(s.focal / d[0])), true
}

// ground paints sky and ground. How far a pixel lies below the horizon is linear
// in x and y: it is the "down" part of the direction seen there.
func (s scene) ground(down vec) {
	norm := max(math.Hypot(down[1], down[2]), 1e-9)
	a, bx, by := s.focal*down[0]/norm, down[1]/norm, down[2]/norm
	w, pix := s.img.Rect.Dx(), s.img.Pix
	for y := range s.img.Rect.Dy() {
		row := pix[y*s.img.Stride:][:4*w]
		below := a + bx*(0.5-s.mid.x) + by*(float64(y)+0.5-s.mid.y)
		for x := 0; x < len(row); x += 4 {
			c := s.p.Sky
			switch {
			case below >= 0.5:
				c = s.p.Ground
			case below > -0.5:
				cover := int(256 * (below + 0.5))
				c.R, c.G, c.B = mix(c.R, s.p.Ground.R, cover), mix(c.G, s.p.Ground.G, cover), mix(c.B, s.p.Ground.B, cover)
			}
			row[x], row[x+1], row[x+2], row[x+3] = c.R, c.G, c.B, 255
			below += bx
		}
	}
}

// horizonLine gives the point of the horizon nearest to the middle and the unit
// vector along it with the sky on its left; false when it is out of sight.
func (s scene) horizonLine(down vec) (foot, along point, ok bool) {
	norm := math.Hypot(down[1], down[2])
	if norm < 1e-6 {
		return foot, along, false
	}
	n := point{down[1] / norm, down[2] / norm}
	away := -s.focal * down[0] / norm
	if math.Abs(away) > s.width+s.height {
		return foot, along, false
	}
	return s.mid.add(n.times(away)), n.left(), true
}

func (s scene) horizon(down vec) {
	foot, along, ok := s.horizonLine(down)
	if !ok {
		return
	}
	reach := along.times(s.width + s.height)
	s.outlined(foot.sub(reach), foot.add(reach), 2*s.unit, 0.6*s.unit, s.p.Line, s.p.Rim)
}

// truthHorizon draws the true horizon: dashes with ticks to the ground at two
// places, and the diamond.
func (s scene) truthHorizon(truth rotation, heading float64) {
	foot, along, ok := s.horizonLine(truth.down())
	if !ok {
		return
	}
	u, down := s.unit, along.left().times(-1)
	const dash, gap = 10, 7
	for d := 0.0; d*u < s.width+s.height; d += dash + gap {
		for _, side := range []float64{-1, 1} {
			from, to := foot.add(along.times(side*(d+gap)*u)), foot.add(along.times(side*(d+gap+dash)*u))
			s.outlined(from, to, 2.4*u, 1.1*u, s.p.Truth, s.p.Rim)
		}
	}
	for _, side := range []float64{-1, 1} {
		at := foot.add(along.times(side * (2*(dash+gap) + gap) * u))
		s.outlined(at, at.add(down.times(8*u)), 2.4*u, 1.1*u, s.p.Truth, s.p.Rim)
	}
	if at, ok := s.project(truth.body(heading, 0)); ok {
		s.diamond(at, along, 7*u)
	}
}

func (s scene) diamond(at, along point, size float64) {
	up := along.left()
	pts := []point{at.add(along.times(size)), at.add(up.times(size)), at.sub(along.times(size)), at.sub(up.times(size))}
	s.polyline(pts, true, 4.4*s.unit, s.p.Rim)
	s.polyline(pts, true, 2.2*s.unit, s.p.Truth)
}

// craft draws the marks that stand for the vehicle and never move.
func (s scene) craft() {
	u := s.unit
	for _, side := range []float64{-1, 1} {
		wing := []point{
			s.mid.add(point{side * 52 * u, 0}), s.mid.add(point{side * 22 * u, 0}),
			s.mid.add(point{side * 22 * u, 8 * u}),
		}
		s.polyline(wing, false, 5.5*u, s.p.Rim)
		s.polyline(wing, false, 3.2*u, s.p.Craft)
	}
	s.line(s.mid, s.mid, 7.5*u, s.p.Rim)
	s.line(s.mid, s.mid, 5*u, s.p.Craft)
}

func (s scene) rollScale() {
	u := s.unit
	for _, deg := range []float64{-60, -45, -30, -20, -10, 0, 10, 20, 30, 45, 60} {
		sin, cos := math.Sincos(deg * math.Pi / 180)
		out := point{sin, -cos}
		length := 5.0
		if math.Mod(deg, 30) == 0 {
			length = 9
		}
		s.outlined(s.mid.add(out.times(s.dial)), s.mid.add(out.times(s.dial+length*u)), 1.6*u, 0.7*u, s.p.Line, s.p.Rim)
	}
}

// rollPointer points from the dial's inside at where up is. It fades as the nose
// nears the vertical, where no such direction exists.
func (s scene) rollPointer(down vec, truth bool) {
	norm := math.Hypot(down[1], down[2])
	fade := min(max((norm-0.05)/0.15, 0), 1)
	if fade == 0 {
		return
	}
	up := point{-down[1] / norm, -down[2] / norm}
	along := up.left().times(-1)
	tip := s.mid.add(up.times(s.dial - 1.5*s.unit))
	s.pointer(tip, up, along, 1, truth, fade)
}

// pointer draws a triangle with its tip in the direction up: filled for the
// estimate, a larger hollow one for truth, so that both are seen when they agree.
func (s scene) pointer(tip, up, along point, size float64, truth bool, fade float64) {
	u := s.unit * size
	rim, line, hollow := faded(s.p.Rim, fade), faded(s.p.Line, fade), faded(s.p.Truth, fade)
	if truth {
		tip = tip.add(up.times(3 * u))
		base := tip.sub(up.times(17 * u))
		pts := []point{tip, base.add(along.times(10 * u)), base.sub(along.times(10 * u))}
		s.polyline(pts, true, 3.6*s.unit, rim)
		s.polyline(pts, true, 1.8*s.unit, hollow)
		return
	}
	base := tip.sub(up.times(10 * u))
	pts := []point{tip, base.add(along.times(5.5 * u)), base.sub(along.times(5.5 * u))}
	s.polyline(pts, true, 1.6*s.unit, rim)
	s.fill(pts, line)
}

func faded(c color.NRGBA, by float64) color.NRGBA {
	c.A = uint8(float64(c.A)*by + 0.5)
	return c
}

// tape draws the headings round that of the view along the lower border.
func (s scene) tape(view rotation, estimate, truth *Attitude) {
	u, top := s.unit, s.height
	band := color.NRGBA{R: 24, G: 28, B: 33, A: 255}
	s.rows(top, math.Inf(1), band)
	heading := view.heading() * 180 / math.Pi
	scale := s.width / 70
	for deg := math.Ceil((heading-40)/5) * 5; deg <= heading+40; deg += 5 {
		x := s.mid.x + (deg-heading)*scale
		tick := 4.0
		if math.Mod(deg, 10) == 0 {
			tick = 6
		}
		s.line(point{x, top + 1.5*u}, point{x, top + tick*u}, 1.2*u, s.p.Line)
		if math.Mod(deg, 10) == 0 {
			name := headingName(deg)
			if room := textWidth(name, 8.5*u)/2 + 3*u; x > room && x < s.width-room {
				s.text(name, point{x, top + 15*u}, 8.5*u, point{1, 0}, 1.25*u, s.p.Line)
			}
		}
	}
	up, along := point{0, 1}, point{1, 0}
	if estimate != nil {
		s.pointer(point{s.mid.x, top + 1*u}, up, along, 0.7, false, 1)
	}
	if truth != nil {
		off := math.Remainder(truth.rotation().heading()*180/math.Pi-heading, 360) * scale
		off = min(max(off, 9*u-s.mid.x), s.mid.x-9*u)
		s.pointer(point{s.mid.x + off, top + 1*u}, up, along, 0.7, true, 1)
	}
}

// headingName is N, E, S, W or the heading in degrees, 10 to 350.
func headingName(deg float64) string {
	d := int(math.Round(deg))%360 + 360
	switch d %= 360; d {
	case 0:
		return "N"
	case 90:
		return "E"
	case 180:
		return "S"
	case 270:
		return "W"
	}
	return strconv.Itoa(d)
}
