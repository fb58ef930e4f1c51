package plot

import (
	"math"
	"time"

	"fyne.io/fyne/v2"
)

const (
	// shortestView is the least that a person can zoom to.
	shortestView = 10 * time.Microsecond
	// wheelStep is how much of the view is left after one notch of the wheel.
	wheelStep = 0.8
	// wheelNotch is what Fyne reports for one notch on Linux and Windows; on
	// macOS it is less, and finer.
	wheelNotch = 25
)

// usable corrects a view: not shorter than shortestView, not longer than twice
// the data, and with a part of the data in sight.
func (s *Stack) usable(from, to time.Duration) (time.Duration, time.Duration) {
	first, last := s.whole()
	span := max(to-from, shortestView)
	if longest := 2 * max(last-first, time.Second); span > longest {
		from += (span - longest) / 2
		span = longest
	}
	from = min(max(from, first-span*9/10), last-span/10)
	return from, from + span
}

// zoom makes the view factor times as long, with time at staying where it is.
func (s *Stack) zoom(at time.Duration, factor float64) {
	left := time.Duration(float64(at-s.from) * factor)
	span := max(time.Duration(float64(s.to-s.from)*factor), shortestView)
	if factor < 1 && span == shortestView {
		left = time.Duration(float64(at-s.from) / float64(s.to-s.from) * float64(span))
	}
	s.look(at-left, at-left+span)
}

// zoomAt is zoom at a place of the plot. That place keeps its time though the labels of
// the new view may take more room, and move the plot.
func (p *Pane) zoomAt(place fyne.Position, factor float64) {
	s := p.stack
	t := p.timeAt(place)
	s.zoom(t, factor)
	for range 3 {
		off := t - p.timeAt(place)
		if max(off, -off) <= max(p.pixel()/100, 1) || !p.inPlot(place) {
			return
		}
		s.look(s.from+off, s.to+off)
	}
}

// look changes the view on behalf of the person.
func (s *Stack) look(from, to time.Duration) {
	before := Range{s.from, s.to}
	s.SetView(from, to)
	s.tellView(before)
}

func (s *Stack) tellView(before Range) {
	if s.OnView != nil && before != (Range{s.from, s.to}) {
		s.OnView(s.from, s.to)
	}
}

func (s *Stack) tellSeen() {
	if r := (Range{s.from, s.to}); s.OnSeen != nil && r != s.seen {
		s.seen = r
		s.OnSeen(s.from, s.to)
	}
}

// seek moves the playhead on behalf of the person, inside the flight.
func (s *Stack) seek(t time.Duration) {
	first, last := s.whole()
	t = min(max(t, first), last)
	s.SetPlayhead(t)
	if s.OnSeek != nil {
		s.OnSeek(t)
	}
}

// Zoom makes the view factor times as long; less than 1 comes nearer. The place
// under the pointer stays, else the playhead if it is in view, else the middle.
func (s *Stack) Zoom(factor float64) {
	if !(factor > 0) || math.IsInf(factor, 0) {
		return
	}
	s.record("zoom")
	at := s.from + (s.to-s.from)/2
	switch {
	case s.pointer != nil:
		s.pointer.pane.zoomAt(s.pointer.at, factor)
		return
	case s.playhead >= s.from && s.playhead <= s.to:
		at = s.playhead
	}
	s.zoom(at, factor)
}

// Pan moves the view by a fraction of its length, on in time if it is positive.
func (s *Stack) Pan(fraction float64) {
	if math.IsNaN(fraction) || math.Abs(fraction) > 1000 {
		return
	}
	s.record("pan")
	by := time.Duration(fraction * float64(s.to-s.from))
	s.look(s.from+by, s.to+by)
}

// FollowPlayhead sets whether the view goes along when the playhead leaves it.
func (s *Stack) FollowPlayhead(on bool) {
	s.following = on
	s.follow()
}

// Following reports what FollowPlayhead set.
func (s *Stack) Following() bool { return s.following }

// follow turns the page when the playhead is out of view: between two pages the
// plots stand still and can be read, and cost nothing.
func (s *Stack) follow() {
	if !s.following || s.playhead >= s.from && s.playhead <= s.to {
		return
	}
	span := s.to - s.from
	margin := span / 10
	from := s.playhead - margin
	if s.playhead < s.from {
		from = s.playhead - span + margin
	}
	s.look(from, from+span)
}

// ShowAll is [Stack.Fit] on behalf of the person.
func (s *Stack) ShowAll() {
	s.record("")
	before := Range{s.from, s.to}
	s.Fit()
	s.tellView(before)
}

// FitValues lets all value axes fit what is seen again; time stays.
func (s *Stack) FitValues() {
	s.record("")
	s.freeAxes()
	s.arrange()
}

// freeAxes lets all value axes go by what is seen.
func (s *Stack) freeAxes() {
	for _, p := range s.panes {
		p.freeAxes()
	}
}

func (p *Pane) freeAxes() { p.axes[left].fixed, p.axes[right].fixed = false, false }

// ZoomValues makes value axes factor times as long, as [Stack.Zoom] does with time:
// those of the pane under the pointer, else of all.
func (s *Stack) ZoomValues(factor float64) {
	if !(factor > 0) || math.IsInf(factor, 0) {
		return
	}
	s.record("values")
	if s.pointer != nil {
		s.pointer.pane.zoomValues(s.pointer.pane.partAt(s.pointer.at), factor)
		return
	}
	for _, p := range s.panes {
		p.zoomValues(0.5, factor)
	}
}

// zoomValues makes the pane's value axes factor times as long, with the place
// at a part of their height, 0 at the bottom, staying where it is.
func (p *Pane) zoomValues(part, factor float64) {
	p.eachAxis(part-part*factor, part+(1-part)*factor)
}
