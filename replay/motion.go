package replay

import (
	"math"
	"time"
)

// Motion is reckoned in "way": log time from the start of a lap in the
// direction of play. The start is the crop's start, in reverse its end.

func (p *Player) way(at time.Duration) time.Duration {
	if p.speed < 0 {
		return p.crop.To - at
	}
	return at - p.crop.From
}

// along is the log time at a way; the inverse of way.
func (p *Player) along(way time.Duration) time.Duration {
	if p.speed < 0 {
		return p.crop.To - way
	}
	return p.crop.From + way
}

// setAnchor makes here and now the point from which motion is measured.
func (p *Player) setAnchor() {
	p.anchor = mark{p.wall, p.way(p.at)}
	p.lap = 0
}

// advance moves the playhead to now and notes what fell due. It never ends
// play: only a tick does, so that who acts on a playing player between two
// ticks still finds it playing.
func (p *Player) advance() {
	p.wall = max(p.wall, p.clock())
	if !p.playing {
		return
	}
	total := addCapped(p.anchor.way, scale(p.wall-p.anchor.wall, math.Abs(p.speed)))
	lap, way := fold(total, p.crop.Length(), p.loop)
	p.pass(lap, way)
}

// pass moves the playhead to a way in a lap, counted from the anchor.
func (p *Player) pass(lap, way time.Duration) {
	before, length, started := p.way(p.at), p.crop.Length(), lap-p.lap
	if started == 0 {
		p.note(before, way, p.fresh, 1)
	} else {
		p.note(before, length, p.fresh, 1)
		p.note(0, length, true, started-1)
		p.note(0, way, true, 1)
	}
	gone := started*length + way - before
	if p.speed < 0 {
		gone = -gone
	}
	p.meter.add(p.wall, gone)
	p.laps += int(started)
	p.lap, p.at, p.fresh = lap, p.along(way), false
}

// note adds a stretch to those the next tick reports, unless no frame can be due in it.
func (p *Player) note(from, to time.Duration, included bool, passes time.Duration) {
	if passes == 0 || (from == to && !included) {
		return
	}
	p.due = append(p.due, Passed{p.along(from), p.along(to), included, int(passes)})
}

// atEnd reports whether play has nowhere to go. A crop of no length is over
// at once even in a loop: it would have infinitely many laps.
func (p *Player) atEnd() bool {
	length := p.crop.Length()
	return p.way(p.at) == length && (!p.loop || length == 0)
}

// fold turns the way gone since the start of a lap into laps started over and
// the way in the present one. The end of a lap belongs to that lap.
func fold(total, length time.Duration, loop bool) (lap, way time.Duration) {
	if total <= length {
		return 0, total
	}
	if !loop || length == 0 {
		return 0, length
	}
	lap = (total - 1) / length
	return lap, total - lap*length
}

// scale is d x f for f > 0 to the nearest nanosecond, capped instead of overflowing.
func scale(d time.Duration, f float64) time.Duration {
	product := math.Round(float64(d) * f)
	if product >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(product)
}

// addCapped is a + b, capped instead of overflowing.
func addCapped(a, b time.Duration) time.Duration {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}
