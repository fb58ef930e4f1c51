package horizon

import (
	"math"
	"strconv"
)

const (
	barSpan    = 0.15 // half of a bar of the ladder, rad of the great circle
	smallSpan  = 0.06
	circleFrom = 60 // deg: bars from here on go all the way round the zenith
)

// ladder draws the lines of equal elevation, every 10 degrees a long one. Those
// near the zenith and the nadir are whole circles: seen from the pole no side is
// the upper one, and bars there would spin with the slightest move.
func (s scene) ladder(view rotation) {
	heading := view.heading()
	for deg := -85; deg <= 85; deg += 5 {
		elevation := float64(deg) * math.Pi / 180
		switch {
		case deg == 0:
		case abs(deg) >= circleFrom && deg%10 == 0:
			s.parallel(view, elevation, 0, math.Pi, true)
			s.circleLabel(view, elevation, heading, deg)
			s.circleLabel(view, elevation, heading+math.Pi, deg)
		case abs(deg) >= circleFrom:
		case deg%10 == 0:
			s.bar(view, elevation, heading, deg)
		default:
			s.parallel(view, elevation, heading, smallSpan/math.Cos(elevation), false)
		}
	}
	for _, pole := range []float64{-1, 1} {
		if at, ok := s.project(view.body(0, pole*math.Pi/2)); ok && s.strength(at) > 0 {
			s.line(at, at, 4*s.unit, faded(s.p.Line, s.strength(at)))
		}
	}
}

// bar draws one long line of the ladder with its figure at both ends.
func (s scene) bar(view rotation, elevation, heading float64, deg int) {
	half := barSpan / math.Cos(elevation)
	s.parallel(view, elevation, heading, half, false)
	label, height := strconv.Itoa(abs(deg)), 8.5*s.unit
	for _, side := range []float64{-1, 1} {
		end, ok := s.project(view.body(heading+side*half, elevation))
		inner, ok2 := s.project(view.body(heading+side*half*0.9, elevation))
		if !ok || !ok2 {
			continue
		}
		out := end.sub(inner)
		if out.length() < 1e-6 {
			continue
		}
		out = out.times(1 / out.length())
		at := end.add(out.times(textWidth(label, height)/2 + 5*s.unit))
		s.figure(label, at, out.times(side), height)
	}
}

// circleLabel writes the figure of a whole circle beside it.
func (s scene) circleLabel(view rotation, elevation, azimuth float64, deg int) {
	at, ok := s.project(view.body(azimuth, elevation))
	beside, ok2 := s.project(view.body(azimuth+0.02, elevation))
	if !ok || !ok2 {
		return
	}
	right := beside.sub(at)
	if right.length() < 1e-6 {
		return
	}
	right = right.times(1 / right.length())
	s.figure(strconv.Itoa(abs(deg)), at.add(right.left().times(8*s.unit)), right, 8.5*s.unit)
}

func (s scene) figure(label string, at point, right point, height float64) {
	strength := s.strength(at)
	if strength == 0 {
		return
	}
	s.text(label, at, height, right, 3*s.unit, faded(s.p.Rim, strength*strength*0.6))
	s.text(label, at, height, right, 1.25*s.unit, faded(s.p.Line, strength))
}

// parallel draws the line at an elevation from azimuth - half to azimuth + half,
// dashed below the horizon. All of the rim comes first: it must not cross the
// line where two pieces meet.
func (s scene) parallel(view rotation, elevation, azimuth, half float64, circle bool) {
	pieces, gap := 4, 0.0
	if circle {
		pieces = 36
	}
	if elevation < 0 {
		gap = 0.3
	}
	step := 2 * half / float64(pieces)
	for _, rim := range []bool{true, false} {
		for i := range pieces {
			from := azimuth - half + float64(i)*step
			a, ok := s.project(view.body(from+step*gap/2, elevation))
			b, ok2 := s.project(view.body(from+step*(1-gap/2), elevation))
			if !ok || !ok2 {
				continue
			}
			strength := min(s.strength(a), s.strength(b))
			if rim {
				s.line(a, b, 2.5*s.unit, faded(s.p.Rim, strength*strength*0.6))
			} else {
				s.line(a, b, 1.5*s.unit, faded(s.p.Line, strength))
			}
		}
	}
}

// strength fades the ladder out towards the roll scale.
func (s scene) strength(at point) float64 {
	return min(max((s.dial-8*s.unit-at.sub(s.mid).length())/(8*s.unit), 0), 1)
}

func abs(n int) int { return max(n, -n) }
