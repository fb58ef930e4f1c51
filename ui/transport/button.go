package transport

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/theme"
)

var (
	_ fyne.Tappable     = (*button)(nil)
	_ desktop.Hoverable = (*button)(nil)
)

// button is an icon, a text or both to tap. Unlike Fyne's it never takes the
// keyboard focus: Space must keep playing and pausing after a tap.
type button struct {
	widget.BaseWidget
	icon  fyne.ThemeIconName // none if empty
	text  string
	width string // the widest text it will show, so that it keeps its size
	after bool   // the icon stands after the text
	on    bool   // a toggle that is on
	hover bool
	tap   func()
	tell  func(hovered bool) // may be nil
}

func newButton(icon fyne.ThemeIconName, text, widest string, tap func()) *button {
	b := &button{icon: icon, text: text, width: widest, tap: tap}
	b.ExtendBaseWidget(b)
	return b
}

// set changes what is shown; it does nothing when that is shown already.
func (b *button) set(icon fyne.ThemeIconName, text string, on bool) {
	if b.icon == icon && b.text == text && b.on == on {
		return
	}
	b.icon, b.text, b.on = icon, text, on
	b.Refresh()
}

func (b *button) Tapped(*fyne.PointEvent) { b.tap() }

func (b *button) MouseIn(*desktop.MouseEvent) {
	b.point(true)
}

func (b *button) MouseMoved(*desktop.MouseEvent) {}

func (b *button) MouseOut() {
	b.point(false)
}

func (b *button) point(hover bool) {
	b.hover = hover
	b.Refresh()
	if b.tell != nil {
		b.tell(hover)
	}
}

func (b *button) CreateRenderer() fyne.WidgetRenderer {
	b.ExtendBaseWidget(b)
	r := &buttonRenderer{
		b: b, back: canvas.NewRectangle(color.Transparent),
		icon: canvas.NewImageFromResource(nil), text: canvas.NewText("", color.Transparent),
	}
	r.icon.FillMode = canvas.ImageFillContain
	r.style()
	return r
}

type buttonRenderer struct {
	b    *button
	back *canvas.Rectangle
	icon *canvas.Image
	text *canvas.Text
}

const controlHeight = 28

func (r *buttonRenderer) MinSize() fyne.Size {
	width := 2 * fynetheme.InnerPadding()
	if r.b.icon != "" {
		width += fynetheme.IconInlineSize()
	}
	if r.b.width != "" {
		width += fyne.MeasureText(r.b.width, fynetheme.TextSize(), fyne.TextStyle{}).Width
		if r.b.icon != "" {
			width += fynetheme.Padding()
		}
	}
	return fyne.NewSize(fyne.Max(width, controlHeight), controlHeight)
}

func (r *buttonRenderer) Layout(size fyne.Size) {
	r.back.Resize(size.SubtractWidthHeight(2, 2)) // the frame is drawn half outside
	r.back.Move(fyne.NewPos(1, 1))
	icon, gap := fynetheme.IconInlineSize(), fynetheme.Padding()
	text := r.text.MinSize()
	if r.b.icon == "" {
		icon, gap = 0, 0
	}
	if r.b.text == "" {
		text.Width, gap = 0, 0
	}
	x := (size.Width - icon - gap - text.Width) / 2
	iconAt, textAt := x, x+icon+gap
	if r.b.after {
		iconAt, textAt = x+text.Width+gap, x
	}
	r.icon.Resize(fyne.NewSquareSize(icon))
	r.icon.Move(fyne.NewPos(iconAt, (size.Height-icon)/2))
	r.text.Resize(text)
	r.text.Move(fyne.NewPos(textAt, (size.Height-text.Height)/2))
}

// style marks a toggle that is on by a frame too, not by its tint alone.
func (r *buttonRenderer) style() {
	r.back.CornerRadius = fynetheme.InputRadiusSize()
	r.back.FillColor = color.Transparent
	r.back.StrokeWidth = 0
	switch {
	case r.b.on:
		r.back.FillColor = theme.Current(fynetheme.ColorNameSelection)
		r.back.StrokeColor = theme.Current(fynetheme.ColorNamePrimary)
		r.back.StrokeWidth = 1.5
	case r.b.hover:
		r.back.FillColor = theme.Current(fynetheme.ColorNameButton)
	}
	if r.b.icon != "" {
		r.icon.Resource = fynetheme.Icon(r.b.icon)
	}
	r.text.Text = r.b.text
	r.text.TextSize = fynetheme.TextSize()
	r.text.Color = theme.Current(fynetheme.ColorNameForeground)
}

func (r *buttonRenderer) Refresh() {
	r.style()
	r.Layout(r.b.Size())
	r.back.Refresh()
	r.icon.Refresh()
	r.text.Refresh()
}

func (r *buttonRenderer) Objects() []fyne.CanvasObject {
	if r.b.icon == "" {
		return []fyne.CanvasObject{r.back, r.text}
	}
	return []fyne.CanvasObject{r.back, r.icon, r.text}
}

func (r *buttonRenderer) Destroy() {}
