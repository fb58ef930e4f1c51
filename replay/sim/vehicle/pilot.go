package vehicle

import "math"

const (
	stickLag   = 0.05 // s, smoothing of the tilt wanted
	yawSlew    = 2.8  // rad/s, fastest move of the yaw wanted
	offGround  = 0.5  // m
	relevelFor = 2000 // ms in Failsafe after a restart in the air
	landedFor  = 500  // ms without sinking
	idleFor    = 800  // ms from landing to disarming

	// Legs on the ground push back at every turn: be level and gentle there, so
	// that duties held through a restart cannot tip the vehicle over.
	aboutToTouch = 0.25  // m
	gentleTurn   = 0.012 // duty
)

// pilot is the autopilot: it follows orders, knowing only what sensors and
// estimator say.
type pilot struct {
	nav     NavState
	inNav   int // ms
	stopped int // ms of landing without sinking
	landed  bool

	place  placeControl
	rate   rateControl
	angle  Attitude
	want   vec // body rates
	turn   vec // mixer inputs
	thrust float64
}

// newPilot takes over a vehicle in the state it finds: a restart may be in the
// air, where the first thing to do is to level.
func newPilot(e *estimator, r reading) pilot {
	p := pilot{nav: Standby, angle: Attitude{Yaw: e.angles.Yaw}}
	if -r.position.z > offGround {
		p.nav = Failsafe
	}
	return p
}

func (p *pilot) enter(nav NavState) {
	if p.nav != nav {
		p.nav, p.inNav = nav, 0
	}
}

func (p *pilot) motorsOff() bool { return p.nav == Standby || p.nav == PreArm }

// step gives the duties for one tick.
func (p *pilot) step(o order, e *estimator, r reading, volts float64) [4]float64 {
	p.inNav++
	p.decide(o, r)
	lifting := p.nav == Armed && o.task == holdPlace
	if p.nav == InAir || p.nav == Failsafe || lifting {
		return p.fly(o, e, r, volts)
	}
	return p.rest(e)
}

// decide moves the navigation state on.
func (p *pilot) decide(o order, r reading) {
	flying := o.task == holdPlace || o.task == holdAngle
	switch p.nav {
	case Standby:
		if !p.landed && (o.task == checkUp || o.task == standArmed || flying) {
			p.enter(PreArm)
		}
	case PreArm:
		if o.task == standArmed || flying {
			p.enter(Armed)
		}
	case Armed:
		if -r.position.z > offGround {
			p.enter(InAir)
		} else if p.landed && p.inNav >= idleFor {
			p.enter(Standby)
		}
	case Failsafe:
		if p.inNav >= relevelFor {
			p.enter(InAir)
		}
		fallthrough
	default:
		if p.touchedDown(o, r) {
			p.landed = true
			p.enter(Armed)
		}
	}
}

func (p *pilot) touchedDown(o order, r reading) bool {
	p.stopped++
	if o.task != comeDown || math.Abs(r.velocity.z) > touchSpeed/2 || -r.position.z > 2*offGround {
		p.stopped = 0
	}
	return p.stopped >= landedFor
}

// rest is a vehicle on the ground: motors off, or all idling alike.
func (p *pilot) rest(e *estimator) (duty [4]float64) {
	p.place, p.rate = placeControl{}, rateControl{}
	p.angle = Attitude{Yaw: e.angles.Yaw}
	p.want, p.turn, p.thrust = vec{}, vec{}, 0
	if p.motorsOff() {
		return duty
	}
	p.thrust = motorIdle
	return [4]float64{motorIdle, motorIdle, motorIdle, motorIdle}
}

func (p *pilot) fly(o order, e *estimator, r reading, volts float64) [4]float64 {
	acceleration := p.place.step(o, r)
	roll, pitch := o.roll, o.pitch
	if o.task != holdAngle || p.nav == Failsafe {
		roll, pitch = tiltFor(acceleration, e.angles.Yaw)
	}
	touching := o.task == comeDown && -r.position.z < aboutToTouch
	if touching {
		roll, pitch = 0, 0
	}
	p.angle.Roll += (roll - p.angle.Roll) * dt / stickLag
	p.angle.Pitch += (pitch - p.angle.Pitch) * dt / stickLag
	yawStep := clamp(wrapAngle(o.yaw-p.angle.Yaw), yawSlew*dt)
	p.angle.Yaw = wrapAngle(p.angle.Yaw + yawStep)

	p.want = attitudeRates(e, p.angle, yawStep/dt)
	p.turn = p.rate.step(p.want, e.rates)
	if touching {
		p.turn = p.turn.within(gentleTurn)
	}
	p.thrust = throttleFor(acceleration.z, e.attitude.toNED(vec{0, 0, 1}).z, volts)
	return mix(p.turn, p.thrust)
}
