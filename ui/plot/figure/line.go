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

// newLine makes the line of a curve on an axis from lo to hi, which are 0 and 1 of the
// plot: gonum/plot cannot hold the span of the largest values.
func newLine(c Curve, from, to time.Duration, lo, hi float64) *line {
	l := &line{style: c.style()}
	height := func(v float64) float64 { return 1 - raster.View{Min: lo, Max: hi}.Reach(v, 1) }
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
			piece = append(piece, plotter.XY{X: x, Y: height(cols[i-1].Last)})
		}
		alone := col.Break && (i+1 == len(cols) || cols[i+1].Break)
		if (dots || alone) && col.N == 1 {
			l.dots = append(l.dots, plotter.XY{X: x, Y: height(col.First)})
		}
		for _, y := range pathOf(col) {
			piece = append(piece, plotter.XY{X: x, Y: height(y)})
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

// valueTicks are those of an axis from lo to hi, by their places in the plot.
func valueTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	view := raster.View{Min: lo, Max: hi}
	for _, t := range raster.ValueTicks(lo, hi, yTicks) {
		out = append(out, plot.Tick{Value: 1 - view.Y(t.At, 1), Label: t.Label})
	}
	return out
}

func duration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * float64(time.Second)))
}
