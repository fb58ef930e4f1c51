package plot

import (
	"image/color"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/ui/theme"
)

// markerBox says what was measured between the markers, in the lower left corner
// of a plot. The letters of the markers stand below it.
type markerBox struct {
	ground *canvas.Rectangle
	texts  texts
}

// boxPart is the part of a plot's height that a box with a line for each curve
// may cover. It folds to one line where that does not do.
const boxPart = 1. / 3

func (b *markerBox) style() {
	b.ground.FillColor = theme.Current(fynetheme.ColorNameOverlayBackground)
	b.ground.StrokeColor, b.ground.StrokeWidth = theme.Current(fynetheme.ColorNameInputBorder), 1
	b.ground.CornerRadius = fynetheme.Size(fynetheme.SizeNameInputRadius)
}

func (b *markerBox) place(p *Pane, index int) {
	pos, size := p.renderer.plot()
	room, head, rows := size.Width-4*gap, p.boxHead(), p.measured(index)
	pad, height := float32(gap/2), lineHeight()
	lines := boxLines(head, rows, room)
	if float32(len(lines))*height+2*pad > size.Height*boxPart {
		lines, pad = [][]readoutLine{foldedLine(head, rows, room)}, 0
	}
	var width float32
	for _, line := range lines {
		width = max(width, breadth(line))
	}
	if width == 0 || width > room {
		b.hide()
		return
	}
	box := fyne.NewSize(width+2*gap, float32(len(lines))*height+2*pad)
	y := size.Height - box.Height - gap/2
	if p.first {
		y = max(y-height, 0)
	}
	corner := pos.AddXY(gap, y)
	b.ground.Move(corner)
	b.ground.Resize(box)
	b.ground.Show()
	b.write(lines, corner.AddXY(gap, pad))
}

func (b *markerBox) write(lines [][]readoutLine, at fyne.Position) {
	b.texts.begin()
	for i, line := range lines {
		x := float32(0)
		for _, part := range line {
			b.texts.put(part.text, at.AddXY(x, float32(i)*lineHeight()), part.color, fyne.TextStyle{})
			x += measure(part.text, fyne.TextStyle{}).Width + 2*gap
		}
	}
	b.texts.end()
}

func (b *markerBox) hide() {
	b.ground.Hide()
	b.texts.begin()
	b.texts.end()
}

func (b *markerBox) objects(to []fyne.CanvasObject) []fyne.CanvasObject {
	return b.texts.objects(append(to, b.ground))
}

// measuredCurve is what was measured of one of a pane's curves.
type measuredCurve struct {
	Statistic
	curve Curve
	color color.Color
	// known says that there are values where the markers are.
	known bool
	// backwards says that marker B lies before A.
	backwards bool
}

// measured is what was measured of the curves of a pane at an index of the stack.
func (p *Pane) measured(index int) []measuredCurve {
	var out []measuredCurve
	r, _ := p.stack.between()
	for _, row := range p.stack.measured {
		if at := len(out); row.Pane == index && at < len(p.curves) {
			c := p.curves[at]
			known := c.speaksOf(row.FirstAt, r.From, p.pixel()) && c.speaksOf(row.LastAt, r.To, p.pixel())
			out = append(out, measuredCurve{row, c, p.curveColor(at), known, p.stack.backwards()})
		}
	}
	return out
}

// boxHead is the stretch between the markers, which the uppermost pane tells.
func (p *Pane) boxHead() []readoutLine {
	r, ok := p.stack.between()
	if !ok || !p.first || len(p.stack.measured) == 0 {
		return nil
	}
	return []readoutLine{{p.stack.spanText(r), theme.Current(fynetheme.ColorNameForeground)}}
}

// boxLines are the lines of an unfolded box, the head in one of its own.
func boxLines(head []readoutLine, rows []measuredCurve, room float32) [][]readoutLine {
	var lines [][]readoutLine
	if len(head) > 0 {
		lines = append(lines, head)
	}
	for _, row := range rows {
		lines = append(lines, []readoutLine{{row.text(room), row.color}})
	}
	return lines
}

// foldedLine is head and the difference of each curve, told apart by colour, as
// far as they fit into room.
func foldedLine(head []readoutLine, rows []measuredCurve, room float32) []readoutLine {
	line := head
	for i, row := range rows {
		next := append(line[:len(line):len(line)], readoutLine{row.folded(), row.color})
		if breadth(next) > room {
			muted := theme.Current(fynetheme.ColorNamePlaceHolder)
			return append(line, readoutLine{more(len(rows) - i), muted})
		}
		line = next
	}
	return line
}

// breadth is how wide a line is, its parts side by side.
func breadth(line []readoutLine) float32 {
	var width float32
	for i, part := range line {
		if i > 0 {
			width += 2 * gap
		}
		width += measure(part.text, fyne.TextStyle{}).Width
	}
	return width
}

// difference is that of the samples at B and at A, of an angle that wraps by the short
// way round, if these are where the markers are.
func (c measuredCurve) difference() string {
	if c.N == 0 || !c.known {
		return "Δ " + none
	}
	by := c.Last - c.First
	if c.backwards {
		by = -by
	}
	if c.curve.Turn > 0 {
		by = math.Remainder(by, c.curve.Turn)
	}
	return "Δ " + c.Number(by)
}

// folded is the difference alone, with its unit.
func (c measuredCurve) folded() string {
	text := c.difference()
	if c.N > 0 && c.known {
		text = strings.TrimSpace(text + " " + c.Unit)
	}
	return text
}

// text is all that was measured. Where it is too wide for room the name is shortened:
// a number that is cut reads as another one.
func (c measuredCurve) text(room float32) string {
	plain, numbers := fyne.TextStyle{}, "  "+c.numbers()
	return elideName(withUnit(c.Curve, c.Unit), "", max(room-measure(numbers, plain).Width, 0), plain) + numbers
}

func (c measuredCurve) numbers() string {
	if c.N == 0 {
		return none
	}
	text := c.difference() + "  mean " + c.FineNumber(c.Mean) +
		"  min " + c.Number(c.Min) + "  max " + c.Number(c.Max)
	if c.curve.Turn > 0 {
		return text // an RMS of directions means nothing
	}
	return text + "  RMS " + c.FineNumber(c.RMS)
}
