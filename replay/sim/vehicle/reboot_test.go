package vehicle_test

import (
	"fmt"
	"math"
	"testing"

	"postflight/replay/sim/vehicle"
)

func TestRestartHoldsTheMotorsAndStartsTheBootClockAnew(t *testing.T) {
	const at = 30_000
	var held [4]float64
	vehicle.Fly(vehicle.Config{Seed: 11, Millis: 60_000, Reboots: []uint64{at}}, func(s *vehicle.State) {
		booting := s.Tick >= at && s.Tick < at+1200
		if s.Booting != booting {
			t.Fatalf("tick %d: booting is %v", s.Tick, s.Booting)
		}
		switch {
		case s.Tick == at-1:
			held = s.Duty
		case booting && s.Duty != held:
			t.Fatalf("tick %d: duty %v, expected %v", s.Tick, s.Duty, held)
		case s.Tick >= at+1200 && s.BootMillis != uint32(s.Tick-at-1200):
			t.Fatalf("tick %d: boot time %d", s.Tick, s.BootMillis)
		case s.Tick == at+1200 && s.Nav != vehicle.Failsafe:
			t.Fatalf("starts in %d", s.Nav)
		case s.Tick == at+3500 && s.Nav != vehicle.InAir:
			t.Fatalf("goes on in %d", s.Nav)
		}
	})
}

func TestVehicleSurvivesRestartsSpreadOverTheFlight(t *testing.T) {
	for i := range uint64(14) {
		cfg := vehicle.Config{Seed: i, Millis: 60_000, Reboots: []uint64{8_000 + i*2_537}}
		t.Run(fmt.Sprintf("seed %d at %d ms", cfg.Seed, cfg.Reboots[0]), func(t *testing.T) {
			t.Parallel()
			requireSafe(t, cfg, 120)
		})
	}
}

func TestVehicleSurvivesRestartsOnTheGround(t *testing.T) {
	for _, at := range []uint64{0, 2_000, 3_500, 4_500, 55_500, 59_500} {
		requireSafe(t, vehicle.Config{Seed: at, Millis: 60_000, Reboots: []uint64{at}}, 40)
	}
}

func TestVehicleSurvivesManyRestartsInAnyOrder(t *testing.T) {
	requireSafe(t, vehicle.Config{Seed: 4, Millis: 120_000, Reboots: []uint64{90_000, 30_000, 30_500, 60_000, 1 << 62}}, 120)
}

func TestEstimateAfterARestartInHoverIsWithinDegrees(t *testing.T) {
	for seed := range uint64(10) {
		const at = 14_700
		vehicle.Fly(vehicle.Config{Seed: seed, Millis: 17_000, Reboots: []uint64{at}}, func(s *vehicle.State) {
			if e := estimateError(s); s.Tick == at+1200 && e > 20*degree {
				t.Errorf("seed %d: estimate starts %.1f degrees off", seed, e/degree)
			}
		})
	}
}

// requireSafe asks that the vehicle ends standing where it took off, motors
// off, without having gone far.
func requireSafe(t *testing.T, cfg vehicle.Config, far float64) {
	t.Helper()
	s := observe(cfg)
	where := math.Hypot(s.last.Position[0], s.last.Position[1])
	if !s.allFinite || math.Abs(s.last.Position[2]) > 0.1 || where > 3 || tilt(s.last.Quaternion) > 3*degree ||
		s.farthest > far || s.lowestAway < 3 {
		t.Errorf("ends %.1f m off, tilted %.1f deg, at %.2f m; was %.1f m away and %.1f m low",
			where, tilt(s.last.Quaternion)/degree, -s.last.Position[2], s.farthest, s.lowestAway)
	}
	if s.last.Duty != [4]float64{} {
		t.Errorf("ends with duty %v", s.last.Duty)
	}
}
