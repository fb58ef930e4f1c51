package attitude_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
	"time"

	"postflight/analysis/attitude"
	"postflight/analysis/epoch"
	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

func TestWrapBringsAnglesIntoOneTurn(t *testing.T) {
	for in, want := range map[float64]float64{
		0: 0, 180: 180, -180: 180, 180.5: -179.5, -179: -179, 358: -2, -358: 2, 540: 180, -540: 180, 720: 0,
	} {
		if got := attitude.Wrap(in); got != want {
			t.Errorf("Wrap(%v) = %v, want %v", in, got, want)
		}
	}
}

func TestAnglesSurviveBeingAQuaternion(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		e := attitude.Euler{360*random.Float64() - 180, 178*random.Float64() - 89, 360*random.Float64() - 180}
		got := e.Quaternion().Euler()
		for i := range e {
			if math.Abs(attitude.Wrap(got[i]-e[i])) > 1e-9 {
				t.Fatalf("%v became %v", e, got)
			}
		}
	}
}

func TestAngleBetweenRotations(t *testing.T) {
	for _, c := range []struct {
		a, b attitude.Euler
		want float64
	}{
		{attitude.Euler{10, 20, 30}, attitude.Euler{10, 20, 30}, 0},
		{attitude.Euler{0, 0, 179}, attitude.Euler{0, 0, -179}, 2},
		{attitude.Euler{0, 0, 0}, attitude.Euler{180, 0, 0}, 180},
		{attitude.Euler{90, 0, 0}, attitude.Euler{0, 0, 0}, 90},
		{attitude.Euler{0, 1e-6, 0}, attitude.Euler{0, 0, 0}, 1e-6},
	} {
		a, b := c.a.Quaternion(), c.b.Quaternion()
		for i := range b {
			b[i] *= -3 // the same rotation
		}
		if got := attitude.Angle(a, b); math.Abs(got-c.want) > 1e-12+1e-9*c.want {
			t.Errorf("from %v to %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestStatsEqualBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for n := 1; n < 200; n++ {
		errors := make([]float64, n)
		magnitude := make([]float64, n)
		sum, squares := 0.0, 0.0
		for i := range errors {
			errors[i] = random.NormFloat64() * 10
			magnitude[i] = math.Abs(errors[i])
			sum += errors[i]
			squares += errors[i] * errors[i]
		}
		sort.Float64s(magnitude)
		p95 := magnitude[n-1]
		for _, m := range magnitude { // the least value with 95 % of them not above it
			below := 0
			for _, v := range magnitude {
				if v <= m {
					below++
				}
			}
			if 100*below >= 95*n {
				p95 = m
				break
			}
		}
		want := attitude.Stats{Mean: sum / float64(n), RMS: math.Sqrt(squares / float64(n)), P95: p95, Max: magnitude[n-1]}
		if got := attitude.NewStats(errors); got != want {
			t.Fatalf("%d errors: %+v, want %+v", n, got, want)
		}
	}
}

func series(times []float64, yaw []float64) *attitude.Series {
	s := &attitude.Series{}
	for i, t := range times {
		e := attitude.Euler{1, 2, yaw[i]}
		s.Time = append(s.Time, time.Duration(t*float64(time.Second)))
		s.Frame = append(s.Frame, uint32(10*i))
		s.Euler = append(s.Euler, e)
		s.Quaternion = append(s.Quaternion, e.Quaternion())
	}
	return s
}

func TestErrorIsEstimateLessTruthTheShortWayRound(t *testing.T) {
	c := attitude.Compare(series([]float64{1, 2}, []float64{-179, 10}), series([]float64{11, 12}, []float64{178, 15}), 10*time.Second, 0.9, nil)
	if c.Pairs != 2 || math.Abs(c.Errors.Yaw[0]-3) > 1e-9 || math.Abs(c.Errors.Yaw[1]+5) > 1e-9 || math.Abs(c.Yaw.Mean+1) > 1e-9 ||
		math.Abs(c.Angle.Max-5) > 0.01 || c.Roll.Max != 0 {
		t.Errorf("%+v", c)
	}
}

func TestEstimatesWithoutATruthNearbyAreSkippedAndCounted(t *testing.T) {
	estimate := series([]float64{0, 1, 2, 3}, []float64{0, 0, 0, 0})
	truth := series([]float64{0.25, 1.251, 3}, []float64{1, 2, 3})
	epochs := []epoch.Epoch{{FirstFrame: 0, LastFrame: 12}, {Index: 1, FirstFrame: 15, LastFrame: 30}}
	c := attitude.Compare(estimate, truth, 0, 1, epochs)
	if c.Pairs != 2 || c.Skipped != 2 || len(c.ByEpoch) != 2 {
		t.Fatalf("%+v", c)
	}
	for i, e := range c.ByEpoch {
		if e.Pairs != 1 || e.Skipped != 1 || e.Yaw.Mean != []float64{-1, -3}[i] {
			t.Errorf("epoch %d: %+v", i, e.Summary)
		}
	}
}

func TestWithoutPairsEveryNumberIsNull(t *testing.T) {
	c := attitude.Compare(series(nil, nil), series(nil, nil), 1500*time.Millisecond, 0, nil)
	got, err := json.Marshal(c)
	none := `{"mean_deg":null,"rms_deg":null,"p95_deg":null,"max_deg":null}`
	want := `{"offset_s":1.5,"confidence":0,"pairs":0,"skipped":0,"roll":` + none + `,"pitch":` + none + `,"yaw":` + none +
		`,"angle":` + none + `,"by_epoch":[]}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

func TestEstimateIsReadInDegrees(t *testing.T) {
	var b logtest.Builder
	for i, m := range []*flight.Message{logtest.Heartbeat, logtest.Attitude, logtest.Attitude} {
		b.Add(logtest.Frame{At: time.Duration(i), Message: m, Seq: uint8(i)})
	}
	l := b.Log()
	roll := logtest.Attitude.Field("roll").Offset
	put := func(frame int, v float32) {
		bits := math.Float32bits(v)
		for k := range 4 {
			l.Data[int(l.Frames.Offset[frame])+10+roll+k] = byte(bits >> (8 * k))
		}
	}
	put(1, math.Pi/4)
	put(2, float32(math.NaN()))
	sources := attitude.Sources(l)
	if len(sources) != 1 {
		t.Fatalf("sources %v", sources)
	}
	s := attitude.Estimate(l, sources[0])
	if len(s.Time) != 1 || s.Bad != 1 || s.Frame[0] != 1 || math.Abs(s.Euler[0][0]-45) > 1e-5 {
		t.Errorf("%+v", s)
	}
	if c := attitude.Compare(s, series(nil, nil), 0, 0, nil); c.Skipped != 2 {
		t.Errorf("skipped %d", c.Skipped)
	}
	if attitude.Estimate(l, flight.MakeSource(9, 9)) != nil || attitude.Truth(l) != nil {
		t.Error("an attitude from nowhere")
	}
}

func TestSamplesOfFramesThatCameLateAreLeftOutAndCounted(t *testing.T) {
	s := &attitude.Series{
		Time: []time.Duration{1, 2, 3, 4}, Frame: []uint32{10, 20, 30, 40},
		Quaternion: make([]attitude.Quaternion, 4), Euler: []attitude.Euler{{1}, {2}, {3}, {4}},
	}
	got := s.Without([]uint32{5, 20, 25, 40, 50})
	if !slices.Equal(got.Frame, []uint32{10, 30}) || got.Bad != 2 || got.Euler[1][0] != 3 || got.Time[1] != 3 {
		t.Errorf("%+v", got)
	}
	if len(s.Frame) != 4 {
		t.Error("the series itself changed")
	}
}
