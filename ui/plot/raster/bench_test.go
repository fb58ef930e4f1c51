package raster_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

const benchWidth, benchHeight = 1600, 600

type shape struct {
	name string
	at   func(i int, rng *rand.Rand) float64
}

var shapes = []shape{
	{"smooth", func(i int, _ *rand.Rand) float64 { return sine(float64(i%10_000) / 10_000) }},
	{"noise", func(_ int, rng *rand.Rand) float64 { return rng.Float64()*2 - 1 }},
}

func benchSeries(b *testing.B, s shape, n int) (*raster.Series, *raster.Pyramid) {
	rng := rand.New(rand.NewPCG(1, 1))
	values := make([]float64, n)
	for i := range values {
		values[i] = s.at(i, rng)
	}
	series := newSeries(b, every(n, time.Millisecond), values)
	p, err := raster.NewPyramid(context.Background(), series)
	if err != nil {
		b.Fatal(err)
	}
	return series, p
}

func sizes(b *testing.B, run func(b *testing.B, s shape, n int)) {
	for _, s := range shapes {
		for e, n := 4, 10_000; n <= 10_000_000; e, n = e+1, n*10 {
			b.Run(fmt.Sprintf("%s/1e%d", s.name, e), func(b *testing.B) { run(b, s, n) })
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	sizes(b, func(b *testing.B, s shape, n int) {
		series, p := benchSeries(b, s, n)
		var columns []raster.Column
		for b.Loop() {
			columns = series.Reduce(columns[:0], p, 0, ms(n), benchWidth)
		}
	})
}

func BenchmarkRedraw(b *testing.B) {
	sizes(b, func(b *testing.B, s shape, n int) {
		series, p := benchSeries(b, s, n)
		var painter raster.Painter
		var columns []raster.Column
		img := raster.NewPicture(benchWidth, benchHeight)
		v := raster.View{From: 0, To: ms(n), Min: -1.1, Max: 1.1}
		for b.Loop() {
			painter.Fill(img, white)
			columns = series.Reduce(columns[:0], p, v.From, v.To, benchWidth)
			painter.Curve(img, v, columns, raster.Style{Color: blue, Width: 1.5})
		}
	})
}

// BenchmarkCopy is the floor that a redraw is measured against.
func BenchmarkCopy(b *testing.B) {
	from, to := raster.NewPicture(benchWidth, benchHeight), raster.NewPicture(benchWidth, benchHeight)
	for b.Loop() {
		copy(to.Pix, from.Pix)
	}
}

func BenchmarkPyramid(b *testing.B) {
	series, _ := benchSeries(b, shapes[1], 1_000_000)
	b.SetBytes(8_000_000)
	for b.Loop() {
		if _, err := raster.NewPyramid(context.Background(), series); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMinMax is the plain pass that the pyramid is measured against.
func BenchmarkMinMax(b *testing.B) {
	series, _ := benchSeries(b, shapes[1], 1_000_000)
	b.SetBytes(8_000_000)
	var lo, hi float64
	for b.Loop() {
		for i := range series.Len() {
			_, v := series.At(i)
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	_ = lo + hi
}
