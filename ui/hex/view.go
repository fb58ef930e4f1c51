package hex

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Draggable    = (*view)(nil)
	_ fyne.Scrollable   = (*view)(nil)
	_ fyne.Focusable    = (*view)(nil)
	_ desktop.Mouseable = (*view)(nil)
	_ desktop.Hoverable = (*view)(nil)
)

// view is the picture of the rows that fit, and what mouse and keys do to it.
type view struct {
	widget.BaseWidget
	panel *Panel

	data     []byte // of the log that is shown
	notes    Annotator
	top      int64 // row
	from, to int64 // selected
	cursor   int64 // byte; -1 for none
	hover    int64 // byte under the mouse that is told of; -1 for none
	mouse    fyne.Position
	rolled   float32
	held     bool // the thumb, by the mouse
	heldAt   float32

	raster  *canvas.Raster
	picture picture
	scale   float32 // pixels a unit
	asked   int64   // byte to bring into view once the size is known; -1 for none
}

func newView(p *Panel) *view {
	v := &view{panel: p, cursor: -1, hover: -1, asked: -1, scale: 1}
	v.raster = canvas.NewRaster(v.generate)
	v.ExtendBaseWidget(v)
	return v
}

// generate draws into one picture again and again: what it returned before has
// been uploaded by the time it is asked anew.
func (v *view) generate(width, height int) image.Image {
	p := &v.picture
	if p.img == nil || p.img.Rect.Dx() != width || p.img.Rect.Dy() != height {
		p.img = image.NewRGBA(image.Rect(0, 0, width, height))
		p.cleared = blank{}
	}
	if !v.layOut(width, height) {
		return p.img
	}
	p.colours = look()
	page := page{from: v.from, to: v.to, cursor: v.cursor, top: v.top, total: v.rows()}
	if v.notes != nil {
		page.start = min(v.top*int64(p.columns), v.size())
		page.data = v.data[page.start:min(page.start+int64((p.rows+1)*p.columns), v.size())]
		page.regions = v.notes.Annotate(page.start, page.start+int64(len(page.data)))
	}
	p.draw(&page)
	return p.img
}

const barWidth = 11

// layOut measures for a picture of a size in pixels; false where there is none.
func (v *view) layOut(width, height int) bool {
	if unit := v.Size().Width; unit > 0 {
		v.scale = float32(width) / unit
	}
	size := max(6, int(fynetheme.CaptionTextSize()*v.scale+0.5))
	p := &v.picture
	if p.face == nil || p.face.size != size {
		f, err := newFace(size)
		if err != nil {
			return false
		}
		p.face = f
	}
	first := v.top * int64(p.columns)
	before := p.columns
	p.grid = newGrid(p.face, width, height, v.size(), int(barWidth*v.scale))
	if before != p.columns && before > 0 {
		v.top = first / int64(p.columns)
	}
	if v.asked >= 0 {
		v.reveal(v.asked, v.asked)
		v.asked = -1
	}
	v.top = min(max(v.top, 0), v.lastTop())
	return true
}

func (v *view) size() int64 { return int64(len(v.data)) }

// rows is how many there are in all.
func (v *view) rows() int64 {
	n := int64(max(v.picture.columns, 1))
	return (v.size() + n - 1) / n
}

func (v *view) lastTop() int64 { return max(0, v.rows()-int64(v.picture.grid.rows)) }

// scrollTo puts a row on top.
func (v *view) scrollTo(row int64) {
	row = min(max(row, 0), v.lastTop())
	if row != v.top {
		v.top = row
		v.raster.Refresh()
		if v.hover >= 0 {
			v.hoverAt(v.mouse)
		}
	}
}

// hoverAt tells of the byte at a position.
func (v *view) hoverAt(at fyne.Position) {
	v.mouse = at
	if n := v.byteAt(at); n != v.hover {
		v.hover = n
		v.panel.tell()
	}
}

// lead is how many rows stay above what is brought into view.
const lead = 3

// reveal brings bytes into view unless they are; before the first layout it only
// takes note.
func (v *view) reveal(from, to int64) {
	if v.picture.columns == 0 {
		v.asked = from
		return
	}
	n := int64(v.picture.columns)
	if from/n >= v.top && to/n < v.top+int64(v.picture.grid.rows) {
		return
	}
	v.scrollTo(from/n - lead)
}

// follow brings the cursor into view with as little movement as that takes.
func (v *view) follow() {
	row := v.cursor / int64(max(v.picture.columns, 1))
	switch last := int64(v.picture.grid.rows) - 1; {
	case row < v.top:
		v.scrollTo(row)
	case row > v.top+last:
		v.scrollTo(row - last)
	}
}

// byteAt is the byte at a position; -1 where there is none.
func (v *view) byteAt(at fyne.Position) int64 {
	n, ok := v.picture.byteAt(int(at.X*v.scale), int(at.Y*v.scale))
	offset := v.top*int64(v.picture.columns) + int64(n)
	if !ok || offset >= v.size() {
		return -1
	}
	return offset
}

// choose puts the cursor on a byte and selects what the byte is part of.
func (v *view) choose(offset int64) {
	if v.size() == 0 {
		return
	}
	offset = min(max(offset, 0), v.size()-1)
	v.cursor, v.hover = offset, -1
	span := v.notes.At(offset).Span
	v.from, v.to = span.Offset, span.End()
	v.follow()
	v.raster.Refresh()
	v.panel.chosen(offset)
}

// CreateRenderer is part of Fyne's widget contract.
func (v *view) CreateRenderer() fyne.WidgetRenderer { return &viewRenderer{v} }

type viewRenderer struct{ v *view }

func (r *viewRenderer) Layout(size fyne.Size)        { r.v.raster.Resize(size) }
func (r *viewRenderer) MinSize() fyne.Size           { return fyne.NewSize(200, 60) }
func (r *viewRenderer) Refresh()                     { r.v.raster.Refresh() }
func (r *viewRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.v.raster} }
func (r *viewRenderer) Destroy()                     {}
