// Package attitude compares the attitude that a flight controller reported to
// the ground truth. Error is estimate less truth throughout.
package attitude

import "math"

// Quaternion turns body into NED, w first.
type Quaternion [4]float64

// Euler is roll, pitch and yaw in degrees: yaw first, then pitch, then roll
// about the axes as turned so far.
type Euler [3]float64

const degree = math.Pi / 180

// Quaternion is the rotation that the angles describe.
func (e Euler) Quaternion() Quaternion {
	sr, cr := math.Sincos(e[0] * degree / 2)
	sp, cp := math.Sincos(e[1] * degree / 2)
	sy, cy := math.Sincos(e[2] * degree / 2)
	return Quaternion{
		cr*cp*cy + sr*sp*sy,
		sr*cp*cy - cr*sp*sy,
		cr*sp*cy + sr*cp*sy,
		cr*cp*sy - sr*sp*cy,
	}
}

// Euler gives the angles of a rotation: roll and yaw in (-180, 180], pitch in
// [-90, 90].
func (q Quaternion) Euler() Euler {
	q = q.unit()
	w, x, y, z := q[0], q[1], q[2], q[3]
	return Euler{
		Wrap(math.Atan2(2*(w*x+y*z), 1-2*(x*x+y*y)) / degree),
		math.Asin(max(-1, min(1, 2*(w*y-z*x)))) / degree,
		Wrap(math.Atan2(2*(w*z+x*y), 1-2*(y*y+z*z)) / degree),
	}
}

// unit scales to length 1; NaN where there is no length.
func (q Quaternion) unit() Quaternion {
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	for i := range q {
		q[i] /= n
	}
	return q
}

// Angle is how far one rotation is from another: the angle, 0 to 180 degrees,
// about whichever axis leads there.
func Angle(a, b Quaternion) float64 {
	a, b = a.unit(), b.unit()
	w := a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
	x := a[0]*b[1] - a[1]*b[0] - a[2]*b[3] + a[3]*b[2]
	y := a[0]*b[2] - a[2]*b[0] - a[3]*b[1] + a[1]*b[3]
	z := a[0]*b[3] - a[3]*b[0] - a[1]*b[2] + a[2]*b[1]
	return 2 * math.Atan2(math.Sqrt(x*x+y*y+z*z), math.Abs(w)) / degree
}

// Wrap brings an angle in degrees into (-180, 180].
func Wrap(degrees float64) float64 {
	d := math.Mod(degrees, 360)
	switch {
	case d > 180:
		return d - 360
	case d <= -180:
		return d + 360
	}
	return d
}
