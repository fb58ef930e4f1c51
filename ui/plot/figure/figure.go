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
	"gonum.org/v1/plot/vg/vgimg"

	"postflight/ui/plot/raster"
)

// Figure is panes one above the other on one time axis.
type Figure struct {
	Title    string        // the log and its date, as far as they are known
	From, To time.Duration // log time, From before To
	Panes    []Pane
	Bands    []Band // behind the curves of all panes, named above the first
	Marks    []Mark // the most important last; named there too
	Shades   []Band // over the curves, without names: what lies outside the crop range

	// Times are the ticks of the time axis and TimeName says whose they are;
	// without a name they are those of log time.
	Times    []raster.TimeTick
	TimeName string
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
	Label string // may be empty
	Color color.Color
	Dash  raster.Dash // in points
}

// Pane is one plot of a figure.
type Pane struct {
	Title  string // with the unit
	Lo, Hi float64
	Curves []Curve

	Notes []Note // in the lower left corner, such as what was measured

	// The right axis is drawn if a curve goes by it.
	RightTitle       string
	RightLo, RightHi float64
}

func (p Pane) hasRight() bool {
	return p.RightHi > p.RightLo && slices.ContainsFunc(p.Curves, func(c Curve) bool { return c.Right })
}

// Note is a line of text in a plot.
type Note struct {
	Text  string
	Color color.Color
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
	Later   time.Duration // than the times of Series
}

const (
	// Width is how many pixels a picture is wide.
	Width       = 1600
	dotsPerInch = 150

	width      = vg.Inch * Width / dotsPerInch
	paneHeight = 6 * vg.Centimeter
	edge       = 4 * vg.Millimeter // free round everything
	columns    = Width             // that samples are reduced to
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
	head := f.head()
	height := head + paneHeight*vg.Length(max(1, len(f.Panes))) + f.legendHeight()*vg.Length(max(0, len(f.Panes)-1))
	canvas, err := newCanvas(width, height, format)
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
	tiles := draw.Tiles{Rows: len(plots), Cols: 1, PadTop: head, PadY: f.legendHeight(), PadLeft: edge, PadRight: 2 * edge, PadBottom: edge}
	if slices.ContainsFunc(f.Panes, Pane.hasRight) {
		tiles.PadRight = rightSpace
	}
	whole := draw.New(canvas)
	for i, row := range plot.Align(plots, tiles, whole) {
		plots[i][0].Draw(row[0])
		data := plots[i][0].DataCanvas(row[0])
		if i == 0 {
			f.drawHead(whole, data)
		}
		f.drawLegend(data, f.Panes[i], f.laneHeight(i))
	}
	return canvas, nil
}

// newCanvas is draw.NewFormattedCanvas with pictures fine enough to print.
func newCanvas(w, h vg.Length, format string) (vg.CanvasWriterTo, error) {
	if format == "png" {
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dotsPerInch), vgimg.UseBackgroundColor(color.White))}, nil
	}
	return draw.NewFormattedCanvas(w, h, format)
}

func (f Figure) plotOf(p Pane, index int) (*plot.Plot, error) {
	out := plot.New()
	useSans(out)
	out.X.Min, out.X.Max = f.From.Seconds(), f.To.Seconds()
	out.Y.Min, out.Y.Max = 0, 1
	out.Y.Label.Text = p.Title
	out.X.Tick.Marker = plot.TickerFunc(f.timeTicks)
	out.Y.Tick.Marker = plot.TickerFunc(func(_, _ float64) []plot.Tick { return valueTicks(p.Lo, p.Hi) })
	if index == len(f.Panes)-1 {
		out.X.Label.Text = f.TimeName
		if f.TimeName == "" {
			out.X.Label.Text = "log time (" + raster.TimeUnit(f.To) + ")"
		}
	}
	out.Add(bands(f.Bands), grid(), marks(f.Marks))
	if p.hasRight() {
		out.Add(&rightAxis{p.RightTitle, p.RightLo, p.RightHi})
	}
	for _, c := range p.Curves {
		lo, hi := p.Lo, p.Hi
		if c.Right && p.hasRight() {
			lo, hi = p.RightLo, p.RightHi
		}
		out.Add(newLine(c, f.From, f.To, lo, hi))
	}
	out.Add(bands(f.Shades), notes(p.Notes))
	return out, nil
}
