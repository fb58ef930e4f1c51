package plot

import (
	"math"
	"slices"
	"strings"

	"postflight/ui/plot/raster"
)

// side is which of its pane's two value axes a curve goes by.
type side int

const (
	left side = iota
	right
)

// axis is a value axis of a pane.
type axis struct {
	unit   string
	units  []string // of all curves that go by it, that first
	used   bool     // there are curves that go by it
	lo, hi float64
	fixed  bool // by hand, rather than by what is seen
	// margin is the room beyond the round ends of a range that is not fixed.
	margin float64
}

// assignSides gives the first unit the left axis and the second the right one. Curves
// of further units go left too: the axis names all its units, and the legend those of
// its curves.
func (p *Pane) assignSides() {
	p.sides = make([]side, len(p.curves))
	for at := range p.axes {
		p.axes[at].used, p.axes[at].units = false, nil
	}
	for i, c := range p.curves {
		at := left
		switch {
		case !p.axes[left].used:
			p.axes[left].unit, p.axes[left].used = c.Unit, true
		case c.Unit == p.axes[left].unit:
		case !p.axes[right].used:
			p.axes[right].unit, p.axes[right].used = c.Unit, true
			at = right
		case c.Unit == p.axes[right].unit:
			at = right
		}
		p.sides[i] = at
		if a := &p.axes[at]; !slices.Contains(a.units, c.Unit) {
			a.units = append(a.units, c.Unit)
		}
	}
}

// head is what stands above the axis.
func (a *axis) head() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a.units), func(u string) bool { return u == "" }), ", ")
}

// ValueRange is what the left value axis shows, from bottom to top.
func (p *Pane) ValueRange() (lo, hi float64) { return p.axes[left].lo, p.axes[left].hi }

// RightRange is what the right value axis shows; ok is false if no curve goes
// by it.
func (p *Pane) RightRange() (lo, hi float64, ok bool) {
	return p.axes[right].lo, p.axes[right].hi, p.axes[right].used
}

// OnRight reports whether curve i goes by the right axis.
func (p *Pane) OnRight(i int) bool { return i >= 0 && i < len(p.sides) && p.sides[i] == right }

// SetValueRange fixes the left value axis until [Stack.Fit]. A range that is
// empty or not finite is ignored.
func (p *Pane) SetValueRange(lo, hi float64) {
	if p.axes[left].fix(lo, hi) && p.stack != nil {
		p.stack.arrange()
	}
}

// fix sets the range by hand, unless no scale could show it.
func (a *axis) fix(lo, hi float64) bool {
	if !(hi > lo) || math.IsInf(lo, 0) || math.IsInf(hi, 0) || lo/2+(hi/2-lo/2)/2 == lo/2 {
		return false
	}
	a.lo, a.hi, a.margin, a.fixed = lo, hi, 0, true
	return true
}

// eachAxis makes the parts bottom and top of the range of all axes, 0
// below and 1 above, their new ends.
func (p *Pane) eachAxis(bottom, top float64) {
	for i := range p.axes {
		a := &p.axes[i]
		a.fix(a.at(bottom), a.at(top))
	}
	p.stack.arrange()
}

// at is the value at a part of the range.
func (a *axis) at(part float64) float64 { return a.lo*(1-part) + a.hi*part }

// fitValues makes the value axes fit what is seen, with round ends so that they
// hold still while time moves on, unless they are fixed.
func (p *Pane) fitValues(ticks int) {
	for at := range p.axes {
		if !p.axes[at].fixed {
			p.fitAxis(side(at), ticks)
		}
	}
}

func (p *Pane) fitAxis(at side, ticks int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	from, to := p.stack.View()
	for i, c := range p.curves {
		if p.sides[i] != at || !c.ready() {
			continue
		}
		if a, b, ok := c.Series.Seen(c.Pyramid, from-c.later, to-c.later, c.Style.Step); ok {
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	if lo <= hi {
		p.axes[at].show(raster.NiceRange(lo, hi, ticks))
	}
}

// marginPart is the part of a range that is free beyond each of its ends, so that the
// lowest and the highest points do not lie on the frame.
const marginPart = 0.04

// show takes a range with round ends, and a margin.
func (a *axis) show(lo, hi float64) {
	a.lo, a.hi, a.margin = lo, hi, 0
	if room := (hi - lo) * marginPart; !math.IsInf(hi+room, 0) && !math.IsInf(lo-room, 0) {
		a.lo, a.hi, a.margin = lo-room, hi+room, room
	}
}

// whole reports whether only whole numbers have a meaning on the axis.
func (p *Pane) whole(at side) bool {
	for i, c := range p.curves {
		if p.sides[i] == at && (!c.Style.Step || c.Resolution != 1) {
			return false
		}
	}
	return true
}

// ticks are about n between the round ends; one alone tells no scale. The margin
// makes them no fewer.
func (a *axis) ticks(n int, whole bool) []raster.Tick {
	for {
		step := raster.ValueStep(a.lo+a.margin, a.hi-a.margin, n)
		if whole {
			step = max(step, 1)
		}
		ticks := raster.TicksBy(a.lo, a.hi, step)
		if len(ticks) > 1 || n >= mostSteps {
			return ticks
		}
		n++
	}
}

// mostSteps is how many steps are tried for a second label on an axis that was set by
// hand.
const mostSteps = 12

// view is what the picture shows, by the left axis.
func (p *Pane) view() raster.View { return p.viewBy(left) }

func (p *Pane) viewBy(at side) raster.View {
	from, to := p.stack.View()
	return raster.View{From: from, To: to, Min: p.axes[at].lo, Max: p.axes[at].hi}
}
