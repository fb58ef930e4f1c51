package sim

import (
	"math"

	"postflight/replay/sim/vehicle"
)

// Home is where the simulated vehicle takes off. The field is flat enough for
// the heading there, as the vehicle's magnetometer has it.
const (
	homeLatitude  = 13.0284
	homeLongitude = 77.5192
	homeAltitude  = 902.5 // m above sea level
)

// fixMillis is how long after power-up the GPS receiver has a fix and the date.
const fixMillis = 8000

func hasFix(s *vehicle.State) bool { return s.BootMillis > fixMillis }

// position is what the GPS receiver says.
type position struct {
	latitude, longitude float64 // degrees
	altitude            float64 // m above sea level
	speed               float64 // m/s over ground
	course              float64 // degrees, 0 to 360
	climb               float64 // m/s
}

// positionOf is the true place with an error that wanders by up to a metre.
func positionOf(s *vehicle.State) position {
	t := float64(s.Tick) / 1000
	north := s.Position[0] + 0.6*math.Sin(t/37) + 0.2*math.Sin(t/5)
	east := s.Position[1] + 0.6*math.Cos(t/41) + 0.2*math.Sin(t/6)
	const metresPerDegree = 111_320
	return position{
		latitude:  homeLatitude + north/metresPerDegree,
		longitude: homeLongitude + east/(metresPerDegree*math.Cos(homeLatitude*math.Pi/180)),
		altitude:  homeAltitude - s.Position[2] + 0.9*math.Sin(t/53),
		speed:     math.Hypot(s.Velocity[0], s.Velocity[1]),
		course:    math.Mod(degrees(math.Atan2(s.Velocity[1], s.Velocity[0]))+360, 360),
		climb:     -s.Velocity[2],
	}
}
