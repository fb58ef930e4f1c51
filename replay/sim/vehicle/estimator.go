package vehicle

import "math"

// Gains of the complementary filter. While the vehicle stands still the
// accelerometer can be believed and the gyro bias is learnt quickly; in flight
// the gyro is trusted, and the accelerometer leans on it slowly.
const (
	flightTilt, flightHeading, flightLearn = 0.30, 0.6, 0.010
	stillTilt, stillHeading, stillLearn    = 4.0, 4.0, 1.5

	// A specific force this far from 1 g, in g, says nothing about gravity.
	forceDoubt = 0.5
	mostBias   = 0.08 // rad/s
)

// estimator is the explicit complementary filter with bias correction of
// Mahony, Hamel and Pflimlin, "Nonlinear Complementary Filters on the Special
// Orthogonal Group", IEEE TAC 53(5), 2008, with the magnetometer confined to
// heading. It takes specific force for gravity, so every acceleration of the
// vehicle is an error of its roll and pitch.
type estimator struct {
	attitude quat
	angles   Attitude // of attitude
	bias     vec
	rates    vec
}

func (e *estimator) step(r reading, still bool) {
	tilt, heading, learn := flightTilt, flightHeading, flightLearn
	if still {
		tilt, heading, learn = stillTilt, stillHeading, stillLearn
	}
	down := e.attitude.toBody(vec{0, 0, 1})
	believe := max(0, 1-math.Abs(r.acc.length()/gravity-1)/forceDoubt)
	gravityError := r.acc.times(-1).unit().cross(down).times(believe)
	headingError := down.times(-e.headingExcess(r.mag))

	e.bias = e.bias.minus(gravityError.plus(headingError).times(learn * dt)).within(mostBias)
	e.rates = r.gyro.minus(e.bias)
	correction := gravityError.times(tilt).plus(headingError.times(heading))
	e.attitude = e.attitude.turned(e.rates.plus(correction))
	e.angles = e.attitude.attitude()
}

// headingExcess is how far the estimated yaw is ahead of the compass.
func (e *estimator) headingExcess(mag vec) float64 {
	m := e.attitude.toNED(mag)
	return wrapAngle(math.Atan2(m.y, m.x) - math.Atan2(earthField.y, earthField.x))
}

// alignment finds a first attitude from accelerometer and magnetometer over a
// short time, even in flight and while turning. In flight the accelerometer
// does not measure gravity; but its readings, turned into one frame and summed,
// must equal the change of velocity less that of free fall (the velocity
// matching of in-motion alignment: Wu & Pan, "Velocity/Position Integration
// Formula Part I", IEEE TAES 49(2), 2013). The field gives the second direction;
// where the thrust happens to lie along it, the result is tens of degrees off.
type alignment struct {
	turn     quat // body now to body at the start
	impulse  vec  // sum of specific force, body at the start, m/s
	field    vec
	seconds  float64
	from, to vec // velocity NED
}

func (a *alignment) add(r reading) {
	if a.seconds == 0 {
		a.turn = quat{w: 1}
		a.from = r.velocity
	}
	a.turn = a.turn.turned(r.gyro)
	a.impulse = a.impulse.plus(a.turn.toNED(r.acc).times(dt))
	a.field = a.field.plus(a.turn.toNED(r.mag))
	a.seconds += dt
	a.to = r.velocity
}

// estimator starts from the attitude at the last reading, biases unknown.
func (a *alignment) estimator() estimator {
	impulse := a.to.minus(a.from).minus(vec{0, 0, gravity * a.seconds})
	first := shortestTurn(a.impulse, impulse)
	axis := impulse.unit()
	seen := flatten(first.toNED(a.field), axis)
	want := flatten(earthField, axis)
	turn := math.Atan2(seen.cross(want).dot(axis), seen.dot(want))
	start := aboutAxis(axis, turn).times(first)
	attitude := start.times(a.turn).normalised()
	return estimator{attitude: attitude, angles: attitude.attitude()}
}

// flatten removes the part of v that is along the unit vector axis.
func flatten(v, axis vec) vec { return v.minus(axis.times(v.dot(axis))) }
