package raster_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

// plainStatistics is the obvious way.
func plainStatistics(s *raster.Series, from, to time.Duration) raster.Statistics {
	var out raster.Statistics
	var sum, squares float64
	for i := range s.Len() {
		t, v := s.At(i)
		if t < from || t > to || math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		if out.N == 0 {
			out.First, out.Min, out.Max, out.FirstAt = v, v, v, t
		}
		out.N++
		out.Min, out.Max, out.Last, out.LastAt = min(out.Min, v), max(out.Max, v), v, t
		sum, squares = sum+v, squares+v*v
	}
	if out.N > 0 {
		out.Mean, out.RMS = sum/float64(out.N), math.Sqrt(squares/float64(out.N))
	}
	return out
}

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b), 1) }

func TestStatisticsAreThoseOfTheFiniteSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		n := 1 + rng.IntN(5000)
		times, values := every(n, time.Millisecond), make([]float64, n)
		for i := range values {
			values[i] = rng.NormFloat64() * 100
			if rng.IntN(10) == 0 {
				values[i] = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(3)]
			}
		}
		s := newSeries(t, times, values)
		from := ms(rng.IntN(n) - 5)
		to := from + ms(rng.IntN(n))
		got, err := s.Statistics(context.Background(), nil, from, to)
		if err != nil {
			t.Fatal(err)
		}
		want := plainStatistics(s, from, to)
		if !close(got.Mean, want.Mean) || !close(got.RMS, want.RMS) {
			t.Fatalf("mean and RMS %v and %v, want %v and %v", got.Mean, got.RMS, want.Mean, want.RMS)
		}
		got.Mean, got.RMS = want.Mean, want.RMS
		if got != want {
			t.Fatalf("%v to %v of %d: %+v, want %+v", from, to, n, got, want)
		}
	}
}

func TestStatisticsOfHugeAndTinyValuesStayFinite(t *testing.T) {
	for _, v := range []float64{math.MaxFloat64, 1e300, 1e-300, 5e-324, 0} {
		s := newSeries(t, every(3, time.Second), []float64{v, v, v})
		got, err := s.Statistics(context.Background(), nil, 0, time.Hour)
		if err != nil || got.Mean != v || math.Abs(got.RMS-v) > v*1e-12 {
			t.Errorf("of %v: %+v, %v", v, got, err)
		}
	}
}

func TestStatisticsEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := newSeries(t, every(100, time.Second), make([]float64, 100))
	if _, err := s.Statistics(ctx, nil, 0, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
