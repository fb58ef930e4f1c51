package vehicle

const (
	dt      = 0.001 // s
	gravity = 9.80665

	mass       = 1.2     // kg
	arm        = 0.159   // m from the centre to a rotor, along each axis
	lift       = 9.7e-6  // N/(rad/s)2
	inflowLift = 3.6e-4  // N/(rad/s)/(m/s), lost as the rotor climbs
	dragTorque = 1.55e-7 // N m/(rad/s)2
	linearDrag = 0.28    // N/(m/s)
	squareDrag = 0.03    // N/(m/s)2
	turnDrag   = 0.004   // N m/(rad/s)

	legSpread = 0.15 // m
	legHeight = 0.10 // m
	legSpring = 1500 // N/m a leg
	legDamper = 40   // N/(m/s) a leg
	friction  = 0.8
	slipSpeed = 0.03 // m/s, below which friction fades so that it cannot chatter
)

var inertia = vec{0.012, 0.012, 0.021} // kg m2

// rotor is where a motor sits and which way its propeller turns.
type rotor struct {
	x, y float64 // body, m
	turn float64 // 1 clockwise seen from above
}

var rotors = [4]rotor{
	{arm, arm, 1},
	{-arm, arm, -1},
	{-arm, -arm, 1},
	{arm, -arm, -1},
}

var legs = [4]vec{
	{legSpread, legSpread, legHeight},
	{-legSpread, legSpread, legHeight},
	{-legSpread, -legSpread, legHeight},
	{legSpread, -legSpread, legHeight},
}

// body is the rigid body, equations of motion as in Beard & McLain, Small
// Unmanned Aircraft (2012), chapter 3. Its origin is at rest at altitude 0 when
// the legs stand on the ground.
type body struct {
	position, velocity vec // NED
	attitude           quat
	rates              vec // body
	specific           vec // body, m/s2: what an ideal accelerometer measures
}

func (b *body) step(speed [4]float64, wind vec) {
	air := b.attitude.toBody(b.velocity.minus(wind))
	force, torque := b.rotorForces(speed, air)
	force = force.minus(air.times(linearDrag + squareDrag*air.length()))
	torque = torque.minus(b.rates.times(turnDrag))
	groundForce, groundTorque := b.groundForces()
	force = force.plus(groundForce)
	torque = torque.plus(groundTorque)

	b.specific = force.times(1 / mass)
	acceleration := b.attitude.toNED(b.specific).plus(vec{0, 0, gravity})
	b.velocity = b.velocity.plus(acceleration.times(dt))
	b.position = b.position.plus(b.velocity.times(dt))

	momentum := vec{inertia.x * b.rates.x, inertia.y * b.rates.y, inertia.z * b.rates.z}
	torque = torque.minus(b.rates.cross(momentum))
	b.rates = b.rates.plus(vec{torque.x / inertia.x, torque.y / inertia.y, torque.z / inertia.z}.times(dt))
	b.attitude = b.attitude.turned(b.rates)
}

// rotorForces has each rotor lift with the square of its speed, less what the
// air that comes through it takes away (momentum and blade-element theory,
// linear term; Leishman, Principles of Helicopter Aerodynamics). That term is
// what damps roll and pitch without any control.
func (b *body) rotorForces(speed [4]float64, air vec) (force, torque vec) {
	for i, r := range rotors {
		sink := air.z + b.rates.x*r.y - b.rates.y*r.x
		thrust := max(0, lift*speed[i]*speed[i]+inflowLift*speed[i]*sink)
		force.z -= thrust
		torque.x -= r.y * thrust
		torque.y += r.x * thrust
		torque.z -= r.turn * dragTorque * speed[i] * speed[i]
	}
	return force, torque
}

// groundForces are those of spring legs with friction, in body axes.
func (b *body) groundForces() (force, torque vec) {
	if b.position.z < -1 {
		return force, torque
	}
	for _, leg := range legs {
		depth := b.position.z + b.attitude.toNED(leg).z - legHeight
		if depth <= 0 {
			continue
		}
		v := b.velocity.plus(b.attitude.toNED(b.rates.cross(leg)))
		press := max(0, legSpring*depth+legDamper*v.z)
		slip := v.horizontal()
		push := slip.times(-friction * press / (slip.length() + slipSpeed))
		push.z = -press
		f := b.attitude.toBody(push)
		force = force.plus(f)
		torque = torque.plus(leg.cross(f))
	}
	return force, torque
}
