package vehicle_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"postflight/replay/sim/vehicle"
)

func TestSameConfigFliesTheSameFlightToTheBit(t *testing.T) {
	cfg := vehicle.Config{Seed: 7, Millis: 60_000, Reboots: []uint64{25_000}}
	var first []vehicle.State
	vehicle.Fly(cfg, func(s *vehicle.State) { first = append(first, *s) })
	i, differ := 0, 0
	vehicle.Fly(cfg, func(s *vehicle.State) {
		if *s != first[i] {
			differ++
		}
		i++
	})
	if i != len(first) || differ != 0 {
		t.Fatalf("%d states then %d, %d of them differ", len(first), i, differ)
	}
}

func TestDifferentSeedsFlyDifferentFlights(t *testing.T) {
	at := func(seed uint64) (s vehicle.State) {
		vehicle.Fly(vehicle.Config{Seed: seed, Millis: 20_000}, func(now *vehicle.State) { s = *now })
		return s
	}
	if a, b := at(1), at(2); a.Position == b.Position || a.Gyro == b.Gyro || a.Quaternion == b.Quaternion {
		t.Fatalf("seeds 1 and 2 agree after 20 s: %v and %v", a, b)
	}
}

func TestEveryTickIsToldOnceInOrder(t *testing.T) {
	next := uint64(0)
	vehicle.Fly(vehicle.Config{Seed: 3, Millis: 60_000}, func(s *vehicle.State) {
		if s.Tick != next || s.Booting || s.BootMillis != uint32(s.Tick) {
			t.Fatalf("tick %d, booting %v, boot time %d; expected tick and boot time %d", s.Tick, s.Booting, s.BootMillis, next)
		}
		next++
	})
	if next != 60_000 {
		t.Fatalf("%d ticks", next)
	}
}

func TestFlightShorterThanAMinuteIsTheBeginningOfOne(t *testing.T) {
	s := observe(vehicle.Config{Seed: 3, Millis: 30_000})
	if s.states != 30_000 || s.last.Nav != vehicle.InAir {
		t.Fatalf("%d states, ends in %d", s.states, s.last.Nav)
	}
	if none := observe(vehicle.Config{}); none.states != 0 {
		t.Fatalf("%d states of a flight of no length", none.states)
	}
}

func TestFlightTakesOffManoeuvresAndLands(t *testing.T) {
	whole := []vehicle.NavState{vehicle.Standby, vehicle.PreArm, vehicle.Armed, vehicle.InAir, vehicle.Armed, vehicle.Standby}
	for _, c := range flights() {
		t.Run(fmt.Sprintf("seed %d for %d s", c.Seed, c.Millis/1000), func(t *testing.T) {
			t.Parallel()
			s := observe(c)
			check := func(ok bool, what string, got any) {
				t.Helper()
				if !ok {
					t.Errorf("%s: %v", what, got)
				}
			}
			check(s.allFinite, "a value is not finite", s.last)
			check(s.normError < 1e-9, "quaternion norm is off by", s.normError)
			check(s.highest > 33 && s.highest < 42, "highest m", s.highest)
			check(s.lowestAway > 30, "lowest m between take-off and landing", s.lowestAway)
			check(s.farthest < 40, "farthest m", s.farthest)
			check(s.topSpeed < 10, "fastest m/s", s.topSpeed)
			check(s.mostRoll > 30*degree, "most roll, rad", s.mostRoll)
			check(s.mostTilt < 60*degree, "most tilt, rad", s.mostTilt)
			check(s.yawWraps > 0, "yaw wraps", s.yawWraps)
			check(-s.last.Position[2] < 0.3, "altitude at the end, m", -s.last.Position[2])
			check(math.Hypot(s.last.Position[0], s.last.Position[1]) < 1.5, "landed off, m", s.last.Position)
			check(s.last.Duty == [4]float64{}, "duty at the end", s.last.Duty)
			check(slices.Equal(s.navs, whole), "navigation states", s.navs)
			check(s.lowestBat > 12 && s.last.BatteryCharge > 0.25, "battery at the end", s.last.BatteryCharge)
			check(s.rmsError > 0.3*degree && s.rmsError < 6*degree, "RMS error of the estimate, deg", s.rmsError/degree)
			check(s.mostError < 25*degree, "largest error of the estimate, deg", s.mostError/degree)
		})
	}
}

func flights() (cs []vehicle.Config) {
	for seed := range uint64(4) {
		cs = append(cs, vehicle.Config{Seed: seed, Millis: 60_000})
	}
	for seed := range uint64(2) {
		cs = append(cs, vehicle.Config{Seed: 50 + seed, Millis: 200_000})
	}
	return append(cs, vehicle.Config{Seed: 99, Millis: 600_000}, vehicle.Config{Seed: math.MaxUint64, Millis: 77_777})
}

func TestSensorsStayInTheirRanges(t *testing.T) {
	vehicle.Fly(vehicle.Config{Seed: 5, Millis: 60_000}, func(s *vehicle.State) {
		for i := range 3 {
			if math.Abs(s.Acc[i]) > 160 || math.Abs(s.Gyro[i]) > 36 || math.Abs(s.Mag[i]) > 60 {
				t.Fatalf("tick %d: acc %v gyro %v mag %v", s.Tick, s.Acc, s.Gyro, s.Mag)
			}
		}
		for _, us := range s.RC {
			if us < 1000 || us > 2000 {
				t.Fatalf("tick %d: RC %v", s.Tick, s.RC)
			}
		}
		if math.Abs(s.BaroAlt+s.Position[2]) > 3 || s.BaroHPa < 1000 || s.BaroHPa > 1020 {
			t.Fatalf("tick %d: barometer %g m, %g hPa at %g m", s.Tick, s.BaroAlt, s.BaroHPa, -s.Position[2])
		}
	})
}

func TestAccelerometerAtRestMeasuresOneGUpwards(t *testing.T) {
	sum, n := 0.0, 0.0
	vehicle.Fly(vehicle.Config{Seed: 5, Millis: 2_000}, func(s *vehicle.State) { sum += s.Acc[2]; n++ })
	if mean := sum / n; math.Abs(mean+9.81) > 0.3 {
		t.Fatalf("mean acceleration downwards is %g m/s2", mean)
	}
}

func BenchmarkFlightOf200Seconds(b *testing.B) {
	for b.Loop() {
		vehicle.Fly(vehicle.Config{Seed: 1, Millis: 200_000}, func(*vehicle.State) {})
	}
}
