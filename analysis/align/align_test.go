package align

import (
	"context"
	"errors"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/decode/flight"
)

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// motion is a smooth random signal: a sum of sines of 0.05 to 3 Hz.
type motion struct{ amplitude, rate, phase [12]float64 }

func newMotion(random *rand.Rand) motion {
	var m motion
	for i := range m.rate {
		m.rate[i] = 2 * math.Pi * 0.05 * math.Pow(60, random.Float64())
		m.amplitude[i] = random.Float64()
		m.phase[i] = 2 * math.Pi * random.Float64()
	}
	return m
}

func (m *motion) at(t float64) float64 {
	v := 0.0
	for i := range m.rate {
		v += m.amplitude[i] * math.Sin(m.rate[i]*t+m.phase[i])
	}
	return v
}

// scene is what two stations saw of the same motion.
type scene struct {
	offset       float64 // telemetry time + offset = truth time
	length       float64 // of the telemetry, s
	truthFrom    float64 // truth time of the first truth sample
	truthLength  float64
	loss         float64
	gapFrom, gap float64 // s of telemetry in which nothing comes
	noise        float64
}

func (s scene) signals(random *rand.Rand) (x, y *signal) {
	motions := [4]motion{newMotion(random), newMotion(random), newMotion(random), newMotion(random)}
	x, y = &signal{channels: make([][]float64, 4)}, &signal{channels: make([][]float64, 4)}
	values := func(t, noise float64) []float64 {
		out := make([]float64, 4)
		for c := range out {
			out[c] = motions[c].at(t) + noise*random.NormFloat64()
		}
		return out
	}
	for t := 0.0; t < s.length; t += 1/17.5 + 0.004*(random.Float64()-0.5) {
		if random.Float64() < s.loss || t > s.gapFrom && t < s.gapFrom+s.gap {
			continue
		}
		x.add(seconds(t), values(t, s.noise)...)
	}
	for t := s.truthFrom; t < s.truthFrom+s.truthLength; t += 0.016 {
		jitter := 0.003 * (random.Float64() - 0.5)
		y.add(seconds(t+jitter), values(t-s.offset, 0)...)
	}
	return x, y
}

func TestTheOffsetIsFoundWithin10Milliseconds(t *testing.T) {
	seeds := uint64(50)
	if testing.Short() {
		seeds = 6
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 77))
		s := scene{length: 60 + 120*random.Float64(), truthLength: 60 + 150*random.Float64(), loss: 0.1 * random.Float64(), noise: 0.2}
		s.gapFrom, s.gap = 20, 5*random.Float64()
		switch seed % 3 {
		case 0: // the truth began some seconds before
			s.offset = 6 * random.Float64()
		case 1: // minutes before, and both saw a part only
			s.truthFrom = 0
			s.offset = s.truthLength*0.5 - 20*random.Float64()
		case 2: // after the telemetry
			s.offset = -s.length * 0.5 * random.Float64()
		}
		x, y := s.signals(random)
		x, y, _ = scaled(x, y)
		r, err := match(t.Context(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		if off := r.Offset.Seconds() - s.offset; math.Abs(off) > 0.01 || r.Confidence < 0.7 {
			t.Errorf("seed %d: off by %.1f ms with confidence %.2f, correlation %.3f: %+v", seed, 1000*off, r.Confidence, r.Correlation, s)
		}
	}
}

func TestAnOffsetOfManyMinutesIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	x, y := scene{length: 120, offset: 1500, truthLength: 1800}.signals(random)
	x, y, _ = scaled(x, y)
	r, err := match(t.Context(), x, y)
	if err != nil || math.Abs(r.Offset.Seconds()-1500) > 0.01 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestLongRestAndAFewStepsDoNotBlurTheOffset(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	m := newMotion(random)
	value := func(t float64) float64 { // motors off, a short flight, motors off
		if t < 150 || t > 200 {
			return 0
		}
		return 60 + m.at(t)
	}
	x, y := &signal{channels: make([][]float64, 1)}, &signal{channels: make([][]float64, 1)}
	for t := 0.0; t < 300; t += 1 / 17.5 {
		x.add(seconds(t), value(t))
	}
	for t := 0.0; t < 320; t += 0.016 {
		y.add(seconds(t), value(t-7.777))
	}
	x, y, _ = scaled(x, y)
	r, err := match(t.Context(), x, y)
	if err != nil || math.Abs(r.Offset.Seconds()-7.777) > 0.01 || r.Confidence < 0.9 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestSignalsThatHaveNothingInCommonGiveNoConfidence(t *testing.T) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 5))
		x, _ := scene{length: 120, truthLength: 1}.signals(random)
		_, y := scene{length: 1, truthLength: 130}.signals(random)
		x, y, _ = scaled(x, y)
		if r, err := match(t.Context(), x, y); err != nil || r.Confidence > 0.3 {
			t.Errorf("seed %d: %+v, %v", seed, r, err)
		}
	}
}

func TestASignalThatRepeatsItselfGivesNoConfidence(t *testing.T) {
	x, y := &signal{channels: make([][]float64, 1)}, &signal{channels: make([][]float64, 1)}
	for t := 0.0; t < 100; t += 1 / 17.5 {
		x.add(seconds(t), math.Sin(t*2*math.Pi/4))
	}
	for t := 0.0; t < 120; t += 0.016 {
		y.add(seconds(t), math.Sin(t*2*math.Pi/4))
	}
	x, y, _ = scaled(x, y)
	if r, err := match(t.Context(), x, y); err != nil || r.Confidence > 0.3 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestASignalThatStandsStillIsNotCompared(t *testing.T) {
	x, y := scene{length: 60, truthLength: 60}.signals(rand.New(rand.NewPCG(1, 1)))
	for c := range x.channels {
		for i := range x.channels[c] {
			x.channels[c][i] = 1500
		}
	}
	if _, _, ok := scaled(x, y); ok {
		t.Error("compared")
	}
}

func TestWithoutCommonSignalsTheWallClocksMustDo(t *testing.T) {
	start := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		l, truth *flight.Log
		want     Result
	}{
		{&flight.Log{}, &flight.Log{}, Result{Method: None}},
		{&flight.Log{Start: start.Add(5 * time.Second)}, &flight.Log{Start: start}, Result{Method: WallClocks, Offset: 5 * time.Second}},
	} {
		if got, err := Find(t.Context(), c.l, c.truth); err != nil || got != c.want {
			t.Errorf("got %+v, %v; want %+v", got, err, c.want)
		}
	}
}

func TestMatchingCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x, y := scene{length: 60, truthLength: 60}.signals(rand.New(rand.NewPCG(1, 1)))
	if _, err := match(ctx, x, y); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestCoarseFitsEqualThoseAddedUpOneByOne(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	const nx, ny = 60, 90
	sample := func(n int) *signal {
		s := &signal{channels: make([][]float64, 2)}
		for i := range n {
			if i == 0 || i == n-1 || random.Float64() < 0.8 {
				s.add(time.Duration(i)*gridStep, random.NormFloat64(), random.NormFloat64())
			}
		}
		return s
	}
	x, y := sample(nx), sample(ny)
	f := newFourier(nx + ny)
	gx, gy := makeGrid(x, gridStep, f.n), makeGrid(y, gridStep, f.n)
	gx.transform(f)
	gy.transform(f)
	fits, err := lagFits(t.Context(), f, gx, gy, nx, ny)
	if err != nil {
		t.Fatal(err)
	}
	for k, got := range fits {
		sums, pairs := make([]moments, 2), 0.0
		for i, a := range x.times {
			for j, b := range y.times {
				if b-a == time.Duration(k-nx+1)*gridStep {
					pairs++
					for c := range sums {
						sums[c].add(x.channels[c][i], y.channels[c][j])
					}
				}
			}
		}
		if want := correlation(sums, pairs); got.pairs > 0 && (math.Abs(got.r-want) > 1e-9 || got.pairs != int(pairs)) {
			t.Fatalf("lag %d: %+v, want %v of %v pairs", k-nx+1, got, want, pairs)
		}
	}
}

func TestTransformEqualsItsDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	for _, points := range []int{1, 2, 3, 16, 60} {
		f := newFourier(points)
		a, want := make([]complex128, f.n), make([]complex128, f.n)
		for i := range a {
			a[i] = complex(random.NormFloat64(), random.NormFloat64())
		}
		for k := range want {
			for i, v := range a {
				want[k] += v * cmplx.Rect(1, -2*math.Pi*float64(i*k)/float64(f.n))
			}
		}
		got := append([]complex128(nil), a...)
		f.forward(got)
		for k := range want {
			if cmplx.Abs(got[k]-want[k]) > 1e-9 {
				t.Fatalf("%d points: %v at %d, want %v", f.n, got[k], k, want[k])
			}
		}
		f.inverse(got)
		for k := range a {
			if f.n < points || cmplx.Abs(got[k]-a[k]) > 1e-12 {
				t.Fatalf("%d points do not come back", f.n)
			}
		}
	}
}

func BenchmarkTenMinutes(b *testing.B) {
	x, y := scene{length: 600, offset: 5, truthLength: 620, noise: 0.1}.signals(rand.New(rand.NewPCG(1, 1)))
	x, y, _ = scaled(x, y)
	for b.Loop() {
		if _, err := match(b.Context(), x, y); err != nil {
			b.Fatal(err)
		}
	}
}
