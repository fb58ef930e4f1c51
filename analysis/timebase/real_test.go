package timebase_test

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"postflight/analysis/align"
	"postflight/analysis/attitude"
	"postflight/analysis/internal/logtest"
	"postflight/analysis/pair"
	"postflight/analysis/timebase"
	"postflight/decode"
)

// TestTelemetryAndOnboardLogsOfOneFlightAgree lays pairs of real logs by their
// clocks. What they say of the attitude then differs by no more than the vehicle
// turned between the two samples and while the frame was on its way.
func TestTelemetryAndOnboardLogsOfOneFlightAgree(t *testing.T) {
	folder := logtest.Real(t)
	for _, c := range []struct {
		name    string
		differs time.Duration // the attitude's offset less the clocks', as it is known of the pair
	}{
		{"wlichon_flood_baseline", -12150 * time.Microsecond},
		{"wlichon_flood_mavlink", -27190 * time.Microsecond},
		{"wlichon_flood_heartbeat", -6170 * time.Microsecond},
	} {
		name := c.name
		a, err := decode.Open(t.Context(), filepath.Join(folder, name+".tlog"), nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := decode.Open(t.Context(), filepath.Join(folder, name+".BIN"), nil)
		if err != nil {
			t.Fatal(err)
		}
		heard := findIn(t, a)
		p, ok := timebase.Place(heard, findIn(t, b))
		if !ok || p.Basis != timebase.BootClock || p.Doubt != "" {
			t.Fatalf("%s: %v %+v", name, ok, p)
		}
		// The attitude shares no clock with the placement.
		found, err := align.Between(t.Context(), a, b, align.Attitude, align.BodyRates)
		if err != nil {
			t.Fatal(err)
		}
		differs := found.Offset - p.Offset
		arrivals := clockOf(t, heard, vehicle, timebase.Envelope, timebase.Boot)
		t.Logf("%s: onboard time less telemetry time %v ± %v, by %s", name, p.Offset, p.Sigma, p.Rests)
		t.Logf("  by its %s %v (confidence %.2f, %d pairs): %v from it; frames came %v late in the middle",
			found.Method, found.Offset, found.Confidence, found.Pairs, differs, arrivals.Delay.Median)

		x, y := attitude.Estimate(a, vehicle), attitude.Estimate(b, 0)
		// The clocks leave out how long the fastest frame took, so the attitude is
		// behind. Samples of the onboard log lie 100 ms apart: motion says no more.
		if found.Confidence < 0.5 || differs < -40*time.Millisecond || differs > 5*time.Millisecond {
			t.Errorf("%s: the attitude puts it %v off, confidence %.2f", name, differs, found.Confidence)
		}
		if off := differs - c.differs; off.Abs() > 15*time.Millisecond {
			t.Errorf("%s: the attitude puts it %v off, %v from what is known of this pair", name, differs, off)
		}
		agree(t, name, p, x, y, arrivals.Delay.P95)
	}
}

// agree compares yaw: roll and pitch of these vehicles swing faster than the
// onboard log samples them.
func agree(t *testing.T, name string, p timebase.Placement, x, y *attitude.Series, late time.Duration) {
	laid := make([]time.Duration, len(x.Time))
	for i, at := range x.Time {
		laid[i] = p.ToB(at)
	}
	pairs, _ := pair.Nearest(laid, y.Time, pair.AttitudeTolerance)
	outside, worst := 0, 0.0
	for _, q := range pairs {
		k := min(max(q.B, 1), len(y.Time)-2)
		turn := func(i int) float64 {
			return math.Abs(attitude.Wrap(y.Euler[i+1][2]-y.Euler[i][2])) / (y.Time[i+1] - y.Time[i]).Seconds()
		}
		apart := (laid[q.A] - y.Time[q.B]).Abs() + late + 3*p.Sigma
		most := max(turn(k-1), turn(k))*apart.Seconds() + 0.3
		off := math.Abs(attitude.Wrap(x.Euler[q.A][2] - y.Euler[q.B][2]))
		worst = max(worst, off)
		if off > most {
			outside++
			t.Logf("  at %v yaw differs by %.2f deg; %.2f explained", laid[q.A], off, most)
		}
	}
	t.Logf("  %d attitudes compared, yaw at most %.2f deg apart, %d further than the pairs explain", len(pairs), worst, outside)
	if len(pairs) < 40 || outside*50 > len(pairs) {
		t.Errorf("%s: %d of %d attitudes disagree", name, outside, len(pairs))
	}
}
