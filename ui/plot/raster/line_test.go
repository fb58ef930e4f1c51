package raster_test

import (
	"image"
	"math"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

// seconds are samples a second apart.
func seconds(t *testing.T, values ...float64) *raster.Series {
	return newSeries(t, every(len(values), time.Second), values)
}

// middle is the mean row of what is drawn in a pixel column of a white picture.
func middle(img *image.RGBA, x int) (row float64, drawn bool) {
	var sum, weight float64
	for y := range img.Rect.Dy() {
		r, _, _, _ := img.At(x, y).RGBA()
		dark := float64(0xFFFF - r)
		sum, weight = sum+dark*(float64(y)+0.5), weight+dark
	}
	return sum / weight, weight > 0
}

func TestALineBetweenFarSamplesGoesWhereTheyLeadAtAnyZoom(t *testing.T) {
	for name, c := range map[string]struct {
		series *raster.Series
		style  raster.Style
	}{
		"line":   {seconds(t, 0, 1000), raster.Style{Color: blue, Width: 1.5}},
		"dashed": {seconds(t, 0, 1000), raster.Style{Color: blue, Width: 1.5, Dash: raster.Dash{On: 1e4, Off: 1}}},
		"hours": {
			newSeries(t, []time.Duration{-5 * time.Hour, 5 * time.Hour}, []float64{-17999.7e3, 18000.3e3}),
			raster.Style{Color: blue, Width: 1.5},
		},
	} {
		for span := time.Second; span >= 10*time.Microsecond; span /= 3 {
			from := 300*time.Millisecond - span*3/10
			v := raster.View{From: from, To: from + span, Min: from.Seconds() * 1000, Max: (from + span).Seconds() * 1000}
			if name == "hours" {
				v.Min, v.Max = v.Min+300, v.Max+300
			}
			s := newSheet(v.From, v.To, v.Min, v.Max)
			s.painter.Fill(s.img, white)
			s.view = v
			s.curve(c.series, c.style)
			for x := 5; x < 195; x++ {
				want := 100 - (float64(x)+0.5)/2
				if got, ok := middle(s.img, x); !ok || math.Abs(got-want) > 0.6 {
					t.Fatalf("%s over %v: row %.2f in column %d (drawn: %v), want %.2f", name, span, got, x, ok, want)
				}
			}
		}
	}
}

func TestALineToAHugeValueLeavesThePictureWhereItShould(t *testing.T) {
	for _, huge := range []float64{1e9, 1e30, math.MaxFloat64, -math.MaxFloat64} {
		v := raster.View{From: -time.Second, To: 9 * time.Second, Min: -1, Max: 1}
		s := newSheet(v.From, v.To, v.Min, v.Max)
		s.painter.Fill(s.img, white)
		s.curve(seconds(t, 0, 0, huge, 0, 0), raster.Style{Color: blue, Width: 1})
		for x := range 200 { // upright in columns 40 and 80, level before and after, nothing between
			row, drawn := middle(s.img, x)
			level := x > 22 && x < 37 || x > 83 && x < 97
			if blank := x > 43 && x < 77; level && (!drawn || math.Abs(row-50) > 0.6) || blank && drawn {
				t.Fatalf("%v: column %d: row %v, drawn %v", huge, x, row, drawn)
			}
		}
	}
}

func TestWhatIsSeenReachesFromWhereTheLineComesInToWhereItGoesOut(t *testing.T) {
	s := newSeries(t, every(6, time.Second), []float64{0, 10, -10, 50, math.NaN(), 7}, 3)
	for name, c := range map[string]struct {
		from, to time.Duration
		step     bool
		lo, hi   float64
		ok       bool
	}{
		"between two samples":          {ms(200), ms(400), false, 2, 4, true},
		"across a sample":              {ms(500), ms(1250), false, 5, 10, true},
		"both ways":                    {ms(900), ms(2000), false, -10, 10, true},
		"steps hold":                   {ms(200), ms(400), true, 0, 0, true},
		"steps across a sample":        {ms(500), ms(1250), true, 0, 10, true},
		"in a break":                   {ms(2200), ms(2400), false, 0, 0, false},
		"up to a break":                {ms(1750), ms(2400), false, -10, -5, true},
		"beside a value that is not":   {ms(3100), ms(3900), false, 0, 0, false},
		"alone":                        {ms(4500), ms(5500), false, 7, 7, true},
		"before the first sample":      {ms(-500), ms(-100), false, 0, 0, false},
		"at the very place of samples": {0, ms(1000), false, 0, 10, true},
	} {
		lo, hi, ok := s.Seen(nil, c.from, c.to, c.step)
		if ok != c.ok || ok && (math.Abs(lo-c.lo) > 1e-9 || math.Abs(hi-c.hi) > 1e-9) {
			t.Errorf("%s: %v to %v, %v; want %v to %v, %v", name, lo, hi, ok, c.lo, c.hi, c.ok)
		}
	}
}

func TestTheLastSampleOfAStateIsDrawnForAsLongAsItHolds(t *testing.T) {
	held := seconds(t, 0, 0, 1).HeldTo(8 * time.Second)
	for name, c := range map[string]struct {
		from, to   time.Duration
		first, end int // pixel columns of the line at 1
	}{
		"in view":           {0, 10 * time.Second, 42, 158},
		"before the view":   {5 * time.Second, 10 * time.Second, 1, 118},
		"beyond the view":   {0, 5 * time.Second, 82, 199},
		"all around":        {3 * time.Second, 4 * time.Second, 1, 199},
		"not after the end": {9 * time.Second, 10 * time.Second, 0, 0},
	} {
		s := newSheet(c.from, c.to, -1, 3)
		s.painter.Fill(s.img, white)
		s.curve(held, raster.Style{Color: blue, Width: 1, Step: true})
		for x := range 200 {
			row, drawn := middle(s.img, x)
			level := drawn && math.Abs(row-50) < 0.6
			if inside := x >= c.first && x < c.end; inside && !level || !inside && level && (x < c.first-2 || x > c.end+2) {
				t.Fatalf("%s: column %d: row %v, drawn %v", name, x, row, drawn)
			}
		}
		lo, hi, ok := held.Seen(nil, c.from, c.to, true)
		if ok != (c.end > 0) || ok && hi != 1 || ok && lo != 0 && lo != 1 {
			t.Errorf("%s: seen from %v to %v, %v", name, lo, hi, ok)
		}
	}
	columns := held.Reduce(nil, nil, 0, 10*time.Second, 200)
	if last := columns[len(columns)-1]; last.N != 0 {
		t.Errorf("what leads on claims %d samples", last.N)
	}
}
