package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// What stands above the panes, in points.
const (
	titleSize  = 13
	legendSize = 9
	labelSize  = 7.5 // of names of bands and marks
	rowHeight  = 12  // of the legend
	laneRow    = 10  // of those names
	markRows   = 3   // that they may take
	leastName  = 3   // characters that a name is cut to
	markName   = vg.Length(130)
	sample     = vg.Length(22) // of a curve's line in the legend
	apart      = vg.Length(4)
)

func sans(size font.Length, c color.Color) text.Style {
	return text.Style{
		Color: c, Handler: plot.DefaultTextHandler, YAlign: text.YCenter,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
	}
}

// useSans has a plot written in the font of the rest.
func useSans(p *plot.Plot) {
	for _, st := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		st.Font.Typeface, st.Font.Variant = "Liberation", "Sans"
	}
	p.X.Label.TextStyle.Font.Size, p.Y.Label.TextStyle.Font.Size = legendSize+1, legendSize+1
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = legendSize, legendSize
}

// head is the height of all that stands above the first plot.
func (f Figure) head() vg.Length {
	height := edge + f.laneHeight(0) + f.legendHeight()
	if f.Title != "" {
		height += titleSize + apart
	}
	return height
}

// laneHeight is that of the names of bands and marks above the pane at an index.
func (f Figure) laneHeight(pane int) vg.Length {
	rows := 0
	if pane == 0 && len(f.Bands) > 0 {
		rows++
	}
	if pane == 0 && slices.ContainsFunc(f.Marks, func(m Mark) bool { return m.Label != "" }) {
		rows += markRows
	}
	return vg.Length(rows) * laneRow
}

// legendHeight is that of the highest legend.
func (f Figure) legendHeight() vg.Length {
	rows := 0
	for _, p := range f.Panes {
		rows = max(rows, len(legendRows(p, legendWidth)))
	}
	return vg.Length(rows)*rowHeight + 2*apart
}

// legendWidth is what a legend has at least, whatever the labels of the axes take.
const legendWidth = width - 2*rightSpace - 3*edge

// legendRows deals the curves of a pane out to rows.
func legendRows(p Pane, room vg.Length) [][]Curve {
	var rows [][]Curve
	left := vg.Length(0)
	for _, c := range p.Curves {
		need := entryWidth(c)
		if len(rows) == 0 || need > left {
			rows, left = append(rows, nil), room
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], c)
		left -= need
	}
	return rows
}

func entryWidth(c Curve) vg.Length {
	return sample + apart + sans(legendSize, color.Black).Width(c.legend()) + 4*apart
}

// legend is the name of a curve, with a sign if it goes by the right axis.
func (c Curve) legend() string {
	if c.Right {
		return c.Name + " »"
	}
	return c.Name
}

// drawLegend names the curves of a pane above its plot and the lane over that.
func (f Figure) drawLegend(data draw.Canvas, p Pane, lane vg.Length) {
	st := sans(legendSize, color.Black)
	rows := legendRows(p, legendWidth)
	for i, row := range rows {
		x, y := data.Min.X, data.Max.Y+lane+apart+(vg.Length(len(rows)-i)-0.5)*rowHeight
		for _, c := range row {
			data.StrokeLine2(c.style(), x, y, x+sample, y)
			data.FillText(st, vg.Point{X: x + sample + apart, Y: y}, c.legend())
			x += entryWidth(c)
		}
	}
}

// drawHead writes the title, and the names of bands and marks right above the first
// plot. What would lie on another name is left out.
func (f Figure) drawHead(whole, data draw.Canvas) {
	st := sans(titleSize, color.Black)
	st.YAlign = text.YTop
	whole.FillText(st, vg.Point{X: data.Min.X, Y: whole.Max.Y - edge}, cut(f.Title, whole.Max.X-data.Min.X, st))
	x := func(seconds float64) vg.Length {
		return data.X((seconds - f.From.Seconds()) / (f.To - f.From).Seconds())
	}
	y := data.Max.Y + laneRow/2 + 1
	st = sans(labelSize, color.Gray{0x44})
	free := data.Min.X
	for _, b := range f.Bands {
		from, to := max(x(b.From.Seconds()), free), min(x(b.To.Seconds()), data.Max.X)
		if name := cut(b.Label, to-from-apart, st); name != "" {
			whole.FillText(st, vg.Point{X: from, Y: y}, name)
			free = from + st.Width(name) + apart
		}
	}
	if len(f.Bands) > 0 {
		y += laneRow
	}
	var taken [markRows][][2]vg.Length
	for _, m := range slices.Backward(f.Marks) {
		st.Color = m.Color
		name := cut(m.Label, markName, st)
		from := x(m.At.Seconds())
		to := from + st.Width(name)
		if to > data.Max.X {
			from, to = data.Max.X-st.Width(name), data.Max.X
		}
		for row := range taken {
			onAnother := slices.ContainsFunc(taken[row], func(t [2]vg.Length) bool { return from < t[1]+apart && to+apart > t[0] })
			if name != "" && !onAnother {
				taken[row] = append(taken[row], [2]vg.Length{from, to})
				whole.FillText(st, vg.Point{X: from, Y: y + vg.Length(row)*laneRow}, name)
				break
			}
		}
	}
}

// cut leaves out the end of a name until it fits; a few characters say nothing.
func cut(name string, room vg.Length, st text.Style) string {
	if st.Width(name) <= room {
		return name
	}
	runes := []rune(name)
	for n := len(runes) - 1; n >= leastName; n-- {
		if short := string(runes[:n]) + "…"; st.Width(short) <= room {
			return short
		}
	}
	return ""
}
