package horizon_test

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"postflight/ui/horizon"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

var palette = horizon.Palette{
	Sky:    color.NRGBA{R: 62, G: 142, B: 196, A: 255},
	Ground: color.NRGBA{R: 138, G: 98, B: 57, A: 255},
	Blank:  color.NRGBA{R: 90, G: 98, B: 107, A: 255},
	Line:   color.NRGBA{R: 255, G: 255, B: 255, A: 255},
	Rim:    color.NRGBA{R: 16, G: 18, B: 22, A: 255},
	Craft:  color.NRGBA{R: 240, G: 228, B: 66, A: 255},
	Truth:  color.NRGBA{R: 240, G: 160, B: 32, A: 255},
}

// deg makes an attitude of degrees.
func deg(roll, pitch, yaw float64) *horizon.Attitude {
	const d = math.Pi / 180
	return &horizon.Attitude{Roll: roll * d, Pitch: pitch * d, Yaw: yaw * d}
}

func picture(w, h int, estimate, truth *horizon.Attitude) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	horizon.Draw(img, 1, estimate, truth, palette)
	return img
}

func TestPicturesLookAsBefore(t *testing.T) {
	cases := map[string]struct {
		w, h            int
		estimate, truth *horizon.Attitude
	}{
		"level":           {300, 240, deg(0, 0, 0), nil},
		"agreeing":        {300, 240, deg(12, 5, 90), deg(12, 5, 90)},
		"erring":          {300, 240, deg(-30, 10, 355), deg(-22, 4, 8)},
		"inverted":        {300, 240, deg(175, -8, 181), deg(-178, -5, 178)},
		"steep":           {300, 240, deg(20, 62, 45), deg(15, 58, 40)},
		"zenith":          {300, 240, deg(0, 88, 0), deg(0, 84, 0)},
		"nadir":           {300, 240, deg(30, -80, 270), nil},
		"truth-only":      {300, 240, nil, deg(-15, 3, 120)},
		"nothing":         {300, 240, nil, nil},
		"small":           {160, 120, deg(5, 5, 5), deg(0, 0, 0)},
		"double-density":  {600, 480, deg(-30, 10, 355), deg(-22, 4, 8)},
		"wide":            {480, 200, deg(-30, 10, 200), deg(-22, 4, 170)},
		"truth-off-sight": {300, 240, deg(0, 0, 30), deg(0, 60, 120)},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { compare(t, name, picture(c.w, c.h, c.estimate, c.truth)) })
	}
}

// compare allows for the last bits of floating point, which differ between
// processors.
func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		write(t, path, got)
		return
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
	if want.Bounds() != got.Bounds() {
		t.Fatalf("size %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := range got.Rect.Dy() {
		for x := range got.Rect.Dx() {
			a := got.RGBAAt(x, y)
			b := color.RGBAModel.Convert(want.At(x, y)).(color.RGBA)
			if apart(a, b) > 3 {
				t.Fatalf("pixel %d,%d is %v, want %v as in %s", x, y, a, b, path)
			}
		}
	}
}

func write(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func apart(a, b color.RGBA) int {
	d := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B), d(a.A, b.A))
}

func TestEveryPixelIsOnTheRightSideOfTheHorizon(t *testing.T) {
	flat := palette
	flat.Line, flat.Rim, flat.Craft, flat.Truth = color.NRGBA{}, color.NRGBA{}, color.NRGBA{}, color.NRGBA{}
	rng := rand.New(rand.NewPCG(1, 2))
	const w, h = 120, 90
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for range 200 {
		a := deg(rng.Float64()*720-360, rng.Float64()*400-200, rng.Float64()*360)
		horizon.Draw(img, 1, a, nil, flat)
		for range 50 {
			x, y := rng.IntN(w), rng.IntN(60)
			down := downSeenAt(*a, float64(x)+0.5, float64(y)+0.5, w, h)
			if math.Abs(down) < 0.02 {
				continue
			}
			want := flat.Sky
			if down > 0 {
				want = flat.Ground
			}
			if got := img.RGBAAt(x, y); got.R != want.R || got.B != want.B {
				t.Fatalf("%+v: pixel %d,%d is %v, want %v", *a, x, y, got, want)
			}
		}
	}
}

// downSeenAt is the slow way: turn the direction of the pixel by roll, pitch and
// yaw one after the other, and see how much of it points down.
func downSeenAt(a horizon.Attitude, x, y, w, h float64) float64 {
	view := h - 24*0.9
	focal := min(w, view) / 2 / math.Tan(28*math.Pi/180)
	dx, dy, dz := 1.0, (x-w/2)/focal, (y-view/2)/focal
	n := math.Sqrt(dx*dx + dy*dy + dz*dz)
	dx, dy, dz = dx/n, dy/n, dz/n
	dz = dy*math.Sin(a.Roll) + dz*math.Cos(a.Roll)
	return -dx*math.Sin(a.Pitch) + dz*math.Cos(a.Pitch)
}

func TestTheSameAttitudeInOtherAnglesIsTheSamePicture(t *testing.T) {
	for _, a := range []*horizon.Attitude{deg(10, 100, 20), deg(0, 91, 0), deg(-40, -120, 300), deg(350, 5, 370)} {
		b := &horizon.Attitude{Roll: a.Roll + math.Pi, Pitch: math.Pi - a.Pitch, Yaw: a.Yaw + math.Pi}
		if n := differing(picture(240, 200, a, a), picture(240, 200, b, b)); n > 0 {
			t.Errorf("%+v and %+v differ in %d pixels", *a, *b, n)
		}
	}
}

func TestALoopOverTheVerticalNeverJumps(t *testing.T) {
	const w, h, view = 120, 100, 80
	for _, pole := range []float64{90, 270} {
		for _, roll := range []float64{0, 1, 45} {
			var before *image.RGBA
			for pitch := pole - 20; pitch <= pole+20; pitch += 0.5 {
				now := picture(w, h, deg(roll, pitch, 30), nil)
				if before != nil {
					if n := differingAbove(before, now, view); n > w*view/12 {
						t.Fatalf("roll %v: the picture jumps at pitch %v: %d pixels", roll, pitch, n)
					}
				}
				before = now
			}
		}
	}
}

func differing(a, b *image.RGBA) int { return differingAbove(a, b, a.Rect.Dy()) }

// differingAbove counts pixels that differ visibly in the rows above the limit.
func differingAbove(a, b *image.RGBA, limit int) (n int) {
	for y := range limit {
		for x := range a.Rect.Dx() {
			if apart(a.RGBAAt(x, y), b.RGBAAt(x, y)) > 40 {
				n++
			}
		}
	}
	return n
}

func TestInvertedFlightHasTheGroundOnTop(t *testing.T) {
	img := picture(240, 200, deg(180, 0, 0), nil)
	if got := img.RGBAAt(3, 3); got.R != palette.Ground.R {
		t.Errorf("top is %v", got)
	}
}

func TestAnySizeAndAnyAngleIsDrawn(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {1, 300}, {300, 1}, {30, 20}, {7, 900}} {
		for _, a := range []*horizon.Attitude{nil, deg(0, 90, 0), deg(1e9, -90, -1e9), deg(90, 0, 0)} {
			picture(size[0], size[1], a, deg(0, 0, 0))
			picture(size[0], size[1], deg(0, 0, 0), a)
		}
	}
}

func TestFiguresKeepTheirSizeOnAScreenOfManyPixels(t *testing.T) {
	tape := func(scale float64) int {
		img := image.NewRGBA(image.Rect(0, 0, 240, 200))
		horizon.Draw(img, scale, deg(0, 0, 0), nil, palette)
		ground, rows := img.RGBAAt(1, 100), 0
		for y := 199; img.RGBAAt(1, y) != ground; y-- {
			rows++
		}
		return rows
	}
	if one, two := tape(1), tape(2); two < 2*one-2 {
		t.Errorf("the tape has %d rows, %d with two pixels a unit", one, two)
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, size := range [][2]int{{300, 240}, {600, 480}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			img := image.NewRGBA(image.Rect(0, 0, size[0], size[1]))
			for b.Loop() {
				horizon.Draw(img, 1, deg(-30, 10, 355), deg(-22, 4, 8), palette)
			}
		})
	}
}
