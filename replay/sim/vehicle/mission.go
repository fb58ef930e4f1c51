package vehicle

import (
	"math"
	"math/rand/v2"
)

// Milestones of every flight, ms. Landing is counted from the end.
const (
	shortestFlight = 60_000
	preArmAt       = 3_000
	armAt          = 4_000
	takeOffAt      = 5_500
	hoverAt        = 14_000
	landBeforeEnd  = 17_500
)

// task is what the person at the sticks wants.
type task uint8

const (
	stayOff task = iota
	checkUp
	standArmed
	holdPlace // fly to a place and stay there
	holdAngle // hold roll and pitch, keep height
	comeDown
)

// order is the wish for one instant.
type order struct {
	task        task
	place       vec     // NED
	yaw         float64 // rad, unbounded
	roll, pitch float64 // of holdAngle, rad
}

// leg is an order that lasts, its yaw turning evenly.
type leg struct {
	order
	millis  uint64
	yawRate float64 // rad/s
}

// mission is a timed list of legs. It belongs to the ground: a restarted flight
// controller goes on where the list is.
type mission struct {
	legs  []leg
	now   int
	begun uint64 // tick at which leg now began
}

// at must be called with growing ticks.
func (m *mission) at(tick uint64) order {
	for m.now < len(m.legs)-1 && tick >= m.begun+m.legs[m.now].millis {
		m.begun += m.legs[m.now].millis
		m.now++
	}
	l := m.legs[m.now]
	o := l.order
	o.yaw += l.yawRate * float64(tick-m.begun) / 1000
	return o
}

// newMission fills the time between take-off and landing with a square, hard
// rolls, a yaw turn and hovering, over and over, each time a little different.
func newMission(rng *rand.Rand, yaw float64, millis uint64) mission {
	millis = max(millis, shortestFlight)
	p := planner{rng: rng, home: vec{0, 0, -uniform(rng, 34, 40)}, yaw: yaw}
	p.add(preArmAt, order{task: stayOff})
	p.add(armAt-preArmAt, order{task: checkUp})
	p.add(takeOffAt-armAt, order{task: standArmed})
	p.add(hoverAt-takeOffAt, order{task: holdPlace, place: p.home})

	left := func() uint64 { return millis - landBeforeEnd - p.used }
	manoeuvres := []struct {
		most uint64 // ms it may take
		plan func()
	}{{3500, p.hover}, {12_400, p.square}, {4920, p.hardAngles}, {7600, p.yawTurn}}
	for i := 0; left() >= manoeuvres[i%len(manoeuvres)].most; i++ {
		manoeuvres[i%len(manoeuvres)].plan()
	}
	p.add(left(), order{task: holdPlace, place: p.home})
	p.add(landBeforeEnd, order{task: comeDown})
	return mission{legs: p.legs}
}

// planner appends legs; its methods each add one manoeuvre that ends at home.
type planner struct {
	rng  *rand.Rand
	home vec
	yaw  float64
	legs []leg
	used uint64
	hard int
}

func (p *planner) add(millis uint64, o order) { p.addTurning(millis, o, 0) }

func (p *planner) addTurning(millis uint64, o order, yawRate float64) {
	o.yaw = p.yaw
	p.legs = append(p.legs, leg{o, millis, yawRate})
	p.yaw += yawRate * float64(millis) / 1000
	p.used += millis
}

func (p *planner) hover() {
	p.add(uint64(uniform(p.rng, 2500, 3500)), order{task: holdPlace, place: p.home})
}

func (p *planner) square() {
	side := uniform(p.rng, 8, 13)
	toSide := side * eitherSign(p.rng)
	for _, corner := range []vec{{side, 0, 0}, {side, toSide, 0}, {0, toSide, 0}, {}} {
		p.add(3100, order{task: holdPlace, place: p.home.plus(corner)})
	}
}

// hardAngles tilts one way, twice as long the other way and back, which leaves
// the vehicle about where it was: rolls mostly, every third time pitch.
func (p *planner) hardAngles() {
	tilt := uniform(p.rng, 37, 45) * math.Pi / 180 * eitherSign(p.rng)
	hold := uint64(uniform(p.rng, 550, 680))
	for _, part := range []struct {
		millis uint64
		sign   float64
	}{{hold, 1}, {2 * hold, -1}, {hold, 1}} {
		o := order{task: holdAngle, place: p.home, roll: part.sign * tilt}
		if p.hard%3 == 2 {
			o.roll, o.pitch = 0, o.roll
		}
		p.add(part.millis, o)
	}
	p.add(2200, order{task: holdPlace, place: p.home})
	p.hard++
}

// yawTurn turns once or twice about, so that yaw passes through a half turn.
func (p *planner) yawTurn() {
	rate := uniform(p.rng, 110, 150) * math.Pi / 180
	turns := float64(1 + p.rng.IntN(2))
	millis := math.Ceil(turns * 2 * math.Pi / rate * 1000)
	p.addTurning(uint64(millis), order{task: holdPlace, place: p.home}, rate*eitherSign(p.rng))
	p.add(1000, order{task: holdPlace, place: p.home})
}
