package timebase

import (
	"fmt"
	"math"
	"strings"
	"time"

	"postflight/decode/flight"
)

// Basis says what two logs were laid together by.
type Basis string

// Bases, the surest first. StationClocks are those of the computers that
// recorded: nobody says how right they were.
const (
	BootClock     Basis = "boot clock"
	Dates         Basis = "dates"
	StationClocks Basis = "station clocks"
)

// Placement is how the log times of two logs, a and b, lie to each other.
type Placement struct {
	// Offset is log time of b less log time of a, at the log time At of a, the
	// middle of what both hold.
	Offset, At time.Duration
	Skew       float64 // by how much b's log time gains on a's, ppm
	// Sigma is that of Offset, -1 where it cannot be told. Answers tell how long the
	// fastest frame took to within half of what they took both ways, which is in it.
	Sigma  time.Duration
	Basis  Basis
	Source flight.Source // of BootClock
	EpochA int           // of Source
	EpochB int
	Rests  string // what it rests on, in words
	Caveat string // what Sigma leaves out, in words; "" for nothing
	Doubt  string // what speaks against it; "" where nothing does

	toB func(time.Duration) time.Duration
}

// ToB is the log time of b at a log time of a.
func (p Placement) ToB(t time.Duration) time.Duration { return p.toB(t) }

// place lays log b beside log a: by the boot clock of a source that both know,
// else by the dates that vehicles sent, else by the clocks of the stations. A
// DataFlash log is taken for that of the autopilot that the other log heard. ok
// is false where they have no clock in common; best is nil where it went by no
// boot clock.
func place(a, b *Result) (p Placement, best *candidate, ok bool) {
	ys := b.ties()
	for _, x := range a.ties() {
		for _, y := range ys {
			if c := byBoot(a, b, x, y); c != nil && (best == nil || c.better(best)) {
				best = c
			}
		}
	}
	if best != nil {
		return best.placement(), best, true
	}
	p, ok = byDate(a, b)
	return p, nil, ok
}

// candidate is one way to lay two logs by a boot clock.
type candidate struct {
	x, y    tie
	boot    int64         // the middle of what both hold
	overlap time.Duration // that both hold
	dated   bool          // both logs tell the date
	apart   time.Duration // how far their dates differ then
}

const (
	leastOverlap = time.Second
	// strictApart is by how much the dates that one vehicle sends may differ
	// within a boot; more is another boot.
	strictApart = 10 * time.Second
	// doubtApart is by how much the clock of a station may be wrong before one
	// has to ask whether the logs are of one flight.
	doubtApart = 10 * time.Minute
	// sameApart is a difference of dates that decides nothing.
	sameApart = time.Second
)

func byBoot(a, b *Result, x, y tie) *candidate {
	if !sameClock(x.source, y.source) {
		return nil
	}
	from, to := max(x.from, y.from), min(x.to, y.to)
	if unknown := func(t tie) bool { return t.clock != nil && t.clock.OnArrival() && t.answers == nil }; unknown(x) || unknown(y) {
		// Of two links the floors are alike rather than one of them 0.
		x.floor, x.answers, y.floor, y.answers = 0, nil, 0, nil
	}
	c := &candidate{x: x, y: y, boot: from + (to-from)/2, overlap: time.Duration(to - from)}
	if c.overlap < leastOverlap {
		return nil
	}
	dateA, clockA, okA := a.UTC(x.toLog(c.boot))
	dateB, clockB, okB := b.UTC(y.toLog(c.boot))
	c.dated = okA && okB
	if c.dated {
		c.apart = dateA.Sub(dateB).Abs()
		if clockA != nil && clockB != nil && c.apart > strictApart {
			return nil
		}
	}
	return c
}

// sameClock says whether two sources have one boot clock: a log written on board
// names none, and is the autopilot's.
func sameClock(x, y flight.Source) bool {
	const autopilot = 1
	return x == y || x == 0 && y.Component() == autopilot || y == 0 && x.Component() == autopilot
}

// better says whether c is to be believed rather than d.
func (c *candidate) better(d *candidate) bool {
	if c.dated && d.dated && (c.apart-d.apart).Abs() > sameApart {
		return c.apart < d.apart
	}
	mine, its := c.sigma(), d.sigma()
	switch {
	case (mine < 0) != (its < 0):
		return mine >= 0
	case mine != its:
		return mine < its
	}
	return c.overlap > d.overlap
}

// sigma is how unsure the lines are, ns; -1 where nobody knows.
func (c *candidate) sigma() float64 {
	x, y := c.x.sigma(), c.y.sigma()
	if x < 0 || y < 0 {
		return -1
	}
	return math.Hypot(x, y)
}

func (c *candidate) placement() Placement {
	toB := func(t time.Duration) time.Duration {
		return c.y.toLog(c.x.toBoot(t) + int64(c.x.floor-c.y.floor))
	}
	at := c.x.toLog(c.boot)
	p := Placement{
		Offset: toB(at) - at, At: at, toB: toB, Skew: ((1+c.x.skew())/(1+c.y.skew()) - 1) * 1e6,
		Sigma: -1, Basis: BootClock, Source: max(c.x.source, c.y.source),
		EpochA: c.x.epoch, EpochB: c.y.epoch,
	}
	if sigma := c.sigma(); sigma >= 0 {
		p.Sigma = time.Duration(math.Hypot(sigma, math.Hypot(c.x.asymmetry(), c.y.asymmetry())))
	}
	rests := []string{fmt.Sprintf("the time since power-up of %s, over %.0f s", sourceName(p.Source), c.overlap.Seconds())}
	for _, t := range []tie{c.x, c.y} {
		if t.clock == nil || !t.clock.OnArrival() {
			continue
		}
		switch {
		case t.answers != nil:
			rests = append(rests, fmt.Sprintf("the fastest frame took %s (±%s), by %d TIMESYNC answers",
				short(t.floor), short(max(time.Duration(math.Hypot(t.sigma(), t.asymmetry())), leastShort)), t.answers.Pairs))
			continue
		case t.early > 0:
			p.Caveat = fmt.Sprintf("the delay of the fastest frame, which TIMESYNC answers have arrive %s before it was sent", short(t.early))
			rests = append(rests, fmt.Sprintf("the TIMESYNC answers contradict the arrivals (they have the fastest frame arrive %s before it was sent), "+
				"so how long it took is left out", short(t.early)))
		default:
			rests = append(rests, "how long the fastest frame took cannot be told, and is left out")
		}
		if p.Caveat == "" {
			p.Caveat = unknownDelay
		}
	}
	p.Rests = strings.Join(rests, "; ")
	if c.dated && c.apart > doubtApart {
		p.Doubt = fmt.Sprintf("the dates of the two logs differ by %s", c.apart.Round(time.Second))
	}
	return p
}

// unknownDelay is what frames that were stamped on arrival leave out.
const unknownDelay = "the unknown delay of the fastest frame"

// leftOut is what the dates of two clocks leave out.
func leftOut(a, b *Clock) string {
	if a.OnArrival() || b.OnArrival() {
		return unknownDelay
	}
	return ""
}

// byDate lays two logs by the dates they tell.
func byDate(a, b *Result) (Placement, bool) {
	atA, atB := a.log.End/2, b.log.End/2
	dateA, clockA, okA := a.UTC(atA)
	dateB, clockB, okB := b.UTC(atB)
	if !okA || !okB {
		if a.log.Start.IsZero() || b.log.Start.IsZero() {
			return Placement{}, false
		}
		dateA, atA, dateB, atB = a.log.Start, 0, b.log.Start, 0
		clockA, clockB = nil, nil
	}
	offset := atB - atA + dateA.Sub(dateB)
	p := Placement{
		Offset: offset, At: atA, Sigma: -1, Basis: StationClocks,
		Rests: "when the clocks of the stations say that the logs were begun",
		toB:   func(t time.Duration) time.Duration { return t + offset },
	}
	if clockA != nil && clockB != nil {
		p.Basis, p.Caveat = Dates, leftOut(clockA, clockB)
		p.Rests = fmt.Sprintf("the dates of %s and %s", sourceName(clockA.Source), sourceName(clockB.Source))
		p.Skew = ((1+clockA.Skew)/(1+clockB.Skew) - 1) * 1e6
		if clockA.Sigma >= 0 && clockB.Sigma >= 0 {
			p.Sigma = time.Duration(math.Hypot(float64(clockA.Sigma), float64(clockB.Sigma)))
		}
		skew := p.Skew
		p.toB = func(t time.Duration) time.Duration {
			return t + offset + time.Duration(skew/1e6*float64(t-atA))
		}
	}
	return p, true
}
