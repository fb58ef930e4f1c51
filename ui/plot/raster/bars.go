package raster

import (
	"image"
	"math"
	"math/bits"
)

// bars collects upright bars of whole pixel columns and fills them row by row.
// Noise is made of bars as high as the picture: walking each down its column
// would touch a cache line a pixel, while rows with the same columns covered
// are copied at the speed of memory.
type bars struct {
	ends    []barEnd
	byRow   []int32  // first of a row's ends, an index into ends plus one
	covered []uint64 // pixel columns covered in the row at hand, a bit each
	depth   []uint16 // bars over each column in the row at hand
	line    []uint8  // a row of the colour
}

// barEnd is where a bar starts or stops, in a list of those of the same row.
type barEnd struct {
	x    int32
	next int32
	step int8 // +1 starts, -1 stops
}

// reset makes room for a picture of w by h. It leaves everything zero.
func (b *bars) reset(w, h int) {
	b.ends = b.ends[:0]
	if len(b.byRow) != h+1 {
		b.byRow = make([]int32, h+1)
	}
	if len(b.depth) != w {
		b.depth = make([]uint16, w)
		b.covered = make([]uint64, (w+63)/64)
	}
}

// add covers the rows [top, bottom) of pixel column x, all inside the picture.
func (b *bars) add(x, top, bottom int) {
	b.end(x, top, 1)
	b.end(x, bottom, -1)
}

func (b *bars) end(x, row int, step int8) {
	b.ends = append(b.ends, barEnd{x: int32(x), next: b.byRow[row], step: step})
	b.byRow[row] = int32(len(b.ends))
}

// enter makes row the row at hand; rows come from 0 to the picture's height,
// which leaves everything zero again.
func (b *bars) enter(row int) {
	for i := b.byRow[row]; i > 0; i = b.ends[i-1].next {
		e := b.ends[i-1]
		b.depth[e.x] += uint16(e.step)
		if b.depth[e.x] > 0 {
			b.covered[e.x/64] |= 1 << (e.x % 64)
		} else {
			b.covered[e.x/64] &^= 1 << (e.x % 64)
		}
	}
	b.byRow[row] = 0
}

// next is the first stretch of covered columns at or after x.
func (b *bars) next(x int) (from, to int, ok bool) {
	from = b.scan(x, 0)
	if from >= len(b.depth) {
		return 0, 0, false
	}
	return from, min(b.scan(from, ^uint64(0)), len(b.depth)), true
}

// scan finds the first bit at or after x that is set once flipped by flip.
func (b *bars) scan(x int, flip uint64) int {
	for w := x / 64; w < len(b.covered); w++ {
		word := b.covered[w] ^ flip
		if w == x/64 {
			word &= ^uint64(0) << (x % 64)
		}
		if word != 0 {
			return w*64 + bits.TrailingZeros64(word)
		}
	}
	return len(b.covered) * 64
}

// upright covers the pixel columns of a line at x from top to bottom, half the
// line's width beyond included.
func (p *Painter) upright(x, top, bottom, half float64) {
	top, bottom = max(top-half, 0), min(bottom+half, float64(p.h))
	width := max(math.Round(half*2), 1)
	left := math.Floor(x - (width-1)/2)
	x0, x1 := p.columns(left, left+width)
	y0, y1 := int(math.Ceil(top)), int(math.Floor(bottom))
	for c := x0; c < x1; c++ {
		if y0 < y1 {
			p.bars.add(c, y0, y1)
		}
		p.tip(c, y0-1, float64(y0)-top)
		p.tip(c, y1, bottom-float64(y1))
	}
}

// tip covers the part of a pixel that a bar ends in.
func (p *Painter) tip(x, y int, coverage float64) {
	if y < 0 || y >= p.h || coverage <= 0 {
		return
	}
	p.touch(x, y, x+1, y+1)
	p.cover(x, y, coverage)
}

// fillBars lays the colour over all bars and takes them out of the mask.
func (p *Painter) fillBars(img *image.RGBA, r, g, b, a uint8) {
	if len(p.bars.ends) == 0 {
		return
	}
	line := p.bars.solid(p.w, r, g, b, a)
	for y := 0; y < p.h; y++ {
		p.bars.enter(y)
		row := img.Pix[y*img.Stride : y*img.Stride+p.w*4]
		for from, to, ok := p.bars.next(0); ok; from, to, ok = p.bars.next(to) {
			if d := p.dirty[y]; max(from, d.from) < min(to, d.to) {
				clear(p.mask[y*p.w+max(from, d.from) : y*p.w+min(to, d.to)])
			}
			if a == 255 {
				copy(row[from*4:to*4], line)
				continue
			}
			for x := from; x < to; x++ {
				over(row[x*4:x*4+4:x*4+4], r, g, b, a)
			}
		}
	}
	p.bars.enter(p.h)
}

// solid is a row of one colour.
func (b *bars) solid(w int, red, green, blue, alpha uint8) []uint8 {
	if len(b.line) != w*4 {
		b.line = make([]uint8, w*4)
	}
	for i := 0; i < len(b.line); i += 4 {
		b.line[i], b.line[i+1], b.line[i+2], b.line[i+3] = red, green, blue, alpha
	}
	return b.line
}
