package timebase_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// simFloor is how long a frame of the simulator takes at least: 2 ms, and its
// boot clocks count whole ticks.
const simFloor = 2 * ms

func TestDemoFlightsHaveTheClocksTheyWereMadeWith(t *testing.T) {
	seeds := uint64(2)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		data, _ := sim.Fly(sim.DemoConfig(seed)).TLog()
		found := find(t, "sim.tlog", data)
		// The station's clock was set back by 3 s, which splits the log, and by
		// 1.2 s, which does not. The vehicle's date takes no part in that.
		steps := []int64{0, 3 * s, 3 * s}
		for epoch, step := range steps {
			boot, date := pick(found, epoch, timebase.Envelope), pick(found, epoch, timebase.GPS)
			if boot == nil || date == nil {
				t.Fatalf("seed %d, epoch %d: no clock", seed, epoch)
			}
			if len(boot.Changes) > 0 {
				step += 1200 * ms // the longer part of it is behind that
			}
			off := boot.Offset() + date.PowerUp - step + simFloor
			skew := boot.SkewPPM()
			if !boot.Ready || off > ms || off < -ms || skew > 3*boot.SkewSigma+0.1 || skew < -3*boot.SkewSigma-0.1 {
				t.Errorf("seed %d, epoch %d: ready %v, offset wrong by %.3f ms, skew %.3f ± %.3f ppm", seed, epoch,
					boot.Ready, float64(off)/1e6, skew, boot.SkewSigma)
			}
			if answers := pick(found, epoch, timebase.Timesync); answers != nil && answers.Ready && len(boot.Changes) == 0 {
				if floor := answers.Offset() - boot.Offset(); floor < simFloor/2 || floor > 2*simFloor {
					t.Errorf("seed %d, epoch %d: the fastest frame took %.3f ms", seed, epoch, float64(floor)/1e6)
				}
			}
		}
		f := findingOf(t, found, flight.ClockStepped)
		if f.Source != "" || !strings.HasPrefix(f.Text, "The clock of the ground station was set back by 1.20") {
			t.Errorf("seed %d: %+v", seed, f)
		}
	}
}

func pick(found *timebase.Result, epoch int, kind timebase.Kind) *timebase.Clock {
	for i := range found.Clocks {
		if c := &found.Clocks[i]; c.Source == vehicle && c.Epoch == epoch && c.Kind == kind {
			return c
		}
	}
	return nil
}

// TestTwoRecordingsOfOneLinkLieOnEachOther: both stations of the simulator begin
// with the same frame.
func TestTwoRecordingsOfOneLinkLieOnEachOther(t *testing.T) {
	for seed := range uint64(2) {
		f := sim.Fly(sim.Config{Seed: seed, Length: 100 * time.Second})
		data, _ := f.TLog()
		tlog := find(t, "sim.tlog", data)
		for name, wire := range map[string]sim.Wire{"NavLink": sim.NavLink, "MAVLink": sim.MAVLink} {
			data, _ := f.VREC(wire)
			p, ok := timebase.Place(tlog, find(t, "rec.bin", data))
			if !ok || p.Basis != timebase.BootClock || p.Offset.Abs() > 3*p.Sigma+time.Millisecond || p.Sigma > time.Millisecond {
				t.Errorf("seed %d, %s: %v %+v", seed, name, ok, p)
			}
		}
	}
}
