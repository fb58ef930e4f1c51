package timebase

import (
	"time"

	"postflight/analysis/epoch"
	"postflight/decode/flight"
)

// Stretch is log time in which a clock is known and only goes forward: it ends
// where its source restarts, and where the clock was found to step.
type Stretch struct {
	From, To time.Duration // both belong to it; those of one clock are in order
	At       func(time.Duration) int64
}

// Station lists where the clock of the ground station is known, in ns since
// 1970: nowhere in a log without one.
func (r *Result) Station() []Stretch {
	if r.host == nil || !r.host.capture || !r.host.unix {
		return nil
	}
	return r.hostStretches()
}

// Dates lists where the dates are known that the vehicle sent, in ns since 1970,
// and whose clock that is.
func (r *Result) Dates() (flight.Source, []Stretch) {
	if r.host == nil {
		return 0, nil
	}
	best := r.dates(r.log.End / 2)
	for i := 0; best == nil && i < len(r.Clocks); i++ { // it may begin later
		if r.Clocks[i].Kind == GPS {
			best = &r.Clocks[i]
		}
	}
	if best == nil {
		return 0, nil
	}
	var out []Stretch
	epochs := epoch.Of(r.epochs, best.Source)
	for i, e := range epochs {
		from, to := r.around(epochs, i)
		if i+1 < len(epochs) {
			_, end := r.host.pieceAt(e.Start, r.log.End)
			to = max(e.Start, min(end, epochs[i+1].Start-1)) // a date goes on through a reboot
		}
		out = append(out, r.stretches(r.of(best.Source, e.Index, UTC, false), e, from, to)...)
	}
	return best.Source, out
}

// BootTimes lists where the time since power-up of a source is known, in ns:
// while a source is silent before it restarts, it is not.
func (r *Result) BootTimes(source flight.Source) []Stretch {
	switch {
	case r.host == nil:
		return nil
	case !r.host.capture && source == r.host.driver:
		return r.hostStretches()
	}
	var out []Stretch
	epochs := epoch.Of(r.epochs, source)
	for i, e := range epochs {
		from, to := r.around(epochs, i)
		for _, s := range r.stretches(r.of(source, e.Index, Boot, false), e, from, to) {
			if up := time.Duration(s.At(s.From)); up < 0 { // it had no power yet
				s.From -= up
			}
			if s.From <= s.To {
				out = append(out, s)
			}
		}
	}
	return out
}

func (r *Result) hostStretches() []Stretch {
	var out []Stretch
	for k, p := range r.host.pieces {
		to := r.log.End
		if k+1 < len(r.host.pieces) {
			to = max(p.begin, r.host.pieces[k+1].begin-1)
		}
		out = append(out, Stretch{p.begin, to, func(t time.Duration) int64 { return int64(t) + p.shift }})
	}
	return out
}

// around is where an epoch can be told of: from its first frame to its last, the
// first one before and the last one after too, as long as the host's clock goes on.
func (r *Result) around(epochs []epoch.Epoch, i int) (from, to time.Duration) {
	begin, end := r.host.pieceAt(epochs[i].Start, r.log.End)
	from, to = epochs[i].Start, epochs[i].End
	if i == 0 {
		from = begin
	}
	if i == len(epochs)-1 {
		to = max(to, end)
	}
	return from, to
}

// pieceAt is where the piece of the host's clock begins and ends that holds t.
func (h *hostClock) pieceAt(t, end time.Duration) (from, to time.Duration) {
	to = end
	for _, p := range h.pieces {
		if p.begin > t {
			return from, p.begin - 1
		}
		from = p.begin
	}
	return from, to
}

// stretches are those of a clock of an epoch between two log times, cut where it
// changed; none of a nil clock.
func (r *Result) stretches(c *Clock, e epoch.Epoch, from, to time.Duration) []Stretch {
	if c == nil || to < from {
		return nil
	}
	shift := r.host.ofLog(e.Start) - int64(e.Start)
	at := func(t time.Duration) int64 { return c.toRemote(int64(t) + shift) }
	var out []Stretch
	if !c.median {
		for _, p := range c.Whole.Pieces[1:] {
			if cut := time.Duration(p.From - shift); cut > from && cut <= to {
				out = append(out, Stretch{from, cut - 1, at})
				from = cut
			}
		}
	}
	return append(out, Stretch{from, to, at})
}
