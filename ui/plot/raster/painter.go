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
	Step   bool // a value holds until the next sample, as that of a mode does
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
	w, h   int
	mask   mask
	bars   bars
	shades shades  // of the last colour
	phase  float64 // where in the dash pattern the pen is

	backdrop Backdrop
	laid     bool // the backdrop is in the picture
}

// Fill paints the whole picture.
func (p *Painter) Fill(img *image.RGBA, c color.NRGBA) {
	pix := img.Pix
	if len(pix) < 4 {
		return
	}
	binary.LittleEndian.PutUint32(pix, premultiplied(c).word())
	double(pix, 4)
}

// double fills pix with copies of its first n bytes. They stay in the cache.
func double(pix []uint8, n int) {
	const most = 64 << 10
	if n <= 0 {
		return
	}
	for ; n < len(pix) && n < most; n *= 2 {
		copy(pix[n:], pix[:n])
	}
	for at := n; at < len(pix); at += n {
		copy(pix[at:], pix[:n])
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
	colour := premultiplied(c)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := img.Pix[y*img.Stride:]
		for x := area.Min.X; x < area.Max.X; x++ {
			colour.over(row[x*4 : x*4+4 : x*4+4])
		}
	}
}

// begin makes mask and bars as large as the picture.
func (p *Painter) begin(img *image.RGBA) {
	p.w, p.h = img.Rect.Dx(), img.Rect.Dy()
	p.mask.reset(p.w, p.h)
	p.bars.reset(p.w, p.h)
	p.phase = 0
}

// finish lays colour c over the picture where bars and mask cover it, once a
// pixel however many strokes crossed there, and wipes both. It goes row by row,
// so that each is in the cache once.
func (p *Painter) finish(img *image.RGBA, c color.NRGBA) {
	colour := premultiplied(c)
	p.bars.begin(colour.word())
	p.shades.of(colour)
	upright := len(p.bars.ends) > 0
	lay := !p.laid && p.backdrop.Row != nil
	p.laid = true
	for y := range p.h {
		row := img.Pix[y*img.Stride : y*img.Stride+p.w*4]
		if lay {
			p.backdrop.underlay(row, y)
		}
		if upright {
			p.bars.enter(y)
		}
		if upright && colour.a != 255 {
			p.bars.blend(row, p.mask.row(y), colour)
		}
		p.mask.blend(row, y, &p.shades)
		if upright && colour.a == 255 {
			p.bars.paint(row, colour.word())
		}
	}
	if upright {
		p.bars.enter(p.h)
	}
}

// pixel is a premultiplied colour.
type pixel struct{ r, g, b, a uint8 }

func premultiplied(c color.NRGBA) pixel {
	return pixel{scale(c.R, c.A), scale(c.G, c.A), scale(c.B, c.A), c.A}
}

// word is the pixel as it lies in memory, little end first.
func (c pixel) word() uint32 {
	return uint32(c.r) | uint32(c.g)<<8 | uint32(c.b)<<16 | uint32(c.a)<<24
}

// scale is v*by/255, rounded.
func scale(v, by uint8) uint8 {
	t := uint32(v)*uint32(by) + 128
	return uint8((t + t>>8) >> 8)
}

// over lays the colour over one pixel of the picture.
func (c pixel) over(px []uint8) {
	if c.a == 255 {
		binary.LittleEndian.PutUint32(px, c.word())
		return
	}
	// Two channels at a time, each rounded as scale does.
	under, keep := binary.LittleEndian.Uint32(px), uint32(255-c.a)
	even := (under&0x00FF00FF)*keep + 0x00800080
	odd := (under>>8&0x00FF00FF)*keep + 0x00800080
	even = (even + even>>8&0x00FF00FF) >> 8 & 0x00FF00FF
	odd = (odd + odd>>8&0x00FF00FF) & 0xFF00FF00
	binary.LittleEndian.PutUint32(px, c.word()+(even|odd))
}
