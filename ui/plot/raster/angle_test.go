package raster_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"postflight/ui/plot/raster"
)

func TestAnAngleWrapsWhereItJumpsByMoreThanHalfATurn(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []float64
		unit   string
		want   []int
		turn   float64
	}{
		{"yaw in rad", []float64{3.1, -3.1, -3, 3.1}, "rad", []int{1, 3}, 2 * math.Pi},
		{"yaw in deg", []float64{179, -179, -170}, "deg", []int{1}, 360},
		{"heading", []float64{359, 1, 2, 358}, "deg", []int{1, 3}, 360},
		{"heading in cdeg", []float64{35900, 100}, "cdeg", []int{1}, 36000},
		{"across a value that is none", []float64{179, math.NaN(), -179}, "deg", []int{2}, 360},
		{"roll", []float64{-30, 30, -30}, "deg", nil, 0},
		{"turns that are counted", []float64{0, 200, 700, 0}, "deg", nil, 0},
		{"speed", []float64{300, -300}, "deg/s", nil, 0},
		{"number", []float64{3, -3}, "", nil, 0},
		{"nothing", nil, "rad", nil, 0},
	} {
		breaks, turn := raster.Wraps(c.values, c.unit)
		if !slices.Equal(breaks, c.want) || turn != c.turn {
			t.Errorf("%s: breaks %v, turn %v; want %v, %v", c.name, breaks, turn, c.want, c.turn)
		}
	}
}

func TestTheMeanOfHeadingsRoundNorthIsNorth(t *testing.T) {
	for _, c := range []struct {
		values []float64
		turn   float64
		want   float64
	}{
		{[]float64{350, 10, 355, 5}, 360, 0},
		{[]float64{350, 330}, 360, 340},
		{[]float64{179, -179, 178, -178}, 360, 180},
		{[]float64{-10, -20, math.NaN()}, 360, -15},
		{[]float64{3.1, -3.1}, 2 * math.Pi, math.Pi},
		{[]float64{0, 180}, 360, math.NaN()},
		{[]float64{math.NaN()}, 360, math.NaN()},
	} {
		times := make([]time.Duration, len(c.values))
		s, err := raster.NewSeries(times, c.values, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.MeanAngle(context.Background(), 0, time.Second, c.turn)
		away := math.Remainder(got-c.want, c.turn)
		if err != nil || math.IsNaN(got) != math.IsNaN(c.want) || math.Abs(away) > 1e-9 {
			t.Errorf("%v: %v, %v; want %v", c.values, got, err, c.want)
		}
	}
}

// wraps are those of angles in degrees.
func wraps(values []float64) []int {
	breaks, _ := raster.Wraps(values, "deg")
	return breaks
}
