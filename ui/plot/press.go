package plot

import "time"

// doubleClick is the time within which a second press is one of a double click.
const doubleClick = 500 * time.Millisecond

// press is one that moved the playhead.
type press struct {
	at       time.Time
	playhead time.Duration // before it, or before the first of two
}

// again is the press that follows p, which may be nil.
func (p *press) again(now time.Time, playhead time.Duration) *press {
	if p != nil && now.Sub(p.at) < doubleClick {
		playhead = p.playhead
	}
	return &press{now, playhead}
}

// unseek puts the playhead back to where it was before a double click, whose presses
// moved it.
func (s *Stack) unseek() {
	if p := s.pressed; p != nil && s.history.now().Sub(p.at) < doubleClick {
		s.seek(p.playhead)
	}
	s.pressed = nil
}
