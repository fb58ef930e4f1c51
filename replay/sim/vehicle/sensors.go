package vehicle

import (
	"math"
	"math/rand/v2"
)

// earthField is near the equator, where the field lies flat enough to give
// heading at any tilt this vehicle flies, uT NED.
var earthField = vec{38.0, 1.2, 12.0}

const (
	accRange  = 16 * gravity
	gyroRange = 2000 * math.Pi / 180
)

// reading is what the sensors say at one tick.
type reading struct {
	acc, gyro, mag vec
	temperature    float64
	pressure       float64 // hPa
	altitude       float64 // barometric, m
	position       vec     // of the position fix, NED
	velocity       vec
}

// slowTicks lie between two readings of barometer and position fix, and between
// two steps of all that changes slowly.
const (
	slowTicks  = 10
	slowPeriod = slowTicks * dt
)

// sensors add to the truth what real ones do: white noise that grows with the
// vibration of the motors, biases that walk, a slow error of the barometer and
// of the position fix.
type sensors struct {
	rng         *rand.Rand
	reads       int
	accBias     vec
	gyroBias    vec
	magBias     vec
	baroDrift   wander
	fixError    wander
	speedError  wander
	temperature float64
	pressure    float64
	altitude    float64
}

func newSensors(rng *rand.Rand) sensors {
	return sensors{
		rng:         rng,
		accBias:     normal(rng, 0.08),
		gyroBias:    normal(rng, 0.012).within(0.03),
		magBias:     normal(rng, 0.5).within(1),
		baroDrift:   newWander(rng, 0.3, 60, slowPeriod),
		fixError:    newWander(rng, 0.08, 10, slowPeriod),
		speedError:  newWander(rng, 0.04, 0.5, slowPeriod),
		temperature: uniform(rng, 18, 27),
	}
}

func (s *sensors) read(b *body, m *motors) reading {
	if s.reads%slowTicks == 0 {
		s.slow(b)
	}
	s.reads++
	shake := 0.0
	for _, w := range m.speed {
		shake += w * w / (4 * motorTop * motorTop)
	}
	return reading{
		acc:         b.specific.plus(s.accBias).plus(normal(s.rng, 0.05+0.9*shake)).within(accRange),
		gyro:        b.rates.plus(s.gyroBias).plus(normal(s.rng, 0.002+0.02*shake)).within(gyroRange),
		mag:         b.attitude.toBody(earthField).plus(s.magBias).plus(normal(s.rng, 0.25)),
		temperature: s.temperature,
		pressure:    s.pressure,
		altitude:    s.altitude,
		position:    b.position.plus(s.fixError.value),
		velocity:    b.velocity.plus(s.speedError.value),
	}
}

// slow walks the biases, 0.0003 rad/s and 0.002 m/s2 in a second, and reads the
// barometer.
func (s *sensors) slow(b *body) {
	root := math.Sqrt(slowPeriod)
	s.gyroBias = s.gyroBias.plus(normal(s.rng, 0.0003*root)).within(0.05)
	s.accBias = s.accBias.plus(normal(s.rng, 0.002*root)).within(0.3)
	s.temperature += (41 - s.temperature) * slowPeriod / 120
	s.fixError.step(s.rng)
	s.speedError.step(s.rng)
	s.altitude = -b.position.z + s.baroDrift.step(s.rng).x + s.rng.NormFloat64()*0.1
	s.pressure = pressureAt(s.altitude)
}

// pressureAt is the International Standard Atmosphere below 11 km, take-off at
// sea level.
func pressureAt(altitude float64) float64 {
	return 1013.25 * math.Pow(1-altitude/44330.77, 5.25588)
}
