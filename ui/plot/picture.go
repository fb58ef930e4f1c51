package plot

import (
	"image"

	"fyne.io/fyne/v2"

	"postflight/ui/plot/raster"
	"postflight/ui/theme"
)

// lineWidth is that of curves that ask for none.
const lineWidth = 1.5

// picture is what a pane last drew, and from what.
type picture struct {
	img     *image.RGBA
	made    pictureKey
	draws   int // how often it was drawn, for tests
	painter raster.Painter
	columns []raster.Column
}

// pictureKey is all that a picture depends on.
type pictureKey struct {
	w, h    int
	view    raster.View
	version int
	marks   int
	variant fyne.ThemeVariant
}

// generate is the raster's generator: w by h are pixels of the device. The same
// picture is handed out until something it is made from changes.
func (p *Pane) generate(w, h int) image.Image {
	if p.stack == nil || p.renderer == nil {
		return raster.NewPicture(w, h)
	}
	key := pictureKey{w, h, p.view(), p.version, p.stack.marksVersion, theme.InForce()}
	if p.picture.img == nil || p.picture.made != key {
		p.draw(key)
	}
	return p.picture.img
}

func (p *Pane) draw(key pictureKey) {
	pic := &p.picture
	pic.draws++
	pic.made = key
	if pic.img == nil || pic.img.Rect.Dx() != key.w || pic.img.Rect.Dy() != key.h {
		pic.img = raster.NewPicture(key.w, key.h)
	}
	pic.painter.Fill(pic.img, theme.Current(theme.PlotBackground))
	scale := 1.0
	if units := p.renderer.raster.Size().Width; units > 0 {
		scale = float64(key.w) / float64(units)
	}
	p.drawGrid(key, scale)
	p.drawMarks(key, scale)
	for i, c := range p.curves {
		if c.ready() {
			p.drawCurve(c, i, key, scale)
		}
	}
}

func (p *Pane) drawGrid(key pictureKey, scale float64) {
	pic, grid := &p.picture, theme.Current(theme.Grid)
	width := max(int(scale), 1)
	for _, tick := range p.renderer.valueTicks {
		y := key.view.Y(tick.At, float64(key.h))
		pic.painter.HLine(pic.img, min(y, float64(key.h-1)), width, grid)
	}
	for _, tick := range p.renderer.timeTicks {
		x := key.view.X(tick.At, float64(key.w))
		pic.painter.VLine(pic.img, min(x, float64(key.w-1)), width, raster.Dash{}, grid)
	}
}

func (p *Pane) drawMarks(key pictureKey, scale float64) {
	pic := &p.picture
	lastX, lastKind := -1, MarkKind(-1)
	for _, m := range p.stack.marks {
		if m.At < key.view.From || m.At > key.view.To {
			continue
		}
		x := min(int(key.view.X(m.At, float64(key.w))), key.w-1)
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
	pic, width := &p.picture, float64(c.Style.Width)
	if width <= 0 {
		width = lineWidth
	}
	pic.columns = c.Series.Reduce(pic.columns[:0], c.Pyramid, key.view.From, key.view.To, key.w)
	pic.painter.Curve(pic.img, key.view, pic.columns, raster.Style{
		Color:  curveColor(c.Style, i),
		Width:  width * scale,
		Dash:   raster.Dash{On: c.Style.Dash.On * scale, Off: c.Style.Dash.Off * scale},
		Points: c.Style.Points,
	})
}
