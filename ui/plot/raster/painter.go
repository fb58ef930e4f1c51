package raster

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
)

// NewPicture makes a picture of w by h pixels as [Painter] needs it: origin 0,0
// and rows without padding, because a GPU upload ignores both.
func NewPicture(w, h int) *image.RGBA { return image.NewRGBA(image.Rect(0, 0, max(w, 0), max(h, 0))) }

// Style is how a curve is drawn. Lengths are in pixels of the picture.
type Style struct {
	Color  color.NRGBA
	Width  float64
	Dash   Dash
	Points Points
}

// Dash is the length drawn and the length left out, in turn; the zero Dash is a
// full line. Strokes up and down within a pixel column are always full, so that
// no sample falls into a blank.
type Dash struct{ On, Off float64 }

// Points says whether samples are marked by dots.
type Points int

// A sample that stands alone between breaks has its dot in any case.
const (
	PointsAuto   Points = iota // when samples are far apart
	PointsNever                // no
	PointsAlways               // wherever a column is one sample
)

// pointSpacing is the mean distance of samples, in line widths, from which on
// PointsAuto marks them.
const pointSpacing = 8

// Painter draws into pictures made by [NewPicture]. It keeps its working memory
// between calls; the zero Painter is ready, and is for one goroutine at a time.
type Painter struct {
	mask  []uint8 // coverage, all zero between calls
	w, h  int
	dirty []stretch // of each row of the mask, what may hold coverage; empty between calls
	bars  bars
	phase float64 // where in the dash pattern the pen is
}

// stretch is the pixels [from, to) of a row.
type stretch struct{ from, to int }

// Fill paints the whole picture.
func (p *Painter) Fill(img *image.RGBA, c color.NRGBA) {
	pix := img.Pix
	if len(pix) < 4 {
		return
	}
	r, g, b, a := premultiplied(c)
	pix[0], pix[1], pix[2], pix[3] = r, g, b, a
	for n := 4; n < len(pix); n *= 2 {
		copy(pix[n:], pix[:n])
	}
}

// Band lays colour c over the picture's full height from x0 to x1.
func (p *Painter) Band(img *image.RGBA, x0, x1 float64, c color.NRGBA) {
	p.rect(img, int(math.Floor(x0+0.5)), 0, int(math.Floor(x1+0.5)), img.Rect.Dy(), c)
}

// VLine draws an upright line of whole pixels at x, with a dash pattern or
// without.
func (p *Painter) VLine(img *image.RGBA, x float64, width int, dash Dash, c color.NRGBA) {
	left := int(math.Floor(x)) - (width-1)/2
	if dash.Off <= 0 || dash.On <= 0 {
		p.rect(img, left, 0, left+width, img.Rect.Dy(), c)
		return
	}
	for y := 0.0; y < float64(img.Rect.Dy()); y += dash.On + dash.Off {
		p.rect(img, left, int(y), left+width, int(math.Ceil(y+dash.On)), c)
	}
}

// HLine draws a level line of whole pixels at y.
func (p *Painter) HLine(img *image.RGBA, y float64, width int, c color.NRGBA) {
	top := int(math.Floor(y)) - (width-1)/2
	p.rect(img, 0, top, img.Rect.Dx(), top+width, c)
}

func (p *Painter) rect(img *image.RGBA, x0, y0, x1, y1 int, c color.NRGBA) {
	area := image.Rect(x0, y0, x1, y1).Intersect(img.Rect)
	r, g, b, a := premultiplied(c)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := img.Pix[y*img.Stride:]
		for x := area.Min.X; x < area.Max.X; x++ {
			over(row[x*4:x*4+4:x*4+4], r, g, b, a)
		}
	}
}

// begin makes the mask as large as the picture.
func (p *Painter) begin(img *image.RGBA) {
	p.w, p.h = img.Rect.Dx(), img.Rect.Dy()
	if len(p.mask) < p.w*p.h {
		p.mask = make([]uint8, p.w*p.h)
	}
	p.bars.reset(p.w, p.h)
	if len(p.dirty) != p.h {
		p.dirty = make([]stretch, p.h)
	}
	p.phase = 0
}

// touch notes that the rows [y0, y1) may hold coverage in [x0, x1).
func (p *Painter) touch(x0, y0, x1, y1 int) {
	for y := y0; y < y1; y++ {
		d := &p.dirty[y]
		if d.from == d.to {
			*d = stretch{x0, x1}
			continue
		}
		d.from, d.to = min(d.from, x0), max(d.to, x1)
	}
}

// finish lays colour c over the picture where the mask covers it, once a pixel
// however many strokes crossed there, and wipes the mask.
func (p *Painter) finish(img *image.RGBA, c color.NRGBA) {
	r, g, b, a := premultiplied(c)
	p.fillBars(img, r, g, b, a)
	for y, d := range p.dirty {
		p.dirty[y] = stretch{}
		mask := p.mask[y*p.w+d.from : y*p.w+d.to]
		row := img.Pix[y*img.Stride+d.from*4:]
		for x := 0; x < len(mask); x++ {
			for x+8 <= len(mask) && binary.LittleEndian.Uint64(mask[x:]) == 0 {
				x += 8
			}
			if x == len(mask) {
				break
			}
			cover := mask[x]
			if cover == 0 {
				continue
			}
			mask[x] = 0
			px := row[x*4 : x*4+4 : x*4+4]
			if cover == 255 {
				over(px, r, g, b, a)
				continue
			}
			over(px, scale(r, cover), scale(g, cover), scale(b, cover), scale(a, cover))
		}
	}
}

func premultiplied(c color.NRGBA) (r, g, b, a uint8) {
	return scale(c.R, c.A), scale(c.G, c.A), scale(c.B, c.A), c.A
}

// scale is v*by/255, rounded.
func scale(v, by uint8) uint8 {
	t := uint32(v)*uint32(by) + 128
	return uint8((t + t>>8) >> 8)
}

// over lays a premultiplied colour over one pixel.
func over(px []uint8, r, g, b, a uint8) {
	if a == 255 {
		px[0], px[1], px[2], px[3] = r, g, b, a
		return
	}
	px[0] = r + scale(px[0], 255-a)
	px[1] = g + scale(px[1], 255-a)
	px[2] = b + scale(px[2], 255-a)
	px[3] = a + scale(px[3], 255-a)
}
