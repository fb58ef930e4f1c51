package raster_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// every makes n times, step apart.
func every(n int, step time.Duration) []time.Duration {
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = time.Duration(i) * step
	}
	return times
}

func newSeries(t testing.TB, times []time.Duration, values []float64, breaks ...int) *raster.Series {
	t.Helper()
	s, err := raster.NewSeries(times, values, breaks)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSeriesRefusesWhatItCannotSearch(t *testing.T) {
	for name, c := range map[string]struct {
		times  []time.Duration
		values []float64
		breaks []int
	}{
		"fewer values":     {every(2, 1), []float64{1}, nil},
		"time falls":       {[]time.Duration{2, 1}, []float64{1, 1}, nil},
		"breaks unordered": {every(2, 1), []float64{1, 1}, []int{1, 0}},
	} {
		if _, err := raster.NewSeries(c.times, c.values, c.breaks); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestNearestSkipsWhatIsNotDrawn(t *testing.T) {
	nan := math.NaN()
	s := newSeries(t, every(6, ms(10)), []float64{nan, 1, nan, math.Inf(1), 2, nan})
	for _, c := range []struct{ at, want int }{{-5, 1}, {0, 1}, {10, 1}, {24, 1}, {25, 1}, {26, 4}, {40, 4}, {90, 4}} {
		if got, ok := s.Nearest(ms(c.at)); !ok || got != c.want {
			t.Errorf("nearest to %d ms is %d, %v; want %d", c.at, got, ok, c.want)
		}
	}
	empty := newSeries(t, every(1, 1), []float64{nan})
	if _, ok := empty.Nearest(0); ok {
		t.Error("a series without a drawn sample has a nearest one")
	}
}

func TestLatestIsTheLastSampleAtOrBefore(t *testing.T) {
	s := newSeries(t, []time.Duration{10, 20, 20, 30}, []float64{1, 2, 3, 4})
	for _, c := range []struct {
		at   time.Duration
		want int
	}{{9, -1}, {10, 0}, {19, 0}, {20, 2}, {31, 3}} {
		if got, ok := s.Latest(c.at); got != c.want || ok != (c.want >= 0) {
			t.Errorf("latest at %d is %d, %v; want %d", c.at, got, ok, c.want)
		}
	}
}

func TestBreaksAreFoundAndMerged(t *testing.T) {
	gaps := []int{2}
	wraps, _ := raster.Wraps([]float64{170, 179, -179, -170, math.NaN(), -170}, "deg")
	if got, want := raster.MergeBreaks(wraps, gaps, []int{1}), []int{1, 2}; !slices.Equal(got, want) {
		t.Errorf("breaks %v, want %v", got, want)
	}
}
