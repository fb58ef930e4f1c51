// Package figure writes plots to PNG, SVG and PDF files, from the same reduced
// samples that the window shows.
package figure

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"postflight/ui/plot/raster"
)

// Figure is panes one above the other on one time axis.
type Figure struct {
	Title    string
	From, To time.Duration // log time, From before To
	Panes    []Pane
	Bands    []Band // behind the curves of all panes, named in the first
	Marks    []Mark
}

// Band is a stretch of log time with a state, such as a flight mode.
type Band struct {
	From, To time.Duration
	Label    string
	Color    color.Color // translucent, so that the grid stays readable
}

// Mark is an upright line through all panes.
type Mark struct {
	At    time.Duration
	Color color.Color
	Dash  raster.Dash // in points
}

// Pane is one plot of a figure.
type Pane struct {
	Title  string // with the unit
	Lo, Hi float64
	Curves []Curve

	// The right axis is drawn if a curve goes by it.
	RightTitle       string
	RightLo, RightHi float64
}

func (p Pane) hasRight() bool {
	return p.RightHi > p.RightLo && slices.ContainsFunc(p.Curves, func(c Curve) bool { return c.Right })
}

// Curve is one line of a pane.
type Curve struct {
	Name    string
	Series  *raster.Series
	Pyramid *raster.Pyramid // of Series, or nil
	Color   color.Color
	Dashed  bool
	Right   bool // goes by the right axis
	Step    bool // a value holds until the next sample
	Points  raster.Points
}

const (
	width      = 24 * vg.Centimeter
	paneHeight = 6 * vg.Centimeter
	titleSpace = 1 * vg.Centimeter
	columns    = 1600 // that samples are reduced to
	lineWidth  = vg.Length(0.8)
	rightSpace = 19 * vg.Millimeter // for the right axis
)

// Formats are what Write can write, by the endings of file names.
func Formats() []string { return []string{"png", "svg", "pdf"} }

// Format is the format that the ending of a file name asks for.
func Format(name string) (string, error) {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if !slices.Contains(Formats(), format) {
		return "", fmt.Errorf("file name: expected an ending of %s, found %q", strings.Join(Formats(), ", "), filepath.Ext(name))
	}
	return format, nil
}

// Write draws f in one of [Formats].
func Write(ctx context.Context, out io.Writer, format string, f Figure) error {
	picture, err := f.draw(ctx, format)
	if err != nil {
		return err
	}
	_, err = picture.WriteTo(out)
	return err
}

// draw makes the picture; it looks at ctx between panes.
func (f Figure) draw(ctx context.Context, format string) (io.WriterTo, error) {
	height := titleSpace + paneHeight*vg.Length(max(1, len(f.Panes)))
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return nil, fmt.Errorf("figure as %s: %w", format, err)
	}
	var plots [][]*plot.Plot
	for i, p := range f.Panes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		drawn, err := f.plotOf(p, i)
		if err != nil {
			return nil, err
		}
		plots = append(plots, []*plot.Plot{drawn})
	}
	if len(plots) == 0 {
		return canvas, nil
	}
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadY: 2 * vg.Millimeter, PadRight: 3 * vg.Millimeter}
	if slices.ContainsFunc(f.Panes, Pane.hasRight) {
		tiles.PadRight = rightSpace
	}
	for i, row := range plot.Align(plots, tiles, draw.New(canvas)) {
		plots[i][0].Draw(row[0])
	}
	return canvas, nil
}

func (f Figure) plotOf(p Pane, index int) (*plot.Plot, error) {
	out := plot.New()
	if index == 0 {
		out.Title.Text = f.Title
	}
	out.X.Min, out.X.Max = f.From.Seconds(), f.To.Seconds()
	out.Y.Min, out.Y.Max = p.Lo, p.Hi
	out.Y.Label.Text = p.Title
	out.X.Tick.Marker = plot.TickerFunc(timeTicks)
	out.Y.Tick.Marker = plot.TickerFunc(valueTicks)
	out.Legend.Top = true
	if index == len(f.Panes)-1 {
		out.X.Label.Text = "log time (" + raster.TimeUnit(f.To) + ")"
	}
	out.Add(&bands{f.Bands, index == 0}, grid(), marks(f.Marks))
	if p.hasRight() {
		out.Add(&rightAxis{p.RightTitle, p.RightLo, p.RightHi})
	}
	for _, c := range p.Curves {
		line := newLine(c, f.From, f.To)
		if c.Right && p.hasRight() {
			line.rescale(p.RightLo, p.RightHi, p.Lo, p.Hi)
		}
		out.Add(line)
		out.Legend.Add(c.Name, line)
	}
	return out, nil
}
