package raster

import (
	"encoding/binary"
	"math/bits"
)

// mask is how far each pixel is covered, from 0 to 255. Few pixels are, so
// it also knows where they may be, eight side by side at a time.
type mask struct {
	coverage []uint8  // all zero between curves
	touched  []uint64 // a bit for eight pixels; all zero between curves
	stride   int      // pixels a row, in whole words of touched
	words    int      // of touched, a row
}

// reset makes room for a picture of w by h.
func (m *mask) reset(w, h int) {
	stride := (w + 7) / 8 * 8
	words := (stride/8 + 63) / 64
	if m.stride == stride && len(m.coverage) == stride*h {
		return
	}
	*m = mask{make([]uint8, stride*h), make([]uint64, words*h), stride, words}
}

// row is the coverage of the pixels of a row.
func (m *mask) row(y int) []uint8 { return m.coverage[y*m.stride : (y+1)*m.stride] }

// touch notes that pixels [x0, x1) of the rows [y0, y1) may be covered.
func (m *mask) touch(x0, y0, x1, y1 int) {
	for at := y0 * m.words; y0 < y1; y0, at = y0+1, at+m.words {
		for eight := x0 / 8; eight*8 < x1; eight++ {
			m.touched[at+eight/64] |= 1 << (eight % 64)
		}
	}
}

// raise makes the coverage at an index no less than coverage, where 1 is full.
func (m *mask) raise(at int, coverage float64) {
	if coverage <= 0 {
		return
	}
	v := uint8(255)
	if coverage < 1 {
		v = uint8(coverage*255 + 0.5)
	}
	if m.coverage[at] < v {
		m.coverage[at] = v
	}
}

// blend lays a colour over row y of a picture as far as it is covered, and
// wipes that row of the mask.
func (m *mask) blend(row []uint8, y int, s *shades) {
	coverage := m.row(y)
	touched := m.touched[y*m.words : (y+1)*m.words]
	for i, word := range touched {
		touched[i] = 0
		for ; word != 0; word &= word - 1 {
			x := (i*64 + bits.TrailingZeros64(word)) * 8
			eight := binary.LittleEndian.Uint64(coverage[x:])
			binary.LittleEndian.PutUint64(coverage[x:], 0)
			for ; eight != 0; x, eight = x+1, eight>>8 {
				skip := bits.TrailingZeros64(eight) / 8
				x, eight = x+skip, eight>>(skip*8)
				s[uint8(eight)].over(row[x*4 : x*4+4 : x*4+4])
			}
		}
	}
}

// shades is a colour at each coverage.
type shades [256]pixel

func (s *shades) of(c pixel) {
	if s[255] == c {
		return
	}
	for i := range s {
		by := uint8(i)
		s[i] = pixel{scale(c.r, by), scale(c.g, by), scale(c.b, by), scale(c.a, by)}
	}
}
