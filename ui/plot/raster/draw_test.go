package raster_test

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

var (
	white = color.NRGBA{255, 255, 255, 255}
	grey  = color.NRGBA{0, 0, 0, 40}
	blue  = color.NRGBA{0, 114, 178, 255}
	red   = color.NRGBA{213, 94, 0, 255}
)

// sheet is a small picture of 200 by 100 and the view in it.
type sheet struct {
	img     *image.RGBA
	painter raster.Painter
	view    raster.View
}

func newSheet(from, to time.Duration, lo, hi float64) *sheet {
	s := &sheet{img: raster.NewPicture(200, 100), view: raster.View{From: from, To: to, Min: lo, Max: hi}}
	s.painter.Fill(s.img, white)
	for _, tick := range raster.ValueTicks(lo, hi, 4) {
		s.painter.HLine(s.img, s.view.Y(tick.At, 100), 1, grey)
	}
	for _, tick := range raster.TimeTicks(from, to, 5) {
		s.painter.VLine(s.img, s.view.X(tick.At, 200), 1, raster.Dash{}, grey)
	}
	return s
}

func (s *sheet) curve(series *raster.Series, style raster.Style) *sheet {
	columns := series.Reduce(nil, nil, s.view.From, s.view.To, 200)
	s.painter.Curve(s.img, s.view, columns, style)
	return s
}

func wave(n int, f func(x float64) float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = f(float64(i) / float64(n))
	}
	return values
}

func sine(x float64) float64 { return math.Sin(x * 4 * math.Pi) }

func TestPicturesLookAsTheyDid(t *testing.T) {
	second := time.Second
	dense := newSeries(t, every(20_000, second/20_000), wave(20_000, sine))
	noise := wave(20_000, func(x float64) float64 { return sine(x) + math.Mod(x*1e6*x, 1) - 0.5 })
	noise[7000] = -2
	sparse := newSeries(t, every(12, second/12), wave(12, sine))
	torn := wave(400, sine)
	torn[100], torn[200] = math.NaN(), math.Inf(1)
	yaw := wave(1000, func(x float64) float64 { return math.Mod(x*1500, 360) - 180 })
	solid := raster.Style{Color: blue, Width: 1.5}
	dashed := raster.Style{Color: red, Width: 1.5, Dash: raster.Dash{On: 6, Off: 4}}

	modes := []float64{0, 0, 1, 1, 0.5, 0.5, 0.5, -1, -1, 0, 1, 0}
	held := raster.Style{Color: blue, Width: 1.5, Step: true}
	busy := wave(20_000, func(x float64) float64 { return math.Floor(x*8)/4 - 1 })

	marked := newSheet(0, second, -1.5, 1.5)
	marked.painter.Band(marked.img, 40, 90, color.NRGBA{0, 158, 115, 50})
	marked.painter.VLine(marked.img, 150, 2, raster.Dash{On: 4, Off: 3}, red)

	for name, s := range map[string]*sheet{
		"smooth_dense":    newSheet(0, second, -1.5, 1.5).curve(dense, solid),
		"noise_and_spike": newSheet(0, second, -2.5, 2).curve(newSeries(t, every(20_000, second/20_000), noise), solid),
		"sparse_points":   newSheet(0, second, -1.5, 1.5).curve(sparse, solid),
		"truth_dashed":    newSheet(0, second, -1.5, 1.5).curve(dense, solid).curve(sparse, dashed),
		"dashed_dense":    newSheet(0, second, -1.5, 1.5).curve(dense, dashed),
		"torn": newSheet(0, second, -1.5, 1.5).curve(
			newSeries(t, every(400, second/400), torn, 250, 251), solid,
		),
		"zoomed_across": newSheet(second/12+20*time.Millisecond, 3*second/12-10*time.Millisecond, 0.5, 1.2).curve(sparse, solid),
		"yaw_wraps": newSheet(0, second, -200, 200).curve(
			newSeries(t, every(1000, second/1000), yaw, wraps(yaw)...), solid,
		),
		"steps":       newSheet(0, second, -1.5, 1.5).curve(newSeries(t, every(12, second/12), modes), held),
		"steps_dense": newSheet(0, second, -1.5, 1.5).curve(newSeries(t, every(20_000, second/20_000), busy), held),
		"marks":       marked,
	} {
		golden(t, name, s.img)
	}
}

func golden(t *testing.T, name string, img image.Image) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if n := unlike(img, want); n > 0 {
		t.Errorf("%s: %d pixels differ; run with -update and look at it", path, n)
	}
}

// unlike counts the pixels that differ by more than rounding.
func unlike(a, b image.Image) int {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r0, g0, b0, _ := a.At(x, y).RGBA()
			r1, g1, b1, _ := b.At(x, y).RGBA()
			if far(r0, r1) || far(g0, g1) || far(b0, b1) {
				n++
			}
		}
	}
	return n
}

func far(a, b uint32) bool { return max(a, b)-min(a, b) > 2*257 }

func TestABackdropIsTheSameWithAndWithoutACurve(t *testing.T) {
	row := raster.NewPicture(200, 1)
	var p raster.Painter
	p.Fill(row, white)
	p.Band(row, 20, 90, grey)
	p.VLine(row, 150, 1, raster.Dash{}, red)
	b := raster.Backdrop{Row: row, Levels: []raster.Level{{Y: 30, Width: 1, Color: grey}, {Y: 70.5, Width: 2, Color: red}}}

	want := newSheet(0, 1, 0, 1)
	p.Fill(want.img, white)
	p.Band(want.img, 20, 90, grey)
	p.VLine(want.img, 150, 1, raster.Dash{}, red)
	p.HLine(want.img, 30, 1, grey)
	p.HLine(want.img, 70.5, 2, red)

	alone, under := newSheet(0, 1, 0, 1), newSheet(0, time.Second, -1, 1)
	p.Lay(b)
	p.Flush(alone.img)
	if !bytes.Equal(alone.img.Pix, want.img.Pix) {
		t.Error("laid alone it differs from its parts")
	}
	noise := newSeries(t, every(3000, ms(1)), wave(3000, func(x float64) float64 { return math.Mod(x*1e5*x, 2) - 1 }))
	want.view = under.view
	want.curve(noise, raster.Style{Color: blue, Width: 1.5})
	under.painter.Lay(b)
	under.curve(noise, raster.Style{Color: blue, Width: 1.5})
	under.painter.Flush(under.img)
	if !bytes.Equal(under.img.Pix, want.img.Pix) {
		t.Error("under a curve it differs from its parts")
	}
}

func TestALineBetweenBreaksIsSeenHoweverShortAndFlat(t *testing.T) {
	values := wave(10_000, func(float64) float64 { return 0.5 })
	s := newSheet(0, ms(9999), -1, 1)
	clean := newSheet(0, ms(9999), -1, 1)
	for i := range values {
		if i < 5000 || i >= 5010 { // ten samples in one pixel column
			values[i] = math.NaN()
		}
	}
	s.curve(newSeries(t, every(10_000, ms(1)), values), raster.Style{Color: blue, Width: 1.5})
	if bytes.Equal(s.img.Pix, clean.img.Pix) {
		t.Error("nothing is drawn")
	}
}

func TestPicturesHaveNoOffsetAndNoPadding(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {199, 7}, {1600, 600}} {
		img := raster.NewPicture(size[0], size[1])
		if img.Rect.Min != (image.Point{}) || img.Stride != 4*size[0] {
			t.Errorf("%v: origin %v, stride %d", size, img.Rect.Min, img.Stride)
		}
	}
}

func TestEverySpikeLeavesAMark(t *testing.T) {
	for _, n := range []int{50, 199, 200, 201, 5000, 100_000} {
		for _, at := range []int{0, n / 3, n - 1} {
			values := make([]float64, n)
			values[at] = 1
			series := newSeries(t, every(n, time.Millisecond), values)
			s := newSheet(0, ms(n-1), -1, 3)
			clean := newSheet(0, ms(n-1), -1, 3)
			for _, dash := range []raster.Dash{{}, {On: 6, Off: 4}} {
				s.curve(series, raster.Style{Color: blue, Width: 1.5, Dash: dash})
				if !differsInRows(s.img, clean.img, 52, 70) {
					t.Errorf("%d samples: spike at %d is not seen with dash %v", n, at, dash)
				}
			}
		}
	}
}

func TestASpikeIsDrawnAtEveryZoom(t *testing.T) {
	const n = 1_000_000
	rng := rand.New(rand.NewPCG(7, 8))
	values, at := make([]float64, n), 654_321
	values[at] = 1
	spiky, flat := newSeries(t, every(n, ms(1)), values), newSeries(t, every(n, ms(1)), make([]float64, n))
	pyramid, err := raster.NewPyramid(context.Background(), spiky)
	if err != nil {
		t.Fatal(err)
	}
	for span := 5; span < 2*n; span = span*3/2 + rng.IntN(span) {
		from := ms(at - rng.IntN(span))
		v := raster.View{From: from, To: from + ms(span), Min: -1, Max: 3}
		for _, style := range []raster.Style{{Color: blue, Width: 1.5}, {Color: blue, Width: 1, Step: true}, {Color: blue, Width: 1.5, Dash: raster.Dash{On: 6, Off: 4}}} {
			with, without := newSheet(v.From, v.To, v.Min, v.Max), newSheet(v.From, v.To, v.Min, v.Max)
			with.painter.Curve(with.img, v, spiky.Reduce(nil, pyramid, v.From, v.To, 200), style)
			without.painter.Curve(without.img, v, flat.Reduce(nil, nil, v.From, v.To, 200), style)
			if !differsInRows(with.img, without.img, 52, 70) {
				t.Errorf("the spike is not seen from %v over %v, style %+v", from, ms(span), style)
			}
		}
	}
}

func TestEveryColumnOfThePictureShowsItsMinAndMax(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for round := range 200 {
		n := 500 + rng.IntN(5000)
		values, now, rough := make([]float64, n), 0.0, math.Pow(10, -3+3*rng.Float64())
		for i := range values {
			now = now*0.999 + rng.NormFloat64()*rough
			values[i] = min(max(now, -1.4), 1.4)
			if rng.IntN(400) == 0 {
				values[i] = math.NaN()
			}
		}
		s := newSheet(0, ms(n-1), -1.5, 1.5)
		s.painter.Fill(s.img, white)
		series := newSeries(t, every(n, ms(1)), values)
		s.curve(series, raster.Style{Color: blue, Width: 1.5, Step: round%4 == 3})
		for x, want := range bruteColumns(series, 0, ms(n-1), 200) {
			for _, v := range []float64{want.lo, want.hi} {
				y := min(int(s.view.Y(v, 100)), 99)
				if r, _, _, _ := s.img.At(x, y).RGBA(); r > 0xF800 {
					t.Fatalf("round %d: %v of column %d, at row %d, is not drawn: %v", round, v, x, y, s.img.At(x, y))
				}
			}
		}
	}
}

func differsInRows(a, b *image.RGBA, y0, y1 int) bool {
	return !bytes.Equal(a.Pix[y0*a.Stride:y1*a.Stride], b.Pix[y0*b.Stride:y1*b.Stride])
}

func TestAnglesThatWrapLeaveNoUprightLine(t *testing.T) {
	for _, n := range []int{100, 10_000} {
		yaw := wave(n, func(x float64) float64 { return math.Mod(x*700+170, 360) - 180 })
		s := newSheet(0, ms(n-1), -200, 200)
		s.curve(newSeries(t, every(n, ms(1)), yaw, wraps(yaw)...), raster.Style{Color: blue, Width: 1})
		for x := range 200 {
			run := 0
			for y := range 100 {
				if r, _, _, _ := s.img.At(x, y).RGBA(); r < 0x4000 {
					run++
				}
			}
			if run > 20 {
				t.Errorf("%d samples: column %d has %d pixels of the curve", n, x, run)
			}
		}
	}
}

func TestDrawingStaysInsideWhateverTheValues(t *testing.T) {
	huge := []float64{0, math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e300, -1, 1}
	series := newSeries(t, every(len(huge), time.Second), huge)
	for _, v := range []raster.View{
		{From: 0, To: ms(6000), Min: -math.MaxFloat64, Max: math.MaxFloat64},
		{From: ms(1500), To: ms(1501), Min: -1, Max: 1},
		{From: 0, To: 1, Min: 0, Max: 0},
		{From: 5, To: 5, Min: math.NaN(), Max: 1},
	} {
		s := newSheet(v.From, v.To, v.Min, v.Max)
		s.curve(series, raster.Style{Color: blue, Width: 3, Dash: raster.Dash{On: 3, Off: 2}})
	}
}

func TestRedrawDoesNotAllocate(t *testing.T) {
	values := wave(50_000, sine)
	series := newSeries(t, every(50_000, ms(1)), values)
	s := newSheet(0, ms(50_000), -1, 1)
	var columns []raster.Column
	style := raster.Style{Color: blue, Width: 2, Dash: raster.Dash{On: 6, Off: 4}}
	redraw := func() {
		s.painter.Fill(s.img, white)
		columns = series.Reduce(columns[:0], nil, s.view.From, s.view.To, 200)
		s.painter.Curve(s.img, s.view, columns, style)
	}
	redraw()
	if n := testing.AllocsPerRun(10, redraw); n > 0 {
		t.Errorf("%v allocations a redraw", n)
	}
}
