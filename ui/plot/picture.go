package plot

import (
	"image"
	"time"

	"fyne.io/fyne/v2"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// lineWidth is that of curves that ask for none.
const lineWidth = 1.5

// picture is what a pane last drew, and from what.
type picture struct {
	img     *image.RGBA
	row     *image.RGBA // of the backdrop
	made    pictureKey
	draws   int // how often it was drawn, for tests
	painter raster.Painter
	columns []raster.Column
}

// pictureKey is all that a picture depends on.
type pictureKey struct {
	w, h        int
	left, right raster.View
	version     int
	marks       int
	variant     fyne.ThemeVariant
}

// generate is the raster's generator: w by h are pixels of the device. The same
// picture is handed out until something it is made from changes.
func (p *Pane) generate(w, h int) image.Image {
	if p.stack == nil || p.renderer == nil {
		return raster.NewPicture(w, h)
	}
	key := pictureKey{w, h, p.viewBy(left), p.viewBy(right), p.version, p.stack.marksVersion, theme.InForce()}
	if p.picture.img == nil || p.picture.made != key {
		began := time.Now()
		p.draw(key)
		if p.stack.OnDrawn != nil {
			p.stack.OnDrawn(time.Since(began))
		}
	}
	return p.picture.img
}

func (p *Pane) draw(key pictureKey) {
	pic := &p.picture
	pic.draws++
	pic.made = key
	if pic.img == nil || pic.img.Rect.Dx() != key.w || pic.img.Rect.Dy() != key.h {
		pic.img, pic.row = raster.NewPicture(key.w, key.h), raster.NewPicture(key.w, min(key.h, 1))
	}
	scale := 1.0
	if units := p.renderer.raster.Size().Width; units > 0 {
		scale = float64(key.w) / float64(units)
	}
	pic.painter.Lay(p.backdrop(key, scale))
	for i, c := range p.curves {
		if c.ready() {
			p.drawCurve(c, i, key, scale)
		}
	}
	pic.painter.Flush(pic.img)
	p.drawMarks(key, scale)
}

// backdrop is the background with the bands and the grid.
func (p *Pane) backdrop(key pictureKey, scale float64) raster.Backdrop {
	pic, grid, width := &p.picture, theme.Current(theme.Grid), max(int(scale), 1)
	pic.painter.Fill(pic.row, theme.Current(theme.PlotBackground))
	x := func(t time.Duration) float64 { return key.left.X(t, float64(key.w)) }
	for _, b := range p.stack.visibleBands() {
		if x(b.To)-x(b.From) < 1 {
			continue // too short to be seen; many of them would be a fog
		}
		pic.painter.Band(pic.row, x(b.From), x(b.To), p.stack.bandFill(b))
	}
	for _, tick := range p.renderer.timeTicks {
		pic.painter.VLine(pic.row, min(x(tick.At), float64(key.w-1)), width, raster.Dash{}, grid)
	}
	out := raster.Backdrop{Row: pic.row}
	for _, tick := range p.renderer.valueTicks {
		y := min(key.left.Y(tick.At, float64(key.h)), float64(key.h-1))
		out.Levels = append(out.Levels, raster.Level{Y: y, Width: width, Color: grid})
	}
	return out
}

// drawMarks draws the marks over the curves, where noise cannot hide them.
func (p *Pane) drawMarks(key pictureKey, scale float64) {
	pic := &p.picture
	lastX, lastKind := -1, MarkKind(-1)
	for _, m := range p.stack.shownMarks(key.left.From, key.left.To, float64(key.w)/scale) {
		x := min(int(key.left.X(m.At, float64(key.w))), key.w-1)
		if x == lastX && m.Kind == lastKind {
			continue
		}
		lastX, lastKind = x, m.Kind
		look := m.Kind.look()
		dash := raster.Dash{On: look.dash.On * scale, Off: look.dash.Off * scale}
		pic.painter.VLine(pic.img, float64(x), max(int(scale*1.5), 1), dash, theme.Current(look.color))
	}
}

func (p *Pane) drawCurve(c Curve, i int, key pictureKey, scale float64) {
	pic, width, view := &p.picture, float64(c.Style.Width), key.left
	if width <= 0 {
		width = lineWidth
	}
	if p.sides[i] == right {
		view = key.right
	}
	view.From, view.To = view.From-c.later, view.To-c.later
	pic.columns = c.Series.Reduce(pic.columns[:0], c.Pyramid, view.From, view.To, key.w)
	pic.painter.Curve(pic.img, view, pic.columns, raster.Style{
		Color:  p.curveColor(i),
		Width:  width * scale,
		Dash:   raster.Dash{On: c.Style.Dash.On * scale, Off: c.Style.Dash.Off * scale},
		Points: c.Style.Points,
		Step:   c.Style.Step,
	})
}
