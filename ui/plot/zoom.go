package plot

import "time"

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

// seek moves the playhead on behalf of the person, inside the flight.
func (s *Stack) seek(t time.Duration) {
	first, last := s.whole()
	t = min(max(t, first), last)
	s.SetPlayhead(t)
	if s.OnSeek != nil {
		s.OnSeek(t)
	}
}

// zoomValues makes the pane's value axis factor times as long, with value at
// staying where it is.
func (p *Pane) zoomValues(at, factor float64) {
	p.SetValueRange(at-(at-p.lo)*factor, at+(p.hi-at)*factor)
}
