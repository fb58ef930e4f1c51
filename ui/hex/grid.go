package hex

// Bytes in a row: as many of wide as there is room for, else narrow.
const (
	wide   = 16
	narrow = 8
)

// grid is where things lie in the picture, in pixels.
type grid struct {
	face    *face
	columns int // bytes in a row
	digits  int // of an offset
	margin  int
	pitch   int // from byte to byte
	hexAt   int
	textAt  int
	barAt   int // of the scroll bar
	width   int
	height  int
	rows    int // that are whole
}

const leastDigits = 6

// newGrid lays out a picture that shows a source of a size; barWidth is that of
// the scroll bar.
func newGrid(f *face, width, height int, size int64, barWidth int) grid {
	g := grid{face: f, width: width, height: height, margin: f.width / 2, barAt: width - barWidth}
	g.digits = leastDigits
	for size>>(4*g.digits) > 0 {
		g.digits++
	}
	g.pitch = 2*f.width + (f.width+1)/2
	g.hexAt = g.margin + (g.digits+1)*f.width
	g.columns = narrow
	if g.hexAt+wide*g.pitch+g.margin+wide*f.width <= g.barAt {
		g.columns = wide
	}
	g.textAt = g.hexAt + g.columns*g.pitch + g.margin
	g.rows = max(1, height/f.height)
	return g
}

// byteAt is which byte of the picture's first row on lies at x, y; false where
// none does.
func (g *grid) byteAt(x, y int) (n int, ok bool) {
	if g.face == nil || x < g.hexAt-g.margin || x >= g.barAt || y < 0 {
		return 0, false
	}
	column := (x - g.hexAt + (g.pitch-2*g.face.width)/2) / g.pitch
	if x >= g.textAt {
		column = (x - g.textAt) / g.face.width
	} else if column >= g.columns {
		return 0, false
	}
	return y/g.face.height*g.columns + column, column < g.columns
}

// thumb is where the scroll bar's thumb lies for the row on top of so many.
func (g *grid) thumb(top, total int64) (y, height int) {
	if total <= int64(g.rows) {
		return 0, g.height
	}
	height = max(int(float64(g.height)*float64(g.rows)/float64(total)), g.face.height, 1)
	share := float64(top) / float64(total-int64(g.rows))
	return int(share * float64(g.height-height)), height
}
