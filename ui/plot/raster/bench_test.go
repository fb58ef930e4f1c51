package raster_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"postflight/ui/plot/raster"
)

const benchWidth, benchHeight = 1600, 600

// shape is a signal over a flight, at from 0 to 1.
type shape struct {
	name string
	at   func(at float64, rng *rand.Rand) float64
}

var shapes = []shape{
	{"smooth", func(at float64, _ *rand.Rand) float64 {
		return 0.7*math.Sin(at*20*math.Pi) + 0.3*math.Sin(at*300)
	}},
	{"noise", func(_ float64, rng *rand.Rand) float64 { return rng.Float64()*2 - 1 }},
}

// signal is a shape sampled n times, a millisecond apart.
type signal struct {
	series  *raster.Series
	pyramid *raster.Pyramid
}

func newSignal(b *testing.B, s shape, n int) signal {
	b.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	values := make([]float64, n)
	for i := range values {
		values[i] = s.at(float64(i)/float64(n), rng)
	}
	series := newSeries(b, every(n, time.Millisecond), values)
	p, err := raster.NewPyramid(context.Background(), series)
	if err != nil {
		b.Fatal(err)
	}
	return signal{series, p}
}

// window is a part of a flight.
type window struct {
	name     string
	from, to float64
}

var windows = []window{{"whole", 0, 1}, {"zoomed", 0.42, 0.47}}

func (w window) of(s signal) raster.View {
	_, last, _ := s.series.Span()
	at := func(part float64) time.Duration { return time.Duration(part * float64(last)) }
	return raster.View{From: at(w.from), To: at(w.to), Min: -1.1, Max: 1.1}
}

var gridColor = color.NRGBA{0xDD, 0xE2, 0xE7, 255}

// board draws signals as a pane does.
type board struct {
	img, row *image.RGBA
	painter  raster.Painter
	columns  []raster.Column
}

func newBoard() *board {
	return &board{img: raster.NewPicture(benchWidth, benchHeight), row: raster.NewPicture(benchWidth, 1)}
}

func (b *board) redraw(s signal, v raster.View) {
	b.painter.Fill(b.row, white)
	levels := make([]raster.Level, 0, 8)
	for i := range 8 {
		b.painter.VLine(b.row, float64(200*i), 1, raster.Dash{}, gridColor)
		levels = append(levels, raster.Level{Y: float64(75 * i), Width: 1, Color: gridColor})
	}
	b.painter.Lay(raster.Backdrop{Row: b.row, Levels: levels})
	b.columns = s.series.Reduce(b.columns[:0], s.pyramid, v.From, v.To, benchWidth)
	b.painter.Curve(b.img, v, b.columns, raster.Style{Color: blue, Width: 1.5})
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// BenchmarkRedraw reports a redraw as a multiple of one copy of the picture's
// pixels and of the redraw of 10^4 samples, and how many times gonum/plot takes
// for the same reduced points. All are measured in turn, so that a busy machine
// slows all of them, and are medians.
func BenchmarkRedraw(b *testing.B) {
	for _, s := range shapes {
		few := newSignal(b, s, 10_000)
		for e, n := 4, 10_000; n <= 100_000_000; e, n = e+1, n*10 {
			b.Run(fmt.Sprintf("%s/1e%d", s.name, e), func(b *testing.B) {
				if n > 10_000_000 && testing.Short() {
					b.Skip("needs 2 GB of memory")
				}
				many := newSignal(b, s, n)
				for _, w := range windows {
					b.Run(w.name, func(b *testing.B) { compare(b, many, few, w) })
				}
			})
		}
	}
}

func compare(b *testing.B, many, few signal, w window) {
	to := raster.NewPicture(benchWidth, benchHeight)
	own := newBoard()
	var redraws, copies, small, gonum []float64
	for b.Loop() {
		copies = append(copies, timed(func() { copy(to.Pix, own.img.Pix) }))
		redraws = append(redraws, timed(func() { own.redraw(many, w.of(many)) }))
		small = append(small, timed(func() { own.redraw(few, w.of(few)) }))
	}
	b.StopTimer()
	own.redraw(many, w.of(many))
	for spent := time.Now(); len(gonum) == 0 || len(gonum) < 5 && time.Since(spent) < time.Second; {
		gonum = append(gonum, timed(func() { drawWithGonum(b, to, own.columns, w.of(many)) }))
	}
	redraw := median(redraws)
	b.ReportMetric(redraw, "ns/redraw")
	b.ReportMetric(redraw/median(copies), "copies")
	b.ReportMetric(redraw/median(small), "of-1e4")
	b.ReportMetric(median(gonum)/redraw, "gonum-x")
}

// drawWithGonum draws a line through the reduced points, in pieces: one long
// noisy line takes it minutes, as its rasteriser slows down with the square of
// the crossings in a stroke.
func drawWithGonum(b *testing.B, img *image.RGBA, columns []raster.Column, v raster.View) {
	const piece = 64
	var points plotter.XYs
	for _, c := range columns {
		for _, y := range []float64{c.First, c.Min, c.Max, c.Last} {
			points = append(points, plotter.XY{X: c.X, Y: y})
		}
	}
	p := plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, benchWidth, v.Min, v.Max
	p.HideAxes()
	for len(points) > 1 {
		n := min(piece, len(points))
		line, err := plotter.NewLine(points[:n])
		if err != nil {
			b.Fatal(err)
		}
		line.Width = 1.5 * vg.Inch / 96
		p.Add(line)
		points = points[n-1:]
	}
	p.Draw(draw.New(vgimg.NewWith(vgimg.UseImage(img), vgimg.UseDPI(96))))
}

func BenchmarkReduce(b *testing.B) {
	for _, s := range shapes {
		for e, n := 4, 10_000; n <= 10_000_000; e, n = e+1, n*10 {
			b.Run(fmt.Sprintf("%s/1e%d", s.name, e), func(b *testing.B) {
				signal := newSignal(b, s, n)
				v := windows[0].of(signal)
				var columns []raster.Column
				for b.Loop() {
					columns = signal.series.Reduce(columns[:0], signal.pyramid, v.From, v.To, benchWidth)
				}
			})
		}
	}
}

// BenchmarkPyramid reports how fast a pyramid is built, as a part of the speed
// of a plain pass for minimum and maximum over the same values.
func BenchmarkPyramid(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			const n = 4_000_000
			series := newSignal(b, s, n).series
			values := make([]float64, n)
			for i := range values {
				_, values[i] = series.At(i)
			}
			b.SetBytes(8 * n)
			var pyramids, passes []float64
			var lo, hi float64
			for b.Loop() {
				pyramids = append(pyramids, timed(func() {
					if _, err := raster.NewPyramid(context.Background(), series); err != nil {
						b.Fatal(err)
					}
				}))
				passes = append(passes, timed(func() {
					for _, v := range values {
						if v < lo {
							lo = v
						}
						if v > hi {
							hi = v
						}
					}
				}))
			}
			if lo == hi {
				b.Fatal("no values")
			}
			b.ReportMetric(median(passes)/median(pyramids), "of-pass-speed")
		})
	}
}
