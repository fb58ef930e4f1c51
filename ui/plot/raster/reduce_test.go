package raster_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/gap"
	"postflight/ui/plot/raster"
)

// randomSeries makes n samples of an uneven stream with all that logs hold:
// NaN, infinities, gaps, repeated times, constants, spikes, huge values.
func randomSeries(t testing.TB, rng *rand.Rand, n int) *raster.Series {
	times, values := make([]time.Duration, n), make([]float64, n)
	now, level := time.Duration(rng.Int64N(1e9)), 0.0
	noise := []float64{0, 1, 1e300}[rng.IntN(3)]
	for i := range times {
		switch rng.IntN(1000) {
		case 0:
			now += time.Duration(rng.Int64N(int64(time.Minute)))
			level = rng.NormFloat64() * 100
		case 1, 2, 3:
		default:
			now += time.Duration(rng.Int64N(int64(2 * time.Millisecond)))
		}
		times[i], values[i] = now, level+noise*rng.NormFloat64()
		switch rng.IntN(500) {
		case 0:
			values[i] = math.NaN()
		case 1:
			values[i] = math.Inf(1 - 2*rng.IntN(2))
		case 2:
			values[i] = 1e9 * rng.NormFloat64()
		}
	}
	return newSeries(t, times, values, gap.Breaks(times, gap.Limit(times))...)
}

// pixel is the column of time t by exact arithmetic.
func pixel(t, from, to time.Duration, width int) int {
	n := new(big.Int).Mul(big.NewInt(int64(t-from)), big.NewInt(int64(width)))
	c := int(n.Quo(n, big.NewInt(int64(to-from))).Int64())
	return min(c, width-1)
}

type span struct {
	lo, hi float64
	n      int
}

// bruteColumns is the obvious reduction.
func bruteColumns(s *raster.Series, from, to time.Duration, width int) map[int]span {
	columns := map[int]span{}
	for i := range s.Len() {
		t, v := s.At(i)
		if t < from || t > to || math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		c := pixel(t, from, to, width)
		got, ok := columns[c]
		if !ok {
			got = span{v, v, 0}
		}
		columns[c] = span{min(got.lo, v), max(got.hi, v), got.n + 1}
	}
	return columns
}

func joined(columns []raster.Column, width int) map[int]span {
	out := map[int]span{}
	for i, c := range columns {
		edge := i == 0 && c.X < 0 || i == len(columns)-1 && c.X > float64(width)
		if edge && c.N == 1 {
			continue
		}
		at := min(int(c.X), width-1)
		got, ok := out[at]
		if !ok {
			got = span{c.Min, c.Max, 0}
		}
		out[at] = span{min(got.lo, c.Min), max(got.hi, c.Max), got.n + c.N}
	}
	return out
}

func TestColumnsCoverTheExactRangeOfTheirSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000} {
		if n > 1_000_000 && testing.Short() {
			continue
		}
		rounds := max(2, min(40, 400_000/n))
		for round := range rounds {
			s := randomSeries(t, rng, n)
			p, err := raster.NewPyramid(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			if round%4 == 3 {
				p = nil
			}
			first, last, _ := s.Span()
			from, to, width := first, last, 1+rng.IntN(2000)
			if round > 0 {
				from += time.Duration(rng.Int64N(int64(last-first) + 1))
				to = from + 1 + time.Duration(rng.Int64N(int64(last-from)/(1+rng.Int64N(50))+2))
			}
			to = max(to, from+1)
			got := joined(s.Reduce(nil, p, from, to, width), width)
			want := bruteColumns(s, from, to, width)
			if diff := differ(got, want); diff != "" {
				t.Fatalf("%d samples, %v to %v on %d pixels: %s", n, from, to, width, diff)
			}
			checkExtent(t, s, p, from, to, want)
		}
	}
}

func differ(got, want map[int]span) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d columns, want %d", len(got), len(want))
	}
	for c, w := range want {
		if got[c] != w {
			return fmt.Sprintf("column %d is %v, want %v", c, got[c], w)
		}
	}
	return ""
}

func checkExtent(t *testing.T, s *raster.Series, p *raster.Pyramid, from, to time.Duration, columns map[int]span) {
	t.Helper()
	want := span{math.Inf(1), math.Inf(-1), 0}
	for _, c := range columns {
		want = span{min(want.lo, c.lo), max(want.hi, c.hi), 0}
	}
	lo, hi, ok := s.Extent(p, from, to)
	if ok != (len(columns) > 0) || ok && (lo != want.lo || hi != want.hi) {
		t.Fatalf("extent %v to %v, %v; want %v", lo, hi, ok, want)
	}
}

func TestASpikeOfOneSampleIsNeverLost(t *testing.T) {
	const n = 200_000
	rng := rand.New(rand.NewPCG(3, 4))
	times := every(n, time.Millisecond)
	for range 50 {
		values, at := make([]float64, n), rng.IntN(n)
		values[at] = 1
		s := newSeries(t, times, values)
		p, err := raster.NewPyramid(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		for span := 4; span < 2*n; span *= 3 {
			from := ms(at - rng.IntN(span))
			to := from + ms(span)
			seen := false
			for _, c := range s.Reduce(nil, p, from, to, 300) {
				seen = seen || c.Max == 1
			}
			if !seen {
				t.Fatalf("spike at %d is not in %v to %v", at, from, to)
			}
		}
	}
}

func TestSamplesAreHandedOnBelowOneAPixel(t *testing.T) {
	s := newSeries(t, every(10, ms(10)), []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	got := s.Reduce(nil, nil, ms(25), ms(65), 80)
	if len(got) != 6 {
		t.Fatalf("%d columns, want 4 samples and a neighbour on each side", len(got))
	}
	for i, c := range got {
		if want := float64(i*20 - 10); c.X != want || c.First != float64(i+2) || c.N != 1 {
			t.Errorf("sample %d is %+v, want x %v", i, c, want)
		}
		if c.Break != (i == 0) {
			t.Errorf("sample %d breaks the line: %v", i, c.Break)
		}
	}
}

func TestALineThatCrossesThePictureWithoutASampleInItIsKept(t *testing.T) {
	whole := newSeries(t, every(2, ms(100)), []float64{0, 1})
	if got := whole.Reduce(nil, nil, ms(40), ms(60), 100); len(got) != 2 || got[1].Break {
		t.Errorf("%+v, want both neighbours on one line", got)
	}
	torn := newSeries(t, every(2, ms(100)), []float64{0, 1}, 1)
	if got := torn.Reduce(nil, nil, ms(40), ms(60), 100); len(got) != 0 {
		t.Errorf("%+v, want nothing across a break", got)
	}
}

func TestNeighboursDoNotBridgeABreak(t *testing.T) {
	s := newSeries(t, every(5, ms(10)), []float64{0, 1, 2, 3, 4}, 1, 4)
	got := s.Reduce(nil, nil, ms(8), ms(32), 100)
	if len(got) != 3 || got[0].First != 1 || got[2].First != 3 || !got[0].Break {
		t.Errorf("%+v, want samples 1 to 3 only", got)
	}
}

func TestAWrapWithinAColumnSplitsIt(t *testing.T) {
	values := make([]float64, 1000)
	for i := range values {
		values[i] = math.Mod(float64(i)*0.36+180, 360) - 180
	}
	s := newSeries(t, every(1000, ms(1)), values).WithBreaks(wraps(values))
	for _, c := range s.Reduce(nil, nil, 0, ms(999), 10) {
		if c.Max-c.Min > 100 {
			t.Errorf("column at %v reaches from %v to %v", c.X, c.Min, c.Max)
		}
	}
}

func TestAPyramidIsNotBuiltAfterCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := newSeries(t, every(100, 1), make([]float64, 100))
	if p, err := raster.NewPyramid(ctx, s); err == nil || p != nil {
		t.Errorf("pyramid %v, error %v", p, err)
	}
}
