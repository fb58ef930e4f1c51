package panel

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

var (
	_ fyne.Widget   = (*rowWidget)(nil)
	_ fyne.Tappable = (*rowWidget)(nil)
)

// rowWidget shows one row; the list uses it again for others.
type rowWidget struct {
	widget.BaseWidget
	list *List
	id   int

	tapped   int // row and time of the last click
	tappedAt time.Time

	glyph, title, when, text *canvas.Text
}

func newRowWidget(l *List) *rowWidget {
	r := &rowWidget{list: l}
	r.glyph, r.title, r.when, r.text = newText(), newText(), newText(), newText()
	r.title.TextStyle.Bold = true
	r.ExtendBaseWidget(r)
	return r
}

func newText() *canvas.Text { return canvas.NewText("", color.Transparent) }

func (r *rowWidget) show(id int) {
	r.id = id
	r.Refresh()
}

// Tapped chooses the row.
func (r *rowWidget) Tapped(*fyne.PointEvent) {
	twice := r.tapped == r.id && time.Since(r.tappedAt) < DoubleClick
	Release(r, r.list.list)
	r.list.Choose(r.id)
	r.tapped, r.tappedAt = r.id, time.Now() // what choosing took is not the person's pause
	if twice && r.list.OnOpen != nil {
		r.list.OnOpen(r.id)
	}
}

// DoubleClick is the time within which a second click makes a double one. It is told
// here and not by Fyne, which would hold every single click back for as long.
const DoubleClick = 500 * time.Millisecond

// CreateRenderer is part of Fyne's widget contract.
func (r *rowWidget) CreateRenderer() fyne.WidgetRenderer { return &rowRenderer{r} }

type rowRenderer struct{ *rowWidget }

const rowGlyphWidth = 18

func (r *rowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.glyph, r.title, r.when, r.text}
}

func (r *rowRenderer) Destroy() {}

func (r *rowRenderer) MinSize() fyne.Size {
	pad := fynetheme.Size(fynetheme.SizeNameInnerPadding)
	return fyne.NewSize(160, r.lineHeight(fynetheme.SizeNameText)+r.lineHeight(fynetheme.SizeNameCaptionText)+pad)
}

func (r *rowRenderer) lineHeight(size fyne.ThemeSizeName) float32 {
	return fyne.MeasureText("Xg", fynetheme.Size(size), fyne.TextStyle{}).Height
}

func (r *rowRenderer) Refresh() {
	if r.id < len(r.list.rows) {
		r.fill(r.list.rows[r.id])
	}
	r.Layout(r.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *rowRenderer) fill(row Row) {
	fg := theme.Current(fynetheme.ColorNameForeground)
	dim := theme.Current(fynetheme.ColorNamePlaceHolder)
	r.glyph.Text, r.glyph.Color = row.Glyph, theme.Current(row.Colour)
	r.title.Color, r.when.Color, r.text.Color = fg, dim, dim
	r.when.Text = row.When
	text, caption := fynetheme.Size(fynetheme.SizeNameText), fynetheme.Size(fynetheme.SizeNameCaptionText)
	r.glyph.TextSize, r.title.TextSize, r.when.TextSize, r.text.TextSize = text, text, caption, caption
}

// Layout cuts texts to the room there is.
func (r *rowRenderer) Layout(size fyne.Size) {
	if r.id >= len(r.list.rows) {
		return
	}
	row := r.list.rows[r.id]
	pad := fynetheme.Size(fynetheme.SizeNameInnerPadding) / 2
	// The scroll bar lies over the right edge of a list.
	left, right := float32(rowGlyphWidth)+pad, size.Width-pad-fynetheme.Size(fynetheme.SizeNameScrollBar)
	when := r.when.MinSize()
	first := r.lineHeight(fynetheme.SizeNameText)
	r.glyph.Move(fyne.NewPos(pad, pad))
	r.title.Move(fyne.NewPos(left, pad))
	r.when.Move(fyne.NewPos(right-when.Width, pad+(first-when.Height)/2))
	r.text.Move(fyne.NewPos(left, pad+first))
	r.title.Text = Elide(row.Title, right-when.Width-pad-left, r.title.TextSize, r.title.TextStyle)
	r.text.Text = Elide(row.Text, right-left, r.text.TextSize, r.text.TextStyle)
}
