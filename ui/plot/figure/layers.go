package figure

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// noteGround lets what lies below be guessed.
var noteGround = color.NRGBA{255, 255, 255, 215}

func style(p *plot.Plot, c color.Color, size font.Length) text.Style {
	st := p.X.Tick.Label
	st.Color, st.Font.Size = c, size
	st.Rotation, st.XAlign, st.YAlign = 0, text.XLeft, text.YCenter
	return st
}

// bands fills stretches of time from bottom to top.
type bands []Band

// Plot is part of gonum/plot's contract.
func (b bands) Plot(c draw.Canvas, p *plot.Plot) {
	toX, _ := p.Transforms(&c)
	for _, band := range b {
		from := max(toX(band.From.Seconds()), c.Min.X)
		to := min(toX(band.To.Seconds()), c.Max.X)
		if to <= from {
			continue
		}
		c.FillPolygon(band.Color, []vg.Point{
			{X: from, Y: c.Min.Y}, {X: to, Y: c.Min.Y}, {X: to, Y: c.Max.Y}, {X: from, Y: c.Max.Y},
		})
	}
}

// marks draws upright lines.
type marks []Mark

// Plot is part of gonum/plot's contract.
func (m marks) Plot(c draw.Canvas, p *plot.Plot) {
	toX, _ := p.Transforms(&c)
	for _, mark := range m {
		st := draw.LineStyle{Color: mark.Color, Width: vg.Points(0.6)}
		if mark.Dash.On > 0 && mark.Dash.Off > 0 {
			st.Dashes = []vg.Length{vg.Points(mark.Dash.On), vg.Points(mark.Dash.Off)}
		}
		if x := toX(mark.At.Seconds()); x >= c.Min.X && x <= c.Max.X {
			c.StrokeLine2(st, x, c.Min.Y, x, c.Max.Y)
		}
	}
}

// notes are written into the lower left corner of a plot, on a ground that keeps them
// readable.
type notes []Note

// Plot is part of gonum/plot's contract.
func (n notes) Plot(c draw.Canvas, p *plot.Plot) {
	for i, note := range n {
		st := style(p, note.Color, labelSize)
		at := vg.Point{X: c.Min.X + 2*apart, Y: c.Min.Y + apart + (vg.Length(len(n)-i)-0.5)*laneRow}
		left, right := at.X-apart/2, at.X+st.Width(note.Text)+apart/2
		c.FillPolygon(noteGround, []vg.Point{
			{X: left, Y: at.Y - laneRow/2}, {X: right, Y: at.Y - laneRow/2}, {X: right, Y: at.Y + laneRow/2}, {X: left, Y: at.Y + laneRow/2},
		})
		c.FillText(st, at, note.Text)
	}
}

// rightAxis stands at the right edge of a plot, which gonum/plot itself has no
// axis for.
type rightAxis struct {
	title  string
	lo, hi float64
}

// Plot is part of gonum/plot's contract.
func (a *rightAxis) Plot(c draw.Canvas, p *plot.Plot) {
	x, widest := c.Max.X, vg.Length(0)
	c.StrokeLine2(p.Y.LineStyle, x, c.Min.Y, x, c.Max.Y)
	st := style(p, p.Y.Tick.Label.Color, p.Y.Tick.Label.Font.Size)
	for _, tick := range valueTicks(a.lo, a.hi) {
		y := c.Min.Y + vg.Length(tick.Value)*(c.Max.Y-c.Min.Y)
		c.StrokeLine2(p.Y.Tick.LineStyle, x, y, x+vg.Points(4), y)
		c.FillText(st, vg.Point{X: x + vg.Points(6), Y: y}, tick.Label)
		widest = max(widest, st.Width(tick.Label))
	}
	st = style(p, p.Y.Label.TextStyle.Color, p.Y.Label.TextStyle.Font.Size)
	st.Rotation, st.XAlign, st.YAlign = -1.5707963267948966, text.XCenter, text.YBottom
	at := vg.Point{X: x + vg.Points(14) + widest, Y: (c.Min.Y + c.Max.Y) / 2}
	c.FillText(st, at, a.title)
}
