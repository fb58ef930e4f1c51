package plot

import (
	"image/color"
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// gap is the space between things that stand side by side.
const gap = 6

func textSize() float32 { return fynetheme.Size(fynetheme.SizeNameCaptionText) }

func measure(text string, style fyne.TextStyle) fyne.Size {
	return fyne.MeasureText(text, textSize(), style)
}

func lineHeight() float32 { return measure("0", fyne.TextStyle{}).Height }

// elide leaves out the middle of text until it fits into width: names of
// signals differ at their ends.
func elide(text string, width float32, style fyne.TextStyle) string {
	if measure(text, style).Width <= width {
		return text
	}
	runes := []rune(text)
	keep := func(n int) string {
		return string(runes[:n/3]) + "…" + string(runes[len(runes)-n+n/3:])
	}
	n := sort.Search(len(runes), func(n int) bool { return measure(keep(n), style).Width > width })
	if n <= 1 {
		return ""
	}
	return keep(n - 1)
}

// elideName is elide for the name of a signal: what comes first to be left out is the
// message it is of, then all but what tells it from others, if that is known.
func elideName(name, own string, width float32, style fyne.TextStyle) string {
	if measure(name, style).Width <= width {
		return name
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	short := "…" + own
	if own != "" && len(own) < len(name) && measure(name, style).Width > width && measure(short, style).Width <= width {
		return short
	}
	return elide(name, width, style)
}

// cut leaves out the end of text until it fits into width; less than a few characters
// say nothing.
func cut(text string, width float32, style fyne.TextStyle) string {
	if measure(text, style).Width <= width {
		return text
	}
	runes := []rune(text)
	n := sort.Search(len(runes), func(n int) bool { return measure(string(runes[:n])+"…", style).Width > width }) - 1
	if n < leastName {
		return ""
	}
	return string(runes[:n]) + "…"
}

// texts are labels whose number changes; those not needed are kept, hidden.
type texts struct {
	all  []*canvas.Text
	used int
}

func (t *texts) begin() { t.used = 0 }

// put shows text with its top left corner at pos.
func (t *texts) put(text string, pos fyne.Position, c color.Color, style fyne.TextStyle) {
	if t.used == len(t.all) {
		t.all = append(t.all, canvas.NewText("", c))
	}
	label := t.all[t.used]
	t.used++
	size := textSize()
	changed := label.Text != text || label.Color != c || label.TextSize != size || label.TextStyle != style
	label.Text, label.Color, label.TextSize, label.TextStyle = text, c, size, style
	if changed {
		label.Resize(label.MinSize())
	}
	label.Move(pos)
	switch {
	case label.Hidden:
		label.Show()
	case changed:
		label.Refresh()
	}
}

// end hides what was not put since begin.
func (t *texts) end() {
	for _, label := range t.all[t.used:] {
		if !label.Hidden {
			label.Hide()
		}
	}
}

func (t *texts) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	for _, label := range t.all {
		to = append(to, label)
	}
	return to
}

// plates are texts on a ground of their own, to be read where curves are.
type plates struct {
	texts
	grounds []*canvas.Rectangle
}

const (
	plateEdge  = 2   // of a ground beside its text
	plateAlpha = 215 // what lies below is guessed
)

// put shows text with its top left corner at pos.
func (p *plates) put(text string, pos fyne.Position, c color.Color, style fyne.TextStyle) {
	p.texts.put(text, pos, c, style)
	if len(p.grounds) < p.used {
		p.grounds = append(p.grounds, canvas.NewRectangle(nil))
	}
	ground, fill := p.grounds[p.used-1], theme.Current(theme.PlotBackground)
	fill.A = plateAlpha
	ground.FillColor, ground.CornerRadius = fill, plateEdge
	ground.Move(pos.SubtractXY(plateEdge, 0))
	ground.Resize(measure(text, style).Add(fyne.NewSize(2*plateEdge, 0)))
	ground.Show()
}

// end hides what was not put since begin.
func (p *plates) end() {
	p.texts.end()
	for _, ground := range p.grounds[p.used:] {
		ground.Hide()
	}
}

func (p *plates) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	for _, ground := range p.grounds {
		to = append(to, ground)
	}
	return p.texts.objects(to)
}
