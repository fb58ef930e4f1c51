package horizon

import "math"

// Attitude is how a vehicle is turned, rad, body to north-east-down, turned
// about z by Yaw, then y by Pitch, then x by Roll. Any finite values are valid.
type Attitude struct{ Roll, Pitch, Yaw float64 }

func (a Attitude) finite() bool {
	sum := a.Roll + a.Pitch + a.Yaw
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

type vec [3]float64

// rotation turns body into north-east-down. Its third row is "down" as the body
// sees it; unlike Euler angles that has no pole.
type rotation [3]vec

func (a Attitude) rotation() rotation {
	sr, cr := math.Sincos(a.Roll)
	sp, cp := math.Sincos(a.Pitch)
	sy, cy := math.Sincos(a.Yaw)
	return rotation{
		{cy * cp, cy*sp*sr - sy*cr, cy*sp*cr + sy*sr},
		{sy * cp, sy*sp*sr + cy*cr, sy*sp*cr - cy*sr},
		{-sp, cp * sr, cp * cr},
	}
}

func (r rotation) down() vec { return r[2] }

// heading is the azimuth of the nose, rad.
func (r rotation) heading() float64 { return math.Atan2(r[1][0], r[0][0]) }

// body gives the direction at an azimuth and elevation, rad, as the body sees it.
func (r rotation) body(azimuth, elevation float64) (out vec) {
	sa, ca := math.Sincos(azimuth)
	se, ce := math.Sincos(elevation)
	for i := range out {
		out[i] = r[0][i]*ce*ca + r[1][i]*ce*sa - r[2][i]*se
	}
	return out
}
