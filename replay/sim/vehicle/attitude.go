package vehicle

import "math"

const (
	tiltGain     = 6.5 // 1/s
	yawGain      = 2.5
	mostTiltRate = 6.0 // rad/s
	mostYawRate  = 3.2

	rateFilter = 0.004 // s, on the gyro
	rateGain   = 0.034 // duty per rad/s
	rateSlow   = 0.05  // duty per rad
	yawOut     = 0.20  // duty per rad/s
	yawSlow    = 0.10
	mostTurn   = 0.30 // duty
	mostYaw    = 0.12
	mostBent   = 0.05 // duty the integrals may reach

	lowestDuty = 0.05
)

// attitudeRates gives the body rates that bring the thrust axis to the wanted
// tilt by the shortest way, and yaw only as far as the vehicle is upright:
// tilt is what keeps it in the air (Brescianini & D'Andrea, "Tilt-Prioritized
// Quadrocopter Attitude Control", IEEE TCST 28(2), 2020).
func attitudeRates(e *estimator, want Attitude, yawForward float64) vec {
	now, yaw := e.attitude, e.angles.Yaw
	down := now.toBody(Attitude{want.Roll, want.Pitch, yaw}.quat().toNED(vec{0, 0, 1}))
	axis := vec{-down.y, down.x, 0}.unit()
	if axis == (vec{}) && down.z < 0 {
		axis = vec{1, 0, 0}
	}
	rates := axis.times(tiltGain * math.Acos(clamp(down.z, 1))).noLongerThan(mostTiltRate)
	upright := max(0, now.toNED(vec{0, 0, 1}).z)
	rates.z = clamp(yawGain*wrapAngle(want.Yaw-yaw)+yawForward, mostYawRate) * upright
	return rates
}

// rateControl is the inner loop: body rates to torque, as a share of duty.
type rateControl struct {
	smooth vec
	bent   vec
}

func (c *rateControl) step(want, rates vec) (out vec) {
	c.smooth = c.smooth.plus(rates.minus(c.smooth).times(dt / rateFilter))
	miss := want.minus(c.smooth)
	c.bent = c.bent.plus(vec{miss.x * rateSlow, miss.y * rateSlow, miss.z * yawSlow}.times(dt)).within(mostBent)
	return vec{
		clamp(rateGain*miss.x+c.bent.x, mostTurn),
		clamp(rateGain*miss.y+c.bent.y, mostTurn),
		clamp(yawOut*miss.z+c.bent.z, mostYaw),
	}
}

// mix shares torque and throttle out to the motors of a quad X. When a motor
// would leave its range the throttle gives way, so that attitude is kept.
func mix(turn vec, throttle float64) (duty [4]float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for i, r := range rotors {
		duty[i] = (r.x*turn.y-r.y*turn.x)/arm - r.turn*turn.z
		low, high = min(low, duty[i]), max(high, duty[i])
	}
	throttle = max(min(throttle, 1-high), lowestDuty-low)
	for i := range duty {
		duty[i] = between(duty[i]+throttle, lowestDuty, 1)
	}
	return duty
}
