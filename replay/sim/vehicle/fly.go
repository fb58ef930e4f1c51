package vehicle

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

// Fly flies the whole flight, calling step once per 1 ms tick, from tick 0 to
// cfg.Millis-1. The State is reused: copy what you keep.
//
// The vehicle stands at the origin; it arms, climbs to 34 to 40 m, flies
// squares, hard rolls, yaw turns and hovers as often as there is time for, and
// lands where it started some seconds before the end. A flight shorter than
// 60,000 ms is the beginning of one that long. The same Config gives the same
// States, to the bit, on one processor architecture.
func Fly(cfg Config, step func(*State)) {
	for s := range Ticks(cfg) {
		step(s)
	}
}

// Ticks is [Fly] for who may break off.
func Ticks(cfg Config) iter.Seq[*State] {
	return func(yield func(*State) bool) {
		w := newWorld(cfg)
		for tick := range cfg.Millis {
			w.step(tick)
			if !yield(&w.state) {
				return
			}
		}
	}
}

// world is everything that moves.
type world struct {
	rng      *rand.Rand
	body     body
	motors   motors
	battery  battery
	sensors  sensors
	meanWind vec
	gust     wander
	computer computer
	state    State
}

func newWorld(cfg Config) *world {
	rng := rand.New(rand.NewPCG(cfg.Seed, 0x9e3779b97f4a7c15))
	yaw := uniform(rng, -math.Pi, math.Pi)
	w := &world{
		rng:      rng,
		body:     body{attitude: Attitude{Yaw: yaw}.quat(), specific: vec{0, 0, -gravity}},
		battery:  newBattery(cfg.Millis),
		sensors:  newSensors(rng),
		meanWind: normal(rng, 0.8).horizontal().noLongerThan(2),
		gust:     newWander(rng, 0.5, 2, dt),
	}
	w.computer = newComputer(newMission(rng, yaw, cfg.Millis), slices.Sorted(slices.Values(cfg.Reboots)))
	for range alignFor {
		w.computer.align.add(w.sensors.read(&w.body, &w.motors))
	}
	w.computer.start(w.sensors.read(&w.body, &w.motors), 0)
	return w
}

func (w *world) step(tick uint64) {
	wind := w.meanWind.plus(w.gust.step(w.rng))
	w.motors.step(w.computer.duty, w.battery.volts)
	w.battery.step(w.motors.amps(w.battery.volts))
	w.body.step(w.motors.speed, wind)
	r := w.sensors.read(&w.body, &w.motors)
	w.computer.step(tick, r, w.battery.volts)
	w.tell(tick, wind, r)
}

func (w *world) tell(tick uint64, wind vec, r reading) {
	s := &w.state
	s.Tick = tick
	s.Position, s.Velocity = w.body.position.array(), w.body.velocity.array()
	s.Quaternion, s.Rates = w.body.attitude.array(), w.body.rates.array()
	s.MotorSpeed, s.Duty = w.motors.speed, w.computer.duty
	s.Airspeed = w.body.velocity.minus(wind).length()
	s.BatteryVolts, s.BatteryCharge = w.battery.volts, w.battery.charge
	s.Acc, s.Gyro, s.Mag = r.acc.array(), r.gyro.array(), r.mag.array()
	s.Temperature, s.BaroHPa, s.BaroAlt = r.temperature, r.pressure, r.altitude
	w.computer.tell(s)
}
