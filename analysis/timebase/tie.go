package timebase

import (
	"math"
	"time"

	"postflight/decode/flight"
)

// tie is what a log knows of a boot clock that another may know too.
type tie struct {
	source   flight.Source
	epoch    int
	begin    time.Duration   // log time of its epoch's first frame
	from, to int64           // boot time, ns
	cuts     []time.Duration // log times at which it stepped
	toBoot   func(time.Duration) int64
	toLog    func(int64) time.Duration
	clock    *Clock        // nil where log time is that boot clock
	answers  *Clock        // of Timesync, where they tell floor; else nil
	floor    time.Duration // how long the fastest frame was on its way; 0 where nobody knows
	early    time.Duration // by how much answers have it arrive before it was sent, where they are not believed
}

// ties lists the boot clocks of a log.
func (r *Result) ties() []tie {
	var out []tie
	if r.host == nil {
		return nil
	}
	if !r.host.capture {
		for k, p := range r.host.pieces {
			end := r.log.End
			if k+1 < len(r.host.pieces) {
				end = r.host.pieces[k+1].begin
			}
			out = append(out, tie{
				source: r.host.driver, epoch: k, begin: p.begin, from: int64(p.begin) + p.shift, to: int64(end) + p.shift,
				toBoot: func(t time.Duration) int64 { return int64(t) + p.shift },
				toLog:  func(boot int64) time.Duration { return time.Duration(boot - p.shift) },
			})
		}
	}
	for i := range r.Clocks {
		if c := &r.Clocks[i]; c.Remote == Boot && c.Kind != Timesync {
			out = append(out, r.tieOf(c))
		}
	}
	return out
}

func (r *Result) tieOf(c *Clock) tie {
	t := tie{source: c.Source, epoch: c.Epoch, clock: c}
	var near time.Duration
	for _, e := range r.epochs {
		if e.Source == c.Source && e.Index == c.Epoch {
			near = e.Start
		}
	}
	t.begin = near
	shift := r.host.ofLog(near) - int64(near)
	if c.OnArrival() {
		if t.answers, t.floor = r.floor(c); t.floor < 0 {
			t.floor, t.early = 0, -t.floor
		}
	}
	t.toBoot = func(log time.Duration) int64 { return c.toRemote(int64(log) + shift) }
	t.toLog = func(boot int64) time.Duration { return time.Duration(c.toHost(boot) - shift) }
	first := c.Whole.Pieces[0].From
	for _, p := range c.Whole.Pieces[1:] {
		t.cuts = append(t.cuts, time.Duration(p.From-shift))
	}
	t.from, t.to = t.toBoot(time.Duration(first-shift)), t.toBoot(time.Duration(first-shift)+c.Span)
	return t
}

// minAnswers is how many answers it takes to tell how long frames are on their
// way.
const minAnswers = 8

// contradiction is by how many sigma answers may put the fastest frame before it
// was sent and still be believed.
const contradiction = 3

// floor is how long the fastest frame was on its way, by the answers to
// questions of the time; nil where they do not tell. A negative floor is one that
// the arrivals contradict: either of the two clocks is not what it is taken for.
func (r *Result) floor(c *Clock) (*Clock, time.Duration) {
	a := r.of(c.Source, c.Epoch, Boot, true)
	if a == nil || !a.Ready || a.Pairs < minAnswers || len(a.Whole.Pieces) > 1 {
		return nil, 0
	}
	floor := time.Duration(a.Offset() - (c.toRemote(a.At) - a.At))
	// One way is no longer than both.
	if floor > a.MinTrip+3*time.Duration(a.Sigma) {
		return nil, 0
	}
	if sigma := math.Hypot(float64(max(0, c.Sigma)), float64(a.Sigma)); float64(floor) < -contradiction*sigma {
		return nil, floor
	}
	return a, max(0, floor)
}

// sigma is how unsure a tie is where both ways are alike, ns; -1 where nobody knows.
func (t *tie) sigma() float64 {
	switch {
	case t.clock == nil:
		return 0
	case t.clock.Sigma < 0:
		return -1
	case t.answers != nil:
		return math.Hypot(float64(t.clock.Sigma), float64(t.answers.Sigma))
	}
	return float64(t.clock.Sigma)
}

// asymmetry is by how much answers may be wrong about how long the fastest frame
// took: nobody knows how much of a round trip was the way back.
func (t *tie) asymmetry() float64 {
	if t.answers == nil {
		return 0
	}
	return float64(t.answers.MinTrip) / 2
}

func (t *tie) skew() float64 {
	if t.clock == nil {
		return 0
	}
	return t.clock.Skew
}
