package vehicle

import "math"

// quat is a unit quaternion, Hamilton's convention, w first. As an attitude it
// takes body vectors to NED.
type quat struct{ w, x, y, z float64 }

func (q quat) times(p quat) quat {
	return quat{
		q.w*p.w - q.x*p.x - q.y*p.y - q.z*p.z,
		q.w*p.x + q.x*p.w + q.y*p.z - q.z*p.y,
		q.w*p.y - q.x*p.z + q.y*p.w + q.z*p.x,
		q.w*p.z + q.x*p.y - q.y*p.x + q.z*p.w,
	}
}

func (q quat) array() [4]float64 { return [4]float64{q.w, q.x, q.y, q.z} }

func (q quat) conjugate() quat { return quat{q.w, -q.x, -q.y, -q.z} }

func (q quat) normalised() quat {
	k := 1 / math.Sqrt(q.w*q.w+q.x*q.x+q.y*q.y+q.z*q.z)
	return quat{q.w * k, q.x * k, q.y * k, q.z * k}
}

// toNED turns a body vector.
func (q quat) toNED(v vec) vec {
	u := vec{q.x, q.y, q.z}
	t := u.cross(v).times(2)
	return v.plus(t.times(q.w)).plus(u.cross(t))
}

// toBody turns a NED vector.
func (q quat) toBody(v vec) vec { return q.conjugate().toNED(v) }

// turned integrates body rates over one tick. The first-order step is exact to
// (rate*dt)^3, which is below 1e-7 rad for any rate this vehicle reaches.
func (q quat) turned(rates vec) quat {
	h := rates.times(dt / 2)
	return q.times(quat{1, h.x, h.y, h.z}).normalised()
}

// attitude is the yaw-pitch-roll sequence (Beard & McLain, Small Unmanned
// Aircraft, 2012, appendix B).
func (q quat) attitude() Attitude {
	return Attitude{
		Roll:  math.Atan2(2*(q.w*q.x+q.y*q.z), 1-2*(q.x*q.x+q.y*q.y)),
		Pitch: math.Asin(clamp(2*(q.w*q.y-q.x*q.z), 1)),
		Yaw:   wrapAngle(math.Atan2(2*(q.w*q.z+q.x*q.y), 1-2*(q.y*q.y+q.z*q.z))),
	}
}

func (a Attitude) quat() quat {
	sr, cr := math.Sincos(a.Roll / 2)
	sp, cp := math.Sincos(a.Pitch / 2)
	sy, cy := math.Sincos(a.Yaw / 2)
	return quat{
		cy*cp*cr + sy*sp*sr,
		cy*cp*sr - sy*sp*cr,
		cy*sp*cr + sy*cp*sr,
		sy*cp*cr - cy*sp*sr,
	}
}

func aboutAxis(axis vec, angle float64) quat {
	s, c := math.Sincos(angle / 2)
	return quat{c, axis.x * s, axis.y * s, axis.z * s}
}

// shortestTurn takes the direction of a to that of b.
func shortestTurn(a, b vec) quat {
	a, b = a.unit(), b.unit()
	axis := a.cross(b)
	if a.dot(b) < -1+1e-9 {
		axis = a.cross(vec{1, 0, 0})
		if axis.length() < 0.1 {
			axis = a.cross(vec{0, 1, 0})
		}
		return aboutAxis(axis.unit(), math.Pi)
	}
	return quat{1 + a.dot(b), axis.x, axis.y, axis.z}.normalised()
}
