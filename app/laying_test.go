package app

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/replay/sim"
	"postflight/ui/plot"
	"postflight/ui/window"
)

// demoLogs are the demo's telemetry log, the logs that the vehicle wrote in each
// of its two boots, its first recording and its truth.
func demoLogs(t *testing.T) (telemetry file, boots []file, recording, truth file) {
	t.Helper()
	made, err := sim.Fly(demoConfig(demoSeed, 0)).Demo()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made {
		switch one := (file{path: f.Name, data: f.Bytes}); {
		case strings.HasSuffix(f.Name, ".tlog"):
			telemetry = one
		case strings.HasSuffix(f.Name, ".BIN"):
			boots = append(boots, one)
		case isVREC(f.Bytes) && recording.data == nil:
			recording = one
		case isVGT1(f.Bytes):
			truth = one
		}
	}
	if len(boots) != 2 || telemetry.data == nil || recording.data == nil || truth.data == nil {
		t.Fatal("the demo is not what it was")
	}
	return telemetry, boots, recording, truth
}

func mustOpen(t *testing.T, files ...file) *opened {
	t.Helper()
	o, err := openFlight(t.Context(), files, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// apart is how far two curves differ, the 95th percentile, where samples of both
// lie within 30 ms between from and to, and how many do.
func apart(a, b plot.Curve, from, to time.Duration) (float64, int) {
	var off []float64
	for i := range b.Series.Len() {
		t, v := b.Series.At(i)
		if t < from || t > to {
			continue
		}
		k, ok := a.Series.Nearest(t)
		if !ok {
			continue
		}
		if at, w := a.Series.At(k); (at - t).Abs() <= 30*time.Millisecond {
			off = append(off, math.Abs(math.Remainder(v-w, 360)))
		}
	}
	if len(off) == 0 {
		return math.Inf(1), 0
	}
	slices.Sort(off)
	return off[len(off)*95/100], len(off)
}

func TestEachBootOfTheVehiclesLogLiesWhereTheTelemetrySaysIt(t *testing.T) {
	telemetry, boots, _, _ := demoLogs(t)
	both := file{path: "both.BIN", data: bytes.Join([][]byte{boots[0].data, boots[1].data}, nil)}
	// The station's clock is set back at 64.6 s, the vehicle restarts at 113.8 s, and
	// the station's clock is set back again at 149.6 s. The vehicle's time is 5 s ahead.
	heard := [][2]time.Duration{{10, 60}, {68, 110}, {118, 148}, {152, 190}}
	onBoard := [][2]time.Duration{{15, 64}, {74, 114}, {124, 151}, {160, 190}}
	for name, c := range map[string]struct {
		files  []file
		ranges [][2]time.Duration
	}{
		"two logs of one boot each": {[]file{telemetry, boots[0], boots[1]}, heard},
		"one log of both":           {[]file{telemetry, both}, heard},
		"the telemetry beside it":   {[]file{both, telemetry}, onBoard},
	} {
		o := mustOpen(t, c.files...)
		panes, err := o.panes()
		if err != nil {
			t.Fatal(err)
		}
		roll := panes[0].Curves
		for _, r := range c.ranges {
			best, pairs := math.Inf(1), 0
			for _, further := range roll[1:] {
				off, n := apart(roll[0], further, r[0]*time.Second, r[1]*time.Second)
				best, pairs = min(best, off), pairs+n
			}
			if best > 8 || pairs < 100 {
				t.Errorf("%s, %v to %v s: %.1f° apart, %d pairs\n%s", name, int64(r[0]), int64(r[1]), best, pairs, o.placings())
			}
		}
		if name == "one log of both" && (!strings.Contains(o.placings(), "epoch 1") || !strings.Contains(o.placings(), "epoch 2")) {
			t.Errorf("says %q", o.placings())
		}
	}
}

func TestABootThatCannotBePlacedIsNamedAndNotDrawn(t *testing.T) {
	telemetry, boots, _, _ := demoLogs(t)
	other := otherFlight()
	o := mustOpen(t, telemetry, file{path: "both.BIN", data: append(slices.Clone(boots[0].data), other...)})
	text := o.placings()
	if !strings.Contains(text, "epoch 2") || !strings.Contains(text, "is not placed: ") {
		t.Errorf("says %q", text)
	}
	onboard := o.others[0]
	if at, ok := onboard.laying.ToFlight(onboard.log.End); ok {
		t.Errorf("its end lies at %v", at)
	}
	if _, ok := onboard.laying.ToFlight(onboard.log.End / 3); !ok {
		t.Error("its first boot has no place")
	}
}

// otherFlight is what the vehicle wrote in the first boot of a flight of another day.
func otherFlight() []byte {
	c := demoConfig(demoSeed+1, 0)
	c.Start = time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	return sim.Fly(c).DataFlash()[0].Bytes
}

func TestTheTruthFollowsWhereItIsPutAndComesBack(t *testing.T) {
	_, _, recording, truth := demoLogs(t)
	o := mustOpen(t, recording, truth)
	found := *o.comparison
	for _, by := range []time.Duration{2 * time.Second, -700 * time.Millisecond} {
		moved := o.withMoves(moves{o.truth: by})
		if want := o.found.Offset - by; moved.placing.Offset != want || !moved.byHand {
			t.Fatalf("moved by %v the offset is %v, want %v", by, moved.placing.Offset, want)
		}
		if moved.comparison.Angle.RMS < 2*found.Angle.RMS {
			t.Errorf("moved by %v the error is %.2f°, unmoved %.2f°", by, moved.comparison.Angle.RMS, found.Angle.RMS)
		}
		if typed := o.withOffset(o.found.Offset - by); typed.comparison.Angle != moved.comparison.Angle {
			t.Error("moved and typed differ")
		}
		back := moved.withMoves(moves{})
		if back.comparison.Angle != found.Angle || back.byHand || back.placed() != o.placed() {
			t.Errorf("back again: %+v, %q", back.comparison.Angle, back.placed())
		}
	}
}

func TestWhereALogLiesIsToldWithWhatTheClocksSay(t *testing.T) {
	telemetry, boots, _, _ := demoLogs(t)
	o := mustOpen(t, telemetry, boots[0])
	laid := o.laid()
	if len(laid) != 1 || laid[0].Log != o.others[0].log {
		t.Fatalf("laid: %+v", laid)
	}
	lines := laid[0].Tell(-250 * time.Millisecond)
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, "0.250 s earlier than the clocks say ± ") || !strings.Contains(text, laid[0].Name) {
		t.Errorf("says %q", text)
	}
	if moved := o.withMoves(moves{laid[0].Log: time.Second}); !strings.Contains(moved.placings(), "By hand 1.000 s later.") {
		t.Errorf("says %q", moved.placings())
	}
}

func TestClocksToShowTimesByCoverTheFlight(t *testing.T) {
	telemetry, _, _, _ := demoLogs(t)
	o := mustOpen(t, telemetry)
	byLabel := map[string]window.Dating{}
	for _, d := range o.datings() {
		byLabel[d.Label] = d
	}
	for label, c := range map[string]struct {
		at   time.Duration
		want string
	}{
		"UTC":                          {0, "09:15:00"},
		"UTC by the Vehicle":           {10 * time.Second, "09:15:10"},
		"Time since Power-up of 1:1":   {10 * time.Second, "0:15"},
		"Time since Power-up of 1:100": {10 * time.Second, ""},
	} {
		d, ok := byLabel[label]
		if !ok {
			t.Errorf("no %s among %d clocks", label, len(byLabel))
			continue
		}
		got, ok := d.Clock.Text(c.at, time.Second)
		if !ok || c.want != "" && got != c.want {
			t.Errorf("%s at %v: %q, %v; want %q", label, c.at, got, ok, c.want)
		}
	}
	// The vehicle restarts between 112.6 s and 113.8 s.
	if got, ok := byLabel["Time since Power-up of 1:1"].Clock.Text(113*time.Second, time.Second); ok {
		t.Errorf("while it restarts the vehicle has been up for %q", got)
	}
}

func TestLocalTimeChangesWithTheZone(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	begin := time.Date(2026, 10, 25, 0, 59, 0, 0, time.UTC) // winter begins at 01:00 UTC
	c := local([]timebase.Stretch{{To: 2 * time.Minute, At: func(t time.Duration) int64 { return begin.UnixNano() + int64(t) }}}, zone)
	for at, want := range map[time.Duration]string{
		0: "2026-10-25 02:59:00 CEST (UTC+02:00)", 90 * time.Second: "2026-10-25 02:00:30 CET (UTC+01:00)",
	} {
		if got, ok := c.Whole(at); !ok || got != want {
			t.Errorf("at %v: %q, want %q", at, got, want)
		}
	}
}
