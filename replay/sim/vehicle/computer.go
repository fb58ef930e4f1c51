package vehicle

import "math"

const (
	bootFor  = 1200 // ms
	alignFor = 100  // ms, the last of booting
)

// computer is the flight controller: estimator and pilot, and the restarts that
// make it forget both while the motors hold their duty.
type computer struct {
	mission   mission
	reboots   []uint64 // ascending, those still to come
	booting   bool
	bootUntil uint64 // tick
	startedAt uint64
	align     alignment
	estimator estimator
	pilot     pilot
	sticks    sticks
	duty      [4]float64
	millis    uint32
}

func newComputer(m mission, reboots []uint64) computer {
	return computer{mission: m, reboots: reboots, sticks: newSticks()}
}

// start is the moment booting ends.
func (c *computer) start(r reading, tick uint64) {
	c.estimator = c.align.estimator()
	c.pilot = newPilot(&c.estimator, r)
	c.booting, c.startedAt = false, tick
}

func (c *computer) step(tick uint64, r reading, volts float64) {
	o := c.mission.at(tick)
	for len(c.reboots) > 0 && tick >= c.reboots[0] {
		c.booting, c.bootUntil, c.align = true, tick+bootFor, alignment{}
		c.reboots = c.reboots[1:]
	}
	if c.booting && tick == c.bootUntil {
		c.start(r, tick)
	}
	if c.booting {
		if tick >= c.bootUntil-alignFor {
			c.align.add(r)
		}
		return
	}
	c.millis = uint32(tick - c.startedAt)
	c.estimator.step(r, c.pilot.motorsOff())
	c.duty = c.pilot.step(o, &c.estimator, r, volts)
	c.sticks.step(tick, o, &c.pilot)
}

func (c *computer) tell(s *State) {
	s.Booting = c.booting
	s.BootMillis, s.Nav = c.millis, c.pilot.nav
	s.Estimate, s.EstRates = c.estimator.angles, c.estimator.rates.array()
	s.AngleSet, s.RateSet = c.pilot.angle, c.pilot.want.array()
	s.Output = [4]float64{c.pilot.turn.x, c.pilot.turn.y, c.pilot.turn.z, c.pilot.thrust}
	s.RC = c.sticks.channels
}

// Channels of the radio, by number from 0.
const (
	rollStick, pitchStick, throttleStick, yawStick = 0, 1, 2, 3
	armSwitch, modeSwitch                          = 4, 5

	stickMillis = 20 // between two frames of the radio
)

// sticks are what a radio would send for the orders: 1000 to 2000 us, 45
// degrees of tilt and 200 degrees a second of yaw at full stick.
type sticks struct{ channels [14]uint16 }

func newSticks() (s sticks) {
	for i := range s.channels {
		s.channels[i] = 1500
	}
	s.channels[throttleStick], s.channels[armSwitch], s.channels[modeSwitch] = 1000, 1000, 1000
	return s
}

func (s *sticks) step(tick uint64, o order, p *pilot) {
	if tick%stickMillis != 0 {
		return
	}
	s.channels[rollStick] = centred(p.angle.Roll / (math.Pi / 4))
	s.channels[pitchStick] = centred(p.angle.Pitch / (math.Pi / 4))
	s.channels[throttleStick] = centred(2*p.thrust - 1)
	s.channels[yawStick] = centred(p.want.z / (200 * math.Pi / 180))
	s.channels[armSwitch] = twoWay(o.task >= standArmed && !p.landed)
	s.channels[modeSwitch] = twoWay(o.task == holdAngle)
}

func centred(x float64) uint16 { return uint16(math.Round(1500 + 500*clamp(x, 1))) }

func twoWay(on bool) uint16 {
	if on {
		return 2000
	}
	return 1000
}
