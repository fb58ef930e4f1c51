package vehicle

import "math"

const (
	placeGain    = 0.9 // 1/s
	topSpeed     = 6.0 // m/s, level
	climbSpeed   = 5.5
	sinkSpeed    = 5.5
	touchSpeed   = 0.7
	flareGain    = 0.6 // 1/s, of altitude to sink speed when landing
	speedGain    = 2.0 // 1/s
	sinkGain     = 4.0
	speedSlow    = 0.35 // 1/s2, integral
	sinkSlow     = 1.5
	mostTilt     = 25 * math.Pi / 180
	mostClimbing = 11.0 // m/s2
	mostSinking  = 6.0
	mostTrim     = 3.0 // m/s2 the integrals may reach
)

// placeControl is the outer cascade: place to velocity to acceleration.
type placeControl struct{ trim vec }

// step gives the acceleration wanted, NED.
func (c *placeControl) step(o order, r reading) vec {
	miss := wantedVelocity(o, r).minus(r.velocity)
	c.trim = c.trim.plus(vec{miss.x * speedSlow, miss.y * speedSlow, miss.z * sinkSlow}.times(dt)).within(mostTrim)
	acceleration := vec{miss.x * speedGain, miss.y * speedGain, miss.z * sinkGain}.plus(c.trim)
	down := between(acceleration.z, -mostClimbing, mostSinking)
	acceleration = acceleration.horizontal().noLongerThan(gravity * math.Tan(mostTilt))
	acceleration.z = down
	return acceleration
}

func wantedVelocity(o order, r reading) vec {
	miss := o.place.minus(r.position)
	v := miss.horizontal().times(placeGain).noLongerThan(topSpeed)
	if o.task == comeDown {
		v.z = between(-flareGain*r.position.z, touchSpeed, sinkSpeed)
	} else {
		v.z = between(miss.z*placeGain, -climbSpeed, sinkSpeed)
	}
	return v
}

// tiltFor gives the roll and pitch that point the thrust along an acceleration,
// the nose being at yaw.
func tiltFor(acceleration vec, yaw float64) (roll, pitch float64) {
	s, c := math.Sincos(yaw)
	ahead := c*acceleration.x + s*acceleration.y
	right := c*acceleration.y - s*acceleration.x
	up := gravity - acceleration.z
	return math.Atan2(right, math.Hypot(ahead, up)), math.Atan2(-ahead, up)
}

// throttleFor gives the duty of each motor that makes the vertical acceleration
// wanted at the present tilt. Far from upright, thrust mostly pushes sideways or
// down: keep just enough to turn with.
func throttleFor(down, uprightness, volts float64) float64 {
	if uprightness < 0.3 {
		return 0.3
	}
	thrust := mass * max(gravity-down, 1) / max(uprightness, 0.6)
	duty := math.Sqrt(thrust/(4*lift)) / motorTop * nominalVolts / volts
	return between(duty, 0.15, 0.85)
}
