package hex

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/analysis/bytemap"
	"postflight/ui/panel"
	"postflight/ui/theme"
)

// legendEntry is what a colour behind bytes means.
type legendEntry struct {
	kind  bytemap.Kind
	means string
}

// legendEntries are all of them.
var legendEntries = []legendEntry{
	{bytemap.Header, "log header"},
	{bytemap.Frame, "frame"},
	{bytemap.Field, "field"},
	{bytemap.Checksum, "checksum"},
	{bytemap.CRCFailed, "CRC failed"},
	{bytemap.Junk, "junk"},
	{bytemap.Tail, "cut off"},
}

const (
	legendColumns = 4
	swatchWidth   = 14
)

// legend says what the colours mean, each beside its name.
type legend struct {
	widget.BaseWidget
	swatches []*canvas.Raster
	texts    []*canvas.Text
}

func newLegend() *legend {
	l := &legend{}
	for _, e := range legendEntries {
		kind := e.kind
		l.swatches = append(l.swatches, canvas.NewRaster(func(w, h int) image.Image { return swatch(kind, w, h) }))
		l.texts = append(l.texts, canvas.NewText(e.means, color.Transparent))
	}
	l.ExtendBaseWidget(l)
	return l
}

// swatch is a piece of a picture in which all bytes are of a kind.
func swatch(kind bytemap.Kind, width, height int) image.Image {
	p := picture{img: image.NewRGBA(image.Rect(0, 0, width, height)), colours: look()}
	p.grid = grid{face: &face{size: height, width: max(1, width/2), height: height}, width: width, height: height}
	r := &bytemap.Region{Kind: kind}
	p.fill(0, 0, width, height, p.of(r))
	p.signOf(r, 0, 0, width)
	return p.img
}

// CreateRenderer is part of Fyne's widget contract.
func (l *legend) CreateRenderer() fyne.WidgetRenderer { return &legendRenderer{l} }

type legendRenderer struct{ l *legend }

func (r *legendRenderer) line() float32 {
	return fyne.MeasureText("Xg", fynetheme.CaptionTextSize(), fyne.TextStyle{}).Height
}

func (r *legendRenderer) MinSize() fyne.Size {
	rows := (len(legendEntries) + legendColumns - 1) / legendColumns
	return fyne.NewSize(160, float32(rows)*r.line()+fynetheme.Size(fynetheme.SizeNameInnerPadding)/2)
}

func (r *legendRenderer) Layout(size fyne.Size) {
	const gap = 4
	pad, line := fynetheme.Size(fynetheme.SizeNameInnerPadding), r.line()
	column := (size.Width - 2*pad) / legendColumns
	for i, t := range r.l.texts {
		x, y := pad+column*float32(i%legendColumns), line*float32(i/legendColumns)
		r.l.swatches[i].Move(fyne.NewPos(x, y+2))
		r.l.swatches[i].Resize(fyne.NewSize(swatchWidth, line-4))
		t.TextSize, t.Color = fynetheme.CaptionTextSize(), theme.Current(fynetheme.ColorNamePlaceHolder)
		t.Text = panel.Elide(legendEntries[i].means, column-swatchWidth-2*gap, t.TextSize, t.TextStyle)
		t.Move(fyne.NewPos(x+swatchWidth+gap, y))
		t.Resize(t.MinSize())
	}
}

func (r *legendRenderer) Refresh() {
	r.Layout(r.l.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *legendRenderer) Objects() []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for i := range r.l.texts {
		out = append(out, r.l.swatches[i], r.l.texts[i])
	}
	return out
}

func (r *legendRenderer) Destroy() {}
