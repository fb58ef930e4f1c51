package plot

import (
	"math"
	"slices"
)

// kinds are units that measure the same, with what one is in the first of its kind.
var kinds = []map[string]float64{
	{"rad": 1, "mrad": 1e-3, "deg": math.Pi / 180, "cdeg": math.Pi / 18000},
	{"rad/s": 1, "mrad/s": 1e-3, "deg/s": math.Pi / 180},
	{"m": 1, "dam": 10, "dm": 0.1, "cm": 1e-2, "mm": 1e-3, "km": 1e3},
	{"m/s": 1, "dm/s": 0.1, "cm/s": 1e-2, "mm/s": 1e-3},
	{"s": 1, "ds": 0.1, "cs": 1e-2, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9},
	{"V": 1, "cV": 1e-2, "mV": 1e-3},
	{"A": 1, "cA": 1e-2, "mA": 1e-3},
	{"Ah": 1, "mAh": 1e-3},
	{"Pa": 1, "hPa": 100, "mbar": 100, "kPa": 1000},
	{"Hz": 1, "kHz": 1e3, "MHz": 1e6},
}

// factor is what values in one unit are multiplied by to be in another; ok is false
// where the two do not measure the same.
func factor(from, to string) (f float64, ok bool) {
	for _, kind := range kinds {
		a, b := kind[from], kind[to]
		if a > 0 && b > 0 {
			return a / b, true
		}
	}
	return 0, false
}

// In is the curve in another unit; the same one where that measures something else.
// What its samples were on the wire stays with its bytes.
func (c Curve) In(unit string) Curve {
	from := c.Origin()
	f, ok := factor(from.Unit, unit)
	if !ok || c.Unit == unit || c.Series == nil {
		return c
	}
	c.Series, c.Pyramid, c.Unit, c.Turn, c.Resolution = from.Series, from.Pyramid, from.Unit, from.Turn, from.Resolution
	if c.origin = nil; unit == from.Unit {
		return c
	}
	c.Series, c.Pyramid, c.Unit = c.Series.Scaled(f), nil, unit
	c.Turn, c.Resolution, c.origin = c.Turn*f, 0, &from
	return c
}

// Origin is the curve in the unit that it came in.
func (c Curve) Origin() Curve {
	if c.origin != nil {
		return *c.origin
	}
	return c
}

// Alike are curves in as few units as they can be shown in: each in that of the first
// that measures the same.
func Alike(curves []Curve) []Curve {
	out := slices.Clone(curves)
	for i := range out {
		for _, first := range out[:i] {
			if _, ok := factor(out[i].Unit, first.Unit); ok {
				out[i] = out[i].In(first.Unit)
				break
			}
		}
	}
	return out
}

// angles are the units that people read angles in, by turns.
var angles = map[string]string{
	"rad": "deg", "mrad": "deg", "cdeg": "deg", "deg": "rad",
	"rad/s": "deg/s", "mrad/s": "deg/s", "deg/s": "rad/s",
}

// otherUnits are those that curves of the pane can be shown in instead, by their own.
func (p *Pane) otherUnits() (from, to []string) {
	for _, c := range p.curves {
		if other, ok := angles[c.Unit]; ok && !slices.Contains(from, c.Unit) {
			from, to = append(from, c.Unit), append(to, other)
		}
	}
	return from, to
}

// ShowIn shows the curves of one unit of the pane at an index in another. It can be
// undone.
func (s *Stack) ShowIn(pane int, from, to string) {
	if pane < 0 || pane >= len(s.panes) {
		return
	}
	s.record("")
	p := s.panes[pane]
	curves := p.Curves()
	for i, c := range curves {
		if c.Unit == from {
			curves[i] = c.In(to)
		}
	}
	p.SetCurves(curves)
	s.tellPanes()
}

// InUnitOf is the curve as it would be shown in the pane at an index: in the unit of
// one of its axes that measures the same.
func (s *Stack) InUnitOf(pane int, c Curve) Curve {
	if pane < 0 || pane >= len(s.panes) {
		return c
	}
	axes := &s.panes[pane].axes
	for _, a := range axes {
		if a.used && a.unit == c.Unit {
			return c
		}
	}
	for _, a := range axes {
		if _, ok := factor(c.Unit, a.unit); a.used && ok {
			return c.In(a.unit)
		}
	}
	return c
}
