package replay

import "math"

// The slowest and the fastest a player plays, in log seconds a real second,
// forwards or backwards.
const (
	MinSpeed = 0.1
	MaxSpeed = 64
)

// Speeds gives the speeds offered to choose from, ascending. The slice is the caller's.
func Speeds() []float64 {
	return []float64{MinSpeed, 0.25, 0.5, 1, 2, 4, 8, 10, 16, 32, 50, MaxSpeed}
}

// Faster gives the next higher of [Speeds] in the direction of speed, or the highest.
func Faster(speed float64) float64 {
	for _, s := range Speeds() {
		if s > math.Abs(speed) {
			return math.Copysign(s, speed)
		}
	}
	return math.Copysign(MaxSpeed, speed)
}

// Slower gives the next lower of [Speeds] in the direction of speed, or the lowest.
func Slower(speed float64) float64 {
	slower := MinSpeed
	for _, s := range Speeds() {
		if s < math.Abs(speed) {
			slower = s
		}
	}
	return math.Copysign(slower, speed)
}

// clampSpeed gives the nearest playable speed, and false if f has no direction.
func clampSpeed(f float64) (float64, bool) {
	if f == 0 || math.IsNaN(f) {
		return 0, false
	}
	return math.Copysign(min(max(math.Abs(f), MinSpeed), MaxSpeed), f), true
}
