package horizon

import "image"

// drawSample fills img with a piece of the horizon as Draw shows it for the
// estimate or for truth: the key of the legend.
func drawSample(img *image.RGBA, truth bool, p Palette) {
	if img.Rect.Empty() {
		return
	}
	s := scene{ink: ink{img}, p: p}
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	s.unit = h / 14
	s.rows(0, h/2, p.Sky)
	s.rows(h/2, h, p.Ground)
	u, y := s.unit, h/2
	if !truth {
		s.outlined(point{-w, y}, point{2 * w, y}, 2*u, 0.6*u, p.Line, p.Rim)
		return
	}
	s.rows(0, h, p.Sky)
	const dash, gap = 10, 7
	for d := 0.0; d*u < w; d += dash + gap {
		for _, side := range []float64{-1, 1} {
			s.outlined(point{w/2 + side*(d+gap+2)*u, y}, point{w/2 + side*(d+gap+dash)*u, y}, 2.4*u, 1.1*u, p.Truth, p.Rim)
		}
	}
	s.diamond(point{w / 2, y}, point{1, 0}, 4*u)
}
