package horizon

import (
	"image"
	"image/color"
	"math"
)

// ink draws anti-aliased shapes on an opaque picture: a pixel is covered by how
// far its centre lies inside the shape. Coordinates are pixels; what lies
// outside of the picture is cut off.
type ink struct{ img *image.RGBA }

type point struct{ x, y float64 }

func (p point) add(q point) point     { return point{p.x + q.x, p.y + q.y} }
func (p point) sub(q point) point     { return point{p.x - q.x, p.y - q.y} }
func (p point) times(s float64) point { return point{p.x * s, p.y * s} }
func (p point) left() point           { return point{p.y, -p.x} }
func (p point) length() float64       { return math.Hypot(p.x, p.y) }

func (k ink) blend(x, y int, c color.NRGBA, cover float64) {
	if cover <= 0 {
		return
	}
	a := int(min(cover, 1)*float64(c.A)*(256.0/255) + 0.5)
	pix := k.img.Pix[y*k.img.Stride+4*x:][:4:4]
	pix[0] = mix(pix[0], c.R, a)
	pix[1] = mix(pix[1], c.G, a)
	pix[2] = mix(pix[2], c.B, a)
}

// mix goes a/256 of the way.
func mix(from, to uint8, a int) uint8 {
	return uint8(int(from) + ((int(to)-int(from))*a+128)>>8)
}

// rows fills whole rows of pixels, from top up to but without bottom.
func (k ink) rows(top, bottom float64, c color.NRGBA) {
	size := k.img.Rect.Size()
	pix := k.img.Pix[clampInt(top, size.Y)*k.img.Stride : clampInt(bottom, size.Y)*k.img.Stride]
	for i := 0; i+3 < len(pix); i += 4 {
		pix[i], pix[i+1], pix[i+2], pix[i+3] = c.R, c.G, c.B, 255
	}
}

// line draws a stroke with round ends.
func (k ink) line(a, b point, width float64, c color.NRGBA) {
	size := k.img.Rect.Size()
	d := b.sub(a)
	perLength := 0.0
	if sq := d.x*d.x + d.y*d.y; sq > 0 {
		perLength = 1 / sq
	}
	half := width / 2
	reach := half + 0.5
	steep := math.Abs(d.y) > math.Abs(d.x)
	slope, across, limit, sideLimit := 0.0, a.y, size.X, size.Y
	lo, hi := min(a.x, b.x), max(a.x, b.x)
	if steep {
		across, limit, sideLimit = a.x, size.Y, size.X
		lo, hi = min(a.y, b.y), max(a.y, b.y)
		slope = d.x / d.y
	} else if d.x != 0 {
		slope = d.y / d.x
	}
	from := a.x
	if steep {
		from = a.y
	}
	side := reach * math.Sqrt(1+slope*slope)
	for i := clampInt(lo-reach, limit); i < clampInt(hi+reach+1, limit); i++ {
		mid := across + slope*(float64(i)+0.5-from)
		for j := clampInt(mid-side, sideLimit); j < clampInt(mid+side+1, sideLimit); j++ {
			x, y := i, j
			if steep {
				x, y = j, i
			}
			p := point{float64(x) + 0.5, float64(y) + 0.5}.sub(a)
			q := p.sub(d.times(min(max((p.x*d.x+p.y*d.y)*perLength, 0), 1)))
			if apart := q.x*q.x + q.y*q.y; apart < (half+0.5)*(half+0.5) {
				k.blend(x, y, c, half+0.5-math.Sqrt(apart))
			}
		}
	}
}

// clampInt rounds down into [0, limit], safe for values no int can hold.
func clampInt(v float64, limit int) int {
	return int(min(max(math.Floor(v), 0), float64(limit)))
}

// outlined draws a stroke with a darker rim, so that it shows on any ground.
func (k ink) outlined(a, b point, width, rim float64, c, dark color.NRGBA) {
	k.line(a, b, width+2*rim, dark)
	k.line(a, b, width, c)
}

// polyline joins points by strokes; closed joins the last to the first.
func (k ink) polyline(pts []point, closed bool, width float64, c color.NRGBA) {
	for i := 1; i < len(pts); i++ {
		k.line(pts[i-1], pts[i], width, c)
	}
	if closed && len(pts) > 2 {
		k.line(pts[len(pts)-1], pts[0], width, c)
	}
}

// fill fills a convex polygon.
func (k ink) fill(pts []point, c color.NRGBA) {
	size := k.img.Rect.Size()
	lo, hi, area := pts[0], pts[0], 0.0
	for i, p := range pts {
		lo, hi = point{min(lo.x, p.x), min(lo.y, p.y)}, point{max(hi.x, p.x), max(hi.y, p.y)}
		q := pts[(i+1)%len(pts)]
		area += p.x*q.y - p.y*q.x
	}
	for y := clampInt(lo.y-1, size.Y); y < clampInt(hi.y+2, size.Y); y++ {
		for x := clampInt(lo.x-1, size.X); x < clampInt(hi.x+2, size.X); x++ {
			k.blend(x, y, c, 0.5+inside(pts, point{float64(x) + 0.5, float64(y) + 0.5}, area))
		}
	}
}

// inside is the distance from the nearest edge, negative outside; area carries
// the sense in which the polygon turns.
func inside(pts []point, at point, area float64) float64 {
	depth := math.Inf(1)
	for i, p := range pts {
		e := pts[(i+1)%len(pts)].sub(p)
		d := (e.x*(at.y-p.y) - e.y*(at.x-p.x)) / e.length()
		depth = min(depth, math.Copysign(1, area)*d)
	}
	return depth
}
