package hex

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"postflight/ui/panel"
	"postflight/ui/theme"
)

// status is lines of text. The second, which may be long, has room for two; the
// others are cut to the room there is.
type status struct {
	widget.BaseWidget
	full  [3]string
	texts [statusLines]*canvas.Text
}

const statusLines = 4

func newStatus() *status {
	s := &status{}
	for i := range s.texts {
		s.texts[i] = canvas.NewText("", color.Transparent)
	}
	s.ExtendBaseWidget(s)
	return s
}

func (s *status) show(lines [3]string) {
	if s.full != lines {
		s.full = lines
		s.Refresh()
	}
}

// CreateRenderer is part of Fyne's widget contract.
func (s *status) CreateRenderer() fyne.WidgetRenderer { return &statusRenderer{s} }

type statusRenderer struct{ s *status }

func (r *statusRenderer) line() float32 {
	return fyne.MeasureText("Xg", fynetheme.CaptionTextSize(), fyne.TextStyle{}).Height
}

func (r *statusRenderer) Layout(size fyne.Size) {
	pad := fynetheme.Size(fynetheme.SizeNameInnerPadding)
	width, text := size.Width-2*pad, fynetheme.CaptionTextSize()
	first, rest := folded(r.s.full[1], width, text)
	lines := [statusLines]string{r.s.full[0], first, rest, r.s.full[2]}
	y := pad / 2
	for i, t := range r.s.texts {
		t.TextSize, t.Color = text, theme.Current(fynetheme.ColorNamePlaceHolder)
		if i == 1 || i == 2 {
			t.Color = theme.Current(fynetheme.ColorNameForeground)
		}
		t.Text = panel.Elide(lines[i], width, t.TextSize, t.TextStyle)
		t.Move(fyne.NewPos(pad, y))
		t.Resize(t.MinSize())
		if i != 2 || rest != "" {
			y += r.line()
		}
	}
}

// folded is text in two lines: what fits into a width up to a blank, and the rest.
func folded(text string, width, size float32) (first, rest string) {
	fits := func(s string) bool { return fyne.MeasureText(s, size, fyne.TextStyle{}).Width <= width }
	if fits(text) {
		return text, ""
	}
	for at := strings.LastIndexByte(text, ' '); at > 0; at = strings.LastIndexByte(text[:at], ' ') {
		if fits(text[:at]) {
			return text[:at], text[at+1:]
		}
	}
	return text, ""
}

func (r *statusRenderer) MinSize() fyne.Size {
	return fyne.NewSize(160, statusLines*r.line()+fynetheme.Size(fynetheme.SizeNameInnerPadding))
}

func (r *statusRenderer) Refresh() {
	r.Layout(r.s.Size())
	for _, t := range r.s.texts {
		t.Refresh()
	}
}

func (r *statusRenderer) Objects() []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, t := range r.s.texts {
		out = append(out, t)
	}
	return out
}

func (r *statusRenderer) Destroy() {}
