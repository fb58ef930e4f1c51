package hex

import (
	"image"
	"image/color"

	"postflight/analysis/bytemap"
)

// colours are what a picture is drawn in; all are opaque.
type colours struct {
	back, text, dim, offset color.NRGBA
	outline                 color.NRGBA
	cursor, onCursor        color.NRGBA
	bar, trough             color.NRGBA
	sign                    color.NRGBA       // hatches and bars
	part                    [2][3]color.NRGBA // by frame: header, fields in turn
	header                  [2]color.NRGBA
	failed, junk, tail      color.NRGBA
}

// of is the colour behind a region.
func (c *colours) of(r *bytemap.Region) color.NRGBA {
	frame := &c.part[r.Shade>>1&1]
	switch r.Kind {
	case bytemap.Header:
		return c.header[r.Shade&1]
	case bytemap.Frame, bytemap.Checksum:
		return frame[0]
	case bytemap.Field:
		return frame[1+r.Shade&1]
	case bytemap.CRCFailed:
		return c.failed
	case bytemap.Junk:
		return c.junk
	}
	return c.tail
}

// page is what one picture shows.
type page struct {
	start    int64 // offset of the first byte
	data     []byte
	regions  []bytemap.Region
	from, to int64 // selected
	cursor   int64 // -1 for none
	top      int64 // row
	total    int64 // rows
}

// picture draws pages.
type picture struct {
	img *image.RGBA
	grid
	colours
	cleared blank
}

// blank is what the room beside the bytes was last painted for.
type blank struct {
	width, height, columns int
	face                   *face
	back                   color.NRGBA
}

// draw replaces all of the picture.
func (p *picture) draw(page *page) {
	used := p.textAt + p.columns*p.face.width
	p.fill(0, 0, used, p.height, p.back)
	if now := (blank{p.width, p.height, p.columns, p.face, p.back}); now != p.cleared {
		p.fill(used, 0, p.width-used, p.height, p.back)
		p.cleared = now
	}
	at := 0
	for n := range page.data {
		offset := page.start + int64(n)
		for at < len(page.regions) && page.regions[at].To <= offset {
			at++
		}
		if n%p.columns == 0 {
			p.offsetOf(n/p.columns, offset)
		}
		var r *bytemap.Region
		if at < len(page.regions) && page.regions[at].From <= offset {
			r = &page.regions[at]
		}
		p.one(page, n, r)
	}
	if page.to > page.from {
		p.outlineOf(page)
	}
	p.fill(p.barAt, 0, p.width-p.barAt, p.height, p.trough)
	if y, height := p.thumb(page.top, page.total); height < p.height {
		p.fill(p.barAt+2, y, p.width-p.barAt-4, height, p.bar)
	}
}

const hexDigits = "0123456789abcdef"

func (p *picture) offsetOf(row int, offset int64) {
	x := p.margin + (p.grid.digits-1)*p.face.width
	for range p.grid.digits {
		p.glyph(x, row*p.face.height, hexDigits[offset&15], p.offset)
		offset >>= 4
		x -= p.face.width
	}
}

// cells are where byte n stands: left end and width among the numbers, and among
// the characters.
func (p *picture) cells(n int) (hexX, hexWidth, textX, y int) {
	column := n % p.columns
	gap := (p.pitch - 2*p.face.width) / 2
	return p.hexAt + column*p.pitch - gap, p.pitch, p.textAt + column*p.face.width, n / p.columns * p.face.height
}

// one draws byte n of the page, which lies in region r.
func (p *picture) one(page *page, n int, r *bytemap.Region) {
	b := page.data[n]
	hexX, hexWidth, textX, y := p.cells(n)
	ink := p.text
	if r != nil {
		back := p.of(r)
		p.fill(hexX, y, hexWidth, p.face.height, back)
		p.fill(textX, y, p.face.width, p.face.height, back)
		p.signOf(r, hexX, y, hexWidth)
	}
	if page.cursor == page.start+int64(n) {
		p.fill(hexX, y, hexWidth, p.face.height, p.cursor)
		p.fill(textX, y, p.face.width, p.face.height, p.cursor)
		ink = p.onCursor
	}
	x := hexX + (hexWidth-2*p.face.width)/2
	p.glyph(x, y, hexDigits[b>>4], ink)
	p.glyph(x+p.face.width, y, hexDigits[b&15], ink)
	if b <= ' ' || b >= 127 {
		if ink == p.text {
			ink = p.dim
		}
		b = '.'
	}
	p.glyph(textX, y, b, ink)
}

// signOf tells damage, and checksums, without colour: a bar above and below a
// damaged frame, one below a checksum, a hatch through junk and tail.
func (p *picture) signOf(r *bytemap.Region, x, y, width int) {
	thin := max(1, p.face.size/10)
	height := p.face.height
	switch r.Kind {
	case bytemap.CRCFailed:
		p.fill(x, y, width, thin, p.outline)
		p.fill(x, y+height-thin, width, thin, p.outline)
	case bytemap.Checksum:
		p.fill(x, y+height-thin, width, thin, p.sign)
	case bytemap.Junk, bytemap.Tail:
		p.hatch(x, y, width, height, 4*thin)
	}
}

// hatch draws slanted lines that join from cell to cell.
func (p *picture) hatch(x, y, width, height, apart int) {
	for row := y; row < min(y+height, p.height); row++ {
		for column := x; column < min(x+width, p.width); column++ {
			if (row+column)%(2*apart) == 0 {
				p.set(column, row, p.sign)
			}
		}
	}
}

// outlineOf draws a line around what is selected.
func (p *picture) outlineOf(page *page) {
	first := max(int(max(page.from-page.start, 0)), 0)
	last := int(min(page.to-page.start, int64(len(page.data))))
	in := func(n int) bool { return n >= 0 && page.start+int64(n) >= page.from && page.start+int64(n) < page.to }
	thin := max(1, p.face.size/8)
	for n := first; n < last; n++ {
		hexX, hexWidth, textX, y := p.cells(n)
		left, right := n%p.columns > 0 && in(n-1), n%p.columns < p.columns-1 && in(n+1)
		above, below := in(n-p.columns), in(n+p.columns)
		for _, c := range [][2]int{{hexX, hexWidth}, {textX, p.face.width}} {
			if !left {
				p.fill(c[0], y, thin, p.face.height, p.outline)
			}
			if !right {
				p.fill(c[0]+c[1]-thin, y, thin, p.face.height, p.outline)
			}
			if !above {
				p.fill(c[0], y, c[1], thin, p.outline)
			}
			if !below {
				p.fill(c[0], y+p.face.height-thin, c[1], thin, p.outline)
			}
		}
	}
}

// fill paints a rectangle, cut to the picture.
func (p *picture) fill(x, y, width, height int, c color.NRGBA) {
	x1, y1 := min(x+width, p.width), min(y+height, p.height)
	x, y = max(x, 0), max(y, 0)
	if x >= x1 || y >= y1 {
		return
	}
	first := p.img.Pix[y*p.img.Stride+4*x : y*p.img.Stride+4*x1]
	for i := 0; i < len(first); i += 4 {
		first[i], first[i+1], first[i+2], first[i+3] = c.R, c.G, c.B, 0xFF
	}
	for row := y + 1; row < y1; row++ {
		copy(p.img.Pix[row*p.img.Stride+4*x:], first)
	}
}

func (p *picture) set(x, y int, c color.NRGBA) {
	i := y*p.img.Stride + 4*x
	p.img.Pix[i], p.img.Pix[i+1], p.img.Pix[i+2] = c.R, c.G, c.B
}

// glyph draws a character with its cell's top left corner at x, y.
func (p *picture) glyph(x, y int, char byte, c color.NRGBA) {
	mask := p.face.glyphs[char&127]
	if mask == nil {
		return
	}
	for row := range min(p.face.height, p.height-y) {
		line := mask.Pix[row*mask.Stride : row*mask.Stride+p.face.width]
		at := (y+row)*p.img.Stride + 4*x
		for column, a := range line {
			if a == 0 || x+column >= p.width {
				continue
			}
			pix := p.img.Pix[at+4*column : at+4*column+3 : at+4*column+3]
			k, rest := uint32(a), uint32(255-a)
			pix[0] = uint8((uint32(c.R)*k + uint32(pix[0])*rest) / 255)
			pix[1] = uint8((uint32(c.G)*k + uint32(pix[1])*rest) / 255)
			pix[2] = uint8((uint32(c.B)*k + uint32(pix[2])*rest) / 255)
		}
	}
}
