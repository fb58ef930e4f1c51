package vehicle_test

import (
	"math"

	"postflight/replay/sim/vehicle"
)

const degree = math.Pi / 180

// summary is what the tests ask of a flight.
type summary struct {
	states     int
	navs       []vehicle.NavState // each change, while not booting
	highest    float64            // m
	farthest   float64            // m along the ground
	mostRoll   float64            // rad, of the truth
	mostTilt   float64
	yawWraps   int     // jumps of the true yaw between pi and -pi
	normError  float64 // of the quaternion, largest
	rmsError   float64 // rad, estimate against truth, in all but booting
	mostError  float64
	lowestBat  float64
	topSpeed   float64
	allFinite  bool
	last       vehicle.State
	lowestAway float64 // m, lowest altitude between the ends of take-off and landing
}

func observe(cfg vehicle.Config) summary {
	s := summary{allFinite: true, lowestBat: math.Inf(1), lowestAway: math.Inf(1)}
	sum, known, lastYaw := 0.0, 0, math.NaN()
	vehicle.Fly(cfg, func(st *vehicle.State) {
		s.states++
		roll, yaw := rollAndYaw(st.Quaternion)
		if math.Abs(yaw-lastYaw) > math.Pi {
			s.yawWraps++
		}
		lastYaw = yaw
		if !st.Booting {
			known++
			e := estimateError(st)
			sum += e * e
			s.mostError = max(s.mostError, e)
			if len(s.navs) == 0 || s.navs[len(s.navs)-1] != st.Nav {
				s.navs = append(s.navs, st.Nav)
			}
		}
		altitude := -st.Position[2]
		if st.Tick > 14_000 && st.Tick < cfg.Millis-18_000 {
			s.lowestAway = min(s.lowestAway, altitude)
		}
		s.highest = max(s.highest, altitude)
		s.farthest = max(s.farthest, math.Hypot(st.Position[0], st.Position[1]))
		s.mostRoll = max(s.mostRoll, math.Abs(roll))
		s.mostTilt = max(s.mostTilt, tilt(st.Quaternion))
		s.normError = max(s.normError, math.Abs(norm(st.Quaternion[:])-1))
		s.topSpeed = max(s.topSpeed, norm(st.Velocity[:]))
		s.lowestBat = min(s.lowestBat, st.BatteryVolts)
		s.allFinite = s.allFinite && finite(st)
		s.last = *st
	})
	s.rmsError = math.Sqrt(sum / float64(known))
	return s
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

func rollAndYaw(q [4]float64) (roll, yaw float64) {
	roll = math.Atan2(2*(q[0]*q[1]+q[2]*q[3]), 1-2*(q[1]*q[1]+q[2]*q[2]))
	yaw = math.Atan2(2*(q[0]*q[3]+q[1]*q[2]), 1-2*(q[2]*q[2]+q[3]*q[3]))
	return roll, yaw
}

func tilt(q [4]float64) float64 { return math.Acos(1 - 2*(q[1]*q[1]+q[2]*q[2])) }

// estimateError is the angle of the one turn between estimate and truth.
func estimateError(s *vehicle.State) float64 {
	sr, cr := math.Sincos(s.Estimate.Roll / 2)
	sp, cp := math.Sincos(s.Estimate.Pitch / 2)
	sy, cy := math.Sincos(s.Estimate.Yaw / 2)
	same := (cy*cp*cr+sy*sp*sr)*s.Quaternion[0] + (cy*cp*sr-sy*sp*cr)*s.Quaternion[1] +
		(cy*sp*cr+sy*cp*sr)*s.Quaternion[2] + (sy*cp*cr-cy*sp*sr)*s.Quaternion[3]
	return 2 * math.Acos(min(1, math.Abs(same)))
}

func finite(s *vehicle.State) bool {
	sum := norm(s.Position[:]) + norm(s.Velocity[:]) + norm(s.Quaternion[:]) + norm(s.Rates[:]) +
		norm(s.MotorSpeed[:]) + norm(s.Duty[:]) + s.Airspeed + s.BatteryVolts + s.BatteryCharge +
		s.Estimate.Roll + s.Estimate.Pitch + s.Estimate.Yaw + norm(s.EstRates[:]) + norm(s.Acc[:]) +
		norm(s.Gyro[:]) + norm(s.Mag[:]) + s.Temperature + s.BaroHPa + s.BaroAlt +
		s.AngleSet.Roll + s.AngleSet.Pitch + s.AngleSet.Yaw + norm(s.RateSet[:]) + norm(s.Output[:])
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}
