package transport

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/replay"
)

var ink = colours{
	back:     color.NRGBA{A: 255},
	density:  color.NRGBA{R: 10, A: 255},
	junk:     color.NRGBA{R: 20, A: 255},
	loss:     color.NRGBA{R: 30, A: 255},
	epoch:    color.NRGBA{R: 40, A: 255},
	severity: [3]color.NRGBA{{R: 200, A: 255}, {R: 200, A: 255}, {R: 200, A: 255}},
}

func drawn(w, h int, o Overview) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	drawOverview(img, o, replay.Range{To: 100 * time.Second}, 1, ink)
	return img
}

func TestSeveritiesDifferInShape(t *testing.T) {
	var pictures [][]byte
	for _, severity := range []flight.Severity{flight.Info, flight.Warning, flight.Error} {
		o := Overview{Findings: []Mark{{At: 50 * time.Second, Severity: severity}}}
		pictures = append(pictures, drawn(200, 46, o).Pix)
	}
	for i := range pictures {
		if bytes.Equal(pictures[i], pictures[(i+1)%3]) {
			t.Errorf("severity of rank %d looks like the next in one colour", i)
		}
	}
}

func TestASingleBadStretchIsSeenAtAnyWidth(t *testing.T) {
	o := Overview{Junk: make([]float32, 5000), Loss: make([]float32, 5000)}
	o.Junk[1234], o.Loss[4321] = 0.001, 0.001
	plain := drawn(100, 46, Overview{})
	junk, loss := drawn(100, 46, Overview{Junk: o.Junk}), drawn(100, 46, Overview{Loss: o.Loss})
	if bytes.Equal(plain.Pix, junk.Pix) || bytes.Equal(plain.Pix, loss.Pix) {
		t.Error("a short stretch of junk or loss is not drawn")
	}
}

func TestAPixelShowsTheHighestOfItsStretches(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		series := make([]float32, rng.IntN(40))
		for i := range series {
			series[i] = rng.Float32()
		}
		from := rng.Float64()
		to := from + rng.Float64()*(1-from)
		want := float32(0)
		for i, v := range series {
			n := float64(len(series))
			if float64(i+1)/n > from && float64(i)/n < to {
				want = max(want, v)
			}
		}
		if got := float32(highest(series, from, to)); got != want {
			t.Fatalf("%d stretches, %v to %v: %v, want %v", len(series), from, to, got, want)
		}
	}
}

func TestAnySizeIsDrawn(t *testing.T) {
	o := Overview{Density: []float32{1, 2, -1}, Epochs: []time.Duration{-1, time.Hour}, Findings: []Mark{{At: time.Hour, Severity: "unheard of"}}}
	for _, size := range [][2]int{{0, 0}, {1, 1}, {10, 46}, {300, 5}, {64, 46}} {
		drawn(size[0], size[1], o)
	}
}
