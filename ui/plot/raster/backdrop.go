package raster

import (
	"image"
	"image/color"
	"math"
)

// Backdrop is what lies under the curves of a picture: one row, repeated from
// top to bottom, and level lines across it. Laying it down costs about as much
// as copying the pixels.
type Backdrop struct {
	Row    *image.RGBA // one row, as wide as the picture
	Levels []Level
}

// Level is a line of whole pixels from side to side, centred at Y.
type Level struct {
	Y     float64
	Width int
	Color color.NRGBA
}

// Lay puts b under the next curve drawn, in the same pass over the picture,
// instead of what the picture held. [Painter.Flush] lays it if no curve comes.
func (p *Painter) Lay(b Backdrop) {
	p.backdrop, p.laid = b, false
}

// Flush lays a backdrop that no curve was drawn over.
func (p *Painter) Flush(img *image.RGBA) {
	if p.laid || p.backdrop.Row == nil {
		return
	}
	p.laid = true
	double(img.Pix, copy(img.Pix, p.backdrop.Row.Pix))
	for _, l := range p.backdrop.Levels {
		p.HLine(img, l.Y, l.Width, l.Color)
	}
}

// underlay lays row y of the backdrop.
func (b *Backdrop) underlay(row []uint8, y int) {
	copy(row, b.Row.Pix)
	for _, l := range b.Levels {
		top := int(math.Floor(l.Y)) - (l.Width-1)/2
		if y < top || y >= top+l.Width {
			continue
		}
		colour := premultiplied(l.Color)
		for x := 0; x+4 <= len(row); x += 4 {
			colour.over(row[x : x+4 : x+4])
		}
	}
}
