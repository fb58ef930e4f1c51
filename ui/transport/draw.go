package transport

import (
	"image"
	"image/color"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/replay"
)

// colours of the track's picture.
type colours struct {
	back, grid, density, junk, loss, epoch color.NRGBA
	severity                               [3]color.NRGBA
}

// bands says where the parts of the track lie, from its top, in pixels: marks of
// findings, then the density, then a row each for junk and for loss.
type bands struct {
	inset               float64 // free on both sides, for the handles
	marks, density, row float64
	unit                float64 // device pixels of one unit of Fyne
}

func bandsOf(height, unit float64) bands {
	row := 5 * unit
	return bands{inset: inset * unit, marks: 11 * unit, density: height - 11*unit - 2*row, row: row, unit: unit}
}

// drawOverview fills img, whose origin must be 0,0. unit is the number of device
// pixels to a unit of Fyne.
func drawOverview(img *image.RGBA, o Overview, whole replay.Range, unit float64, c colours) {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	fillRect(img, 0, 0, w, h, c.back)
	b := bandsOf(h, unit)
	span := w - 2*b.inset
	if span < 1 || b.density < 1 {
		return
	}
	fillRect(img, b.inset, b.marks, w-b.inset, b.marks+0.5*unit, c.grid)
	junkTop := b.marks + b.density
	fillRect(img, b.inset, junkTop, w-b.inset, junkTop+0.5*unit, c.grid)
	for x := int(b.inset); x < int(w-b.inset); x++ {
		from := (float64(x) - b.inset) / span
		to := (float64(x) + 1 - b.inset) / span
		left, right := float64(x), float64(x+1)
		if v := highest(o.Density, from, to); v > 0 {
			fillRect(img, left, junkTop-max(v*(b.density-2*unit), unit), right, junkTop, c.density)
		}
		if v := highest(o.Junk, from, to); v > 0 {
			fillRect(img, left, junkTop+unit, right, junkTop+b.row, strength(c.junk, v))
		}
		if v := highest(o.Loss, from, to); v > 0 {
			fillRect(img, left, junkTop+b.row+unit, right, junkTop+2*b.row, strength(c.loss, v))
		}
	}
	at := func(t time.Duration) float64 { return b.inset + share(t, whole)*span }
	for _, t := range o.Epochs {
		x := math.Round(at(t))
		for y := 0.0; y < h; y += 5 * unit {
			fillRect(img, x-unit*0.75, y, x+unit*0.75, y+3*unit, c.epoch)
		}
	}
	for _, severity := range []flight.Severity{flight.Info, flight.Warning, flight.Error} {
		for _, m := range o.Findings {
			if m.Severity == severity {
				mark(img, at(m.At), b.marks/2, 4.5*unit, severity, c)
			}
		}
	}
}

// share is how far along the range t is, 0 to 1.
func share(t time.Duration, whole replay.Range) float64 {
	if whole.Length() <= 0 {
		return 0
	}
	return min(max(float64(t-whole.From)/float64(whole.Length()), 0), 1)
}

// highest is the largest value of the stretches that from to to touches.
func highest(series []float32, from, to float64) float64 {
	n := len(series)
	lo := min(max(int(from*float64(n)), 0), n)
	hi := min(max(int(math.Ceil(to*float64(n))), lo), n)
	var top float32
	for _, v := range series[lo:hi] {
		top = max(top, v)
	}
	return min(float64(top), 1)
}

// strength keeps the smallest share visible.
func strength(c color.NRGBA, v float64) color.NRGBA {
	c.A = uint8(255 * (0.4 + 0.6*math.Sqrt(v)))
	return c
}

// mark draws a disc for a remark, a triangle for a warning and a diamond for an
// error, within size of x, y.
func mark(img *image.RGBA, x, y, size float64, severity flight.Severity, c colours) {
	inside := func(dx, dy float64) bool { return math.Hypot(dx, dy) <= 0.6 }
	switch severity {
	case flight.Warning:
		inside = func(dx, dy float64) bool { return dy <= 0.8 && math.Abs(dx) <= (dy+1)*0.55 }
	case flight.Error:
		inside = func(dx, dy float64) bool { return math.Abs(dx)+math.Abs(dy) <= 1.1 }
	}
	stamp(img, x, y, size*1.2, c.back, func(dx, dy float64) bool { return inside(dx*1.2/1.28, dy*1.2/1.28) })
	stamp(img, x, y, size*1.2, c.severity[severity.Rank()], func(dx, dy float64) bool { return inside(dx*1.2, dy*1.2) })
}

// stamp draws a shape given for -1 to 1 on both axes at size round x, y, each
// pixel covered by as many of its 16 samples as are inside.
func stamp(img *image.RGBA, x, y, size float64, c color.NRGBA, inside func(dx, dy float64) bool) {
	area := image.Rect(int(x-size)-1, int(y-size)-1, int(x+size)+2, int(y+size)+2).Intersect(img.Rect)
	for py := area.Min.Y; py < area.Max.Y; py++ {
		for px := area.Min.X; px < area.Max.X; px++ {
			hits := 0
			for i := range 16 {
				sx := float64(px) + float64(i%4)/4 + 0.125
				sy := float64(py) + float64(i/4)/4 + 0.125
				if inside((sx-x)/size, (sy-y)/size) {
					hits++
				}
			}
			blend(img, px, py, c, float64(hits)/16)
		}
	}
}

// fillRect fills to the nearest whole pixels, but at least one each way.
func fillRect(img *image.RGBA, x0, y0, x1, y1 float64, c color.NRGBA) {
	left, top := int(math.Round(x0)), int(math.Round(y0))
	r := image.Rect(left, top, max(int(math.Round(x1)), left+1), max(int(math.Round(y1)), top+1)).Intersect(img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			blend(img, x, y, c, 1)
		}
	}
}

func blend(img *image.RGBA, x, y int, c color.NRGBA, cover float64) {
	a := cover * float64(c.A) / 255
	pix := img.Pix[img.PixOffset(x, y):][:4:4]
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		pix[i] = uint8(float64(pix[i]) + (float64(v)-float64(pix[i]))*a + 0.5)
	}
	pix[3] = 255
}
