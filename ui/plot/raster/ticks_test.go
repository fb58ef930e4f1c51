package raster_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

func TestValueTicksReadAsRoundNumbers(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   string
	}{
		{0, 10, 5, "0 2 4 6 8 10"},
		{-30, 30, 6, "-30 -20 -10 0 10 20 30"},
		{0.12, 0.31, 4, "0.15 0.20 0.25 0.30"},
		{-0.3, 0.3, 3, "-0.2 0.0 0.2"},
		{1013.2, 1013.9, 4, "1013.2 1013.4 1013.6 1013.8"},
		{0, 2e7, 4, "0 5e6 1e7 1.5e7 2e7"},
		{0, 4e9, 4, "0 1e9 2e9 3e9 4e9"},
		{0, 3e-9, 3, "0 1e-9 2e-9 3e-9"},
		{5, 5, 3, ""},
		{0, math.Inf(1), 3, ""},
		{math.NaN(), 1, 3, ""},
	} {
		var labels []string
		for _, tick := range raster.ValueTicks(c.lo, c.hi, c.n) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v to %v: %q, want %q", c.lo, c.hi, got, c.want)
		}
	}
}

func TestTimeTicksReadAsTime(t *testing.T) {
	for _, c := range []struct {
		from, to time.Duration
		n        int
		want     string
	}{
		{0, 500 * time.Millisecond, 5, "00:00.0 00:00.1 00:00.2 00:00.3 00:00.4 00:00.5"},
		{0, time.Minute, 4, "0:00 0:15 0:30 0:45 1:00"},
		{90 * time.Second, 200 * time.Second, 4, "1:30 2:00 2:30 3:00"},
		{0, 3 * time.Hour, 3, "0:00 1:00:00 2:00:00 3:00:00"},
		{time.Second, time.Second + 4*time.Microsecond, 2, "00:01.000000 00:01.000002 00:01.000004"},
		{-2 * time.Second, 2 * time.Second, 4, "-0:02 -0:01 0:00 0:01 0:02"},
		{time.Second, time.Second, 4, ""},
	} {
		var labels []string
		for _, tick := range raster.TimeTicks(c.from, c.to, c.n) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%v to %v: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestTicksOfAnyRangeAreFewAndFinite(t *testing.T) {
	for _, r := range [][2]float64{
		{-math.MaxFloat64, math.MaxFloat64},
		{0, 5e-324},
		{1e17, 1e17 + 16},
		{1e300, 2e300},
	} {
		ticks := raster.ValueTicks(r[0], r[1], 5)
		if len(ticks) > 8 {
			t.Errorf("%v: %d ticks", r, len(ticks))
		}
		for _, tick := range ticks {
			if math.IsInf(tick.At, 0) || math.IsNaN(tick.At) {
				t.Errorf("%v: tick at %v", r, tick.At)
			}
		}
	}
	if n := len(raster.TimeTicks(0, math.MaxInt64, 5)); n > 8 {
		t.Errorf("%d ticks over all of time", n)
	}
}

func TestTimeIsCutToTheStepsDigits(t *testing.T) {
	for _, c := range []struct {
		t, step time.Duration
		want    string
	}{
		{83_500 * time.Millisecond, 100 * time.Millisecond, "01:23.5"},
		{59_999 * time.Millisecond, time.Second, "0:59"},
		{3_723_004 * time.Millisecond, time.Millisecond, "1:02:03.004"},
		{-400 * time.Millisecond, time.Second, "0:00"},
		{-1500 * time.Millisecond, 500 * time.Millisecond, "-00:01.5"},
		{math.MinInt64, time.Hour, "-2562047:47:16"},
	} {
		if got := raster.FormatTime(c.t, c.step); got != c.want {
			t.Errorf("%v by %v is %q, want %q", c.t, c.step, got, c.want)
		}
	}
}

func TestARangeGrowsToRoundEnds(t *testing.T) {
	for _, c := range []struct {
		lo, hi, wantLo, wantHi float64
	}{
		{-28.3, 31, -40, 40},
		{0, 40, 0, 40},
		{7, 7, 6, 8},
		{0, 0, -1, 1},
	} {
		lo, hi := raster.NiceRange(c.lo, c.hi, 4)
		if lo != c.wantLo || hi != c.wantHi {
			t.Errorf("%v to %v grows to %v to %v, want %v to %v", c.lo, c.hi, lo, hi, c.wantLo, c.wantHi)
		}
	}
	for _, huge := range []float64{1e300, math.MaxFloat64} {
		lo, hi := raster.NiceRange(-huge, huge, 4)
		if math.IsInf(lo, 0) || math.IsInf(hi, 0) || lo > -huge || hi < huge {
			t.Errorf("range of %v is %v to %v", huge, lo, hi)
		}
	}
}

func TestValuesAreWrittenOutUnlessHugeOrTiny(t *testing.T) {
	for _, c := range []struct {
		v, step float64
		want    string
	}{
		{37.2418431, 1e-7, "37.2418431"},
		{-999999.5, 1e-9, "-999999.500000000"},
		{0.0005, 1e-7, "0.0005000"},
		{0.0000001, 1e-7, "0.0000001"},
		{1234567, 1, "1234567"},
		{1234567890, 1, "1234567890"},
		{1e18, 1, "1e18"},
		{1.5e9, 1e6, "1.5e9"},
		{3e-9, 1e-9, "3e-9"},
		{37.2418431, 0, "37.2418"},
		{1234567.8, 0, "1234568"},
		{999999.7, 0, "1000000"},
		{-0.25, 0, "-0.25"},
		{0, 0, "0"},
		{2.5e12, 0, "2.5e12"},
		{math.NaN(), 0, "-"},
	} {
		if got := raster.FormatValue(c.v, c.step); got != c.want {
			t.Errorf("%v by %v is %q, want %q", c.v, c.step, got, c.want)
		}
	}
}

func TestNoTwoTicksHaveTheSameLabelAndEachReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		size := math.Pow(10, -14+32*rng.Float64())
		lo := rng.NormFloat64() * size * math.Pow(10, 5*rng.Float64())
		ticks := raster.ValueTicks(lo, lo+size, 2+rng.IntN(12))
		for i, tick := range ticks {
			if i > 0 && ticks[i-1].Label == tick.Label {
				t.Fatalf("%v to %v: %q twice", lo, lo+size, tick.Label)
			}
			read, err := strconv.ParseFloat(tick.Label, 64)
			if step := size; err != nil || math.Abs(read-tick.At) > step/1000 && math.Abs(read-tick.At) > math.Abs(tick.At)*1e-14 {
				t.Fatalf("%v to %v: %q stands at %v (%v)", lo, lo+size, tick.Label, tick.At, err)
			}
		}
	}
}
