package raster

import (
	"encoding/binary"
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
	line    []uint8  // 64 pixels of the colour
}

// barEnd is where a bar starts or stops, in a list of those of the same row.
type barEnd struct {
	x0, x1 int32 // the pixel columns [x0, x1)
	next   int32
	step   int8 // +1 starts, -1 stops
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

// add covers the rows [top, bottom) of the pixel columns [x0, x1), all inside
// the picture.
func (b *bars) add(x0, x1, top, bottom int) {
	b.end(x0, x1, top, 1)
	b.end(x0, x1, bottom, -1)
}

func (b *bars) end(x0, x1, row int, step int8) {
	b.ends = append(b.ends, barEnd{x0: int32(x0), x1: int32(x1), next: b.byRow[row], step: step})
	b.byRow[row] = int32(len(b.ends))
}

// enter makes row the row at hand; rows come from 0 to the picture's height,
// which leaves everything zero again.
func (b *bars) enter(row int) {
	for i := b.byRow[row]; i > 0; i = b.ends[i-1].next {
		e := b.ends[i-1]
		for x := e.x0; x < e.x1; x++ {
			b.depth[x] += uint16(e.step)
			if b.depth[x] > 0 {
				b.covered[x/64] |= 1 << (x % 64)
			} else {
				b.covered[x/64] &^= 1 << (x % 64)
			}
		}
	}
	b.byRow[row] = 0
}

// paint lays the opaque colour over the covered columns of a row.
func (b *bars) paint(row []uint8, colour uint32) {
	for i, word := range b.covered {
		switch word {
		case 0:
			continue
		case ^uint64(0):
			copy(row[i*64*4:], b.line[:64*4])
			continue
		}
		part := row[i*64*4:]
		for at := 0; word != 0; {
			skip := bits.TrailingZeros64(word)
			at, word = at+skip, word>>skip
			n := bits.TrailingZeros64(^word)
			if n > copyFrom {
				copy(part[at*4:(at+n)*4], b.line)
			} else {
				for x := at; x < at+n; x++ {
					binary.LittleEndian.PutUint32(part[x*4:], colour)
				}
			}
			at, word = at+n, word>>n
		}
	}
}

// copyFrom is the number of pixels from which on a copy is cheaper than stores.
const copyFrom = 12

// blend lays a translucent colour over the covered columns of a row, and takes
// them out of the row's mask.
func (b *bars) blend(row, mask []uint8, c pixel) {
	for i, word := range b.covered {
		for ; word != 0; word &= word - 1 {
			x := i*64 + bits.TrailingZeros64(word)
			mask[x] = 0
			c.over(row[x*4 : x*4+4 : x*4+4])
		}
	}
}

// begin makes the row of one colour that paint copies from.
func (b *bars) begin(colour uint32) {
	if len(b.line) == 0 {
		b.line = make([]uint8, 64*4)
	}
	for i := 0; i < len(b.line); i += 4 {
		binary.LittleEndian.PutUint32(b.line[i:], colour)
	}
}

// upright covers the pixel columns of a line at x from top to bottom, half the
// line's width beyond included.
func (p *Painter) upright(x, top, bottom, half float64) {
	h := float64(p.h)
	top, bottom = min(max(top-half, 0), h), min(max(bottom+half, 0), h)
	width := max(math.Round(half*2), 1)
	left := math.Floor(x - (width-1)/2)
	x0, x1 := p.columns(left, left+width)
	y0, y1 := int(math.Ceil(top)), int(math.Floor(bottom))
	if x0 >= x1 {
		return
	}
	if y0 < y1 {
		p.bars.add(x0, x1, y0, y1)
	}
	p.tips(x0, x1, y0-1, float64(y0)-top)
	p.tips(x0, x1, y1, bottom-float64(y1))
}

// tips covers the part of the pixels [x0, x1) of a row that a bar ends in.
func (p *Painter) tips(x0, x1, y int, coverage float64) {
	if y < 0 || y >= p.h || coverage <= 0 {
		return
	}
	p.mask.touch(x0, y, x1, y+1)
	for x := x0; x < x1; x++ {
		p.cover(x, y, coverage)
	}
}
