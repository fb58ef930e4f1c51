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

// line draws a curve from its reduced columns.
type line struct {
	pieces []plotter.XYs
	style  draw.LineStyle
}

func newLine(c Curve, from, to time.Duration) *line {
	l := &line{style: draw.LineStyle{Color: c.Color, Width: lineWidth}}
	if c.Dashed {
		l.style.Dashes = []vg.Length{vg.Points(4), vg.Points(2.5)}
	}
	var piece plotter.XYs
	flush := func() {
		if len(piece) > 0 {
			l.pieces = append(l.pieces, piece)
		}
		piece = nil
	}
	for _, col := range c.Series.Reduce(nil, c.Pyramid, from, to, columns) {
		if col.Break {
			flush()
		}
		x := from.Seconds() + col.X/columns*(to-from).Seconds()
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
}

// Thumbnail is part of gonum/plot's contract: the sample in the legend.
func (l *line) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(l.style, c.Min.X, y, c.Max.X, y)
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

func timeTicks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	for _, t := range raster.TimeTicks(duration(lo), duration(hi), xTicks) {
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
