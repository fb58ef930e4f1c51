package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"postflight/replay/sim"
)

// axisStats is what truth --json says of one axis.
type axisStats struct {
	Mean float64 `json:"mean_deg"`
	RMS  float64 `json:"rms_deg"`
	P95  float64 `json:"p95_deg"`
	Max  float64 `json:"max_deg"`
}

// slowStats computes the error of one axis from what the simulator knows, looking
// through the whole truth for each estimate.
func slowStats(estimates []sim.Estimate, truth []sim.TruthRecord, offset time.Duration, axis int) (stats axisStats, pairs int) {
	var errors []float64
	for _, e := range estimates {
		if e.Late || e.Duplicate {
			continue
		}
		near := slices.MinFunc(truth, func(a, b sim.TruthRecord) int {
			return cmp.Compare((a.Time - e.Time - offset).Abs(), (b.Time - e.Time - offset).Abs())
		})
		if (near.Time - e.Time - offset).Abs() > 250*time.Millisecond {
			continue
		}
		angle := []float64{e.Roll, e.Pitch, e.Yaw}[axis] * 180 / math.Pi
		errors = append(errors, math.Remainder(angle-near.Euler[axis], 360))
	}
	magnitudes := make([]float64, len(errors))
	for i, e := range errors {
		stats.Mean += e / float64(len(errors))
		stats.RMS += e * e / float64(len(errors))
		magnitudes[i] = math.Abs(e)
	}
	stats.RMS = math.Sqrt(stats.RMS)
	slices.Sort(magnitudes)
	stats.P95 = magnitudes[int(math.Ceil(0.95*float64(len(magnitudes))))-1]
	stats.Max = magnitudes[len(magnitudes)-1]
	return stats, len(errors)
}

func TestTheErrorIsThatOfTheSimulatorsOwnArrays(t *testing.T) {
	const seed = 5
	set := writeDemo(t, seed)
	flown := sim.Fly(demoConfig(seed, 1.2))
	offset := flown.VGT1MinusVREC()
	for i, wire := range []sim.Wire{sim.NavLink, sim.MAVLink} {
		_, truth := flown.VREC(wire)
		out, errs, code := run(t, "truth", set.path(set.names("vrec")[i]), set.path(set.names("vgt1")[0]),
			"--json", "--offset", fmt.Sprint(offset))
		if code != exitOK {
			t.Fatal(errs)
		}
		var got struct {
			Pairs            int
			Roll, Pitch, Yaw axisStats
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		for axis, a := range []axisStats{got.Roll, got.Pitch, got.Yaw} {
			want, pairs := slowStats(truth.Estimates, flown.Truth, seconds(offset), axis)
			far := max(math.Abs(a.Mean-want.Mean), math.Abs(a.RMS-want.RMS), math.Abs(a.P95-want.P95), math.Abs(a.Max-want.Max))
			if pairs != got.Pairs || far > 1e-4 {
				t.Errorf("%s, axis %d: %d pairs %+v, want %d %+v", set.names("vrec")[i], axis, got.Pairs, a, pairs, want)
			}
		}
	}
}
