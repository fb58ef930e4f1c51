package figure

import (
	"image/color"
	"math"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"postflight/ui/plot/raster"
)

// pieceLength is how many points one stroke has at most. The rasteriser behind
// gonum/plot slows down with the square of the crossings in a stroke; pieces
// that share their end points look the same.
const pieceLength = 64

// dottedColumns is the number of samples below which they are marked by dots.
const dottedColumns = columns / 12

// line draws a curve from its reduced columns.
type line struct {
	pieces []plotter.XYs
	dots   plotter.XYs
	style  draw.LineStyle
}

func (c Curve) style() draw.LineStyle {
	st := draw.LineStyle{Color: c.Color, Width: lineWidth}
	if c.Dashed {
		st.Dashes = []vg.Length{vg.Points(4), vg.Points(2.5)}
	}
	return st
}

func newLine(c Curve, from, to time.Duration) *line {
	l := &line{style: c.style()}
	var piece plotter.XYs
	flush := func() {
		if len(piece) > 0 {
			l.pieces = append(l.pieces, piece)
		}
		piece = nil
	}
	cols := c.Series.Reduce(nil, c.Pyramid, from-c.Later, to-c.Later, columns)
	dots := c.Points == raster.PointsAlways || c.Points == raster.PointsAuto && len(cols) < dottedColumns
	for i, col := range cols {
		if col.Break {
			flush()
		}
		x := from.Seconds() + col.X/columns*(to-from).Seconds()
		if c.Step && len(piece) > 0 {
			piece = append(piece, plotter.XY{X: x, Y: cols[i-1].Last})
		}
		if dots && col.N == 1 {
			l.dots = append(l.dots, plotter.XY{X: x, Y: col.First})
		}
		for _, y := range pathOf(col) {
			piece = append(piece, plotter.XY{X: x, Y: y})
		}
		if len(piece) >= pieceLength {
			last := piece[len(piece)-1]
			flush()
			piece = plotter.XYs{last}
		}
	}
	flush()
	return l
}

// rescale moves values from the scale of the right axis to that of the left.
func (l *line) rescale(fromLo, fromHi, toLo, toHi float64) {
	to := func(y float64) float64 {
		part := (y/2 - fromLo/2) / (fromHi/2 - fromLo/2) // halves: spans may leave float64
		return toLo*(1-part) + toHi*part
	}
	for i, piece := range l.pieces {
		moved := make(plotter.XYs, len(piece))
		for k, xy := range piece {
			moved[k] = plotter.XY{X: xy.X, Y: to(xy.Y)}
		}
		l.pieces[i] = moved
	}
	for i := range l.dots {
		l.dots[i].Y = to(l.dots[i].Y)
	}
}

// pathOf is the way through a column that shows its whole range.
func pathOf(c raster.Column) []float64 {
	if c.N == 1 || c.Min == c.Max {
		return []float64{c.First}
	}
	if c.First <= c.Last {
		return []float64{c.First, c.Min, c.Max, c.Last}
	}
	return []float64{c.First, c.Max, c.Min, c.Last}
}

// Plot is part of gonum/plot's contract.
func (l *line) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for _, piece := range l.pieces {
		points := make([]vg.Point, len(piece))
		for i, xy := range piece {
			points[i] = vg.Point{X: toX(xy.X), Y: toY(xy.Y)}
		}
		if len(points) == 1 {
			points = append(points, vg.Point{X: points[0].X + vg.Points(0.5), Y: points[0].Y})
		}
		c.StrokeLines(l.style, c.ClipLinesXY(points)...)
	}
	dot := draw.GlyphStyle{Color: l.style.Color, Radius: vg.Points(1.2), Shape: draw.CircleGlyph{}}
	for _, xy := range l.dots {
		if at := (vg.Point{X: toX(xy.X), Y: toY(xy.Y)}); c.Contains(at) {
			c.DrawGlyph(dot, at)
		}
	}
}

func grid() *plotter.Grid {
	g := plotter.NewGrid()
	g.Horizontal.Color, g.Vertical.Color = color.Gray{0xDD}, color.Gray{0xDD}
	return g
}

// ticks asked for along an axis.
const (
	xTicks = 8
	yTicks = 5
)

func (f Figure) timeTicks(lo, hi float64) []plot.Tick {
	times := f.Times
	if f.TimeName == "" {
		times = raster.TimeTicks(duration(lo), duration(hi), xTicks)
	}
	var out []plot.Tick
	for _, t := range times {
		out = append(out, plot.Tick{Value: t.At.Seconds(), Label: t.Label})
	}
	return out
}

func valueTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for _, t := range raster.ValueTicks(lo, hi, yTicks) {
		out = append(out, plot.Tick{Value: t.At, Label: t.Label})
	}
	return out
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * float64(time.Second)))
}
