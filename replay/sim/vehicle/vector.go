package vehicle

import "math"

// vec is a struct because the compiler keeps one in registers, an array not.
type vec struct{ x, y, z float64 }

func (a vec) array() [3]float64 { return [3]float64{a.x, a.y, a.z} }

func (a vec) plus(b vec) vec      { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) minus(b vec) vec     { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) times(k float64) vec { return vec{a.x * k, a.y * k, a.z * k} }
func (a vec) dot(b vec) float64   { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) length() float64     { return math.Sqrt(a.dot(a)) }
func (a vec) horizontal() vec     { return vec{a.x, a.y, 0} }
func (a vec) within(limit float64) vec {
	return vec{clamp(a.x, limit), clamp(a.y, limit), clamp(a.z, limit)}
}

func clamp(x, limit float64) float64       { return between(x, -limit, limit) }
func between(x, low, high float64) float64 { return min(max(x, low), high) }

func (a vec) cross(b vec) vec {
	return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// unit gives the zero vector for a vector too short to have a direction.
func (a vec) unit() vec {
	l := a.length()
	if l < 1e-9 {
		return vec{}
	}
	return a.times(1 / l)
}

// noLongerThan keeps the direction.
func (a vec) noLongerThan(limit float64) vec {
	if l := a.length(); l > limit {
		return a.times(limit / l)
	}
	return a
}

// wrapAngle brings an angle into (-pi, pi].
func wrapAngle(x float64) float64 {
	x = math.Remainder(x, 2*math.Pi)
	if x <= -math.Pi {
		return math.Pi
	}
	return x
}
