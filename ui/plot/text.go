package plot

import (
	"image/color"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
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
