package replay

import "time"

// Interval is the real time between two ticks of a player that is watched:
// the period of the timer that Navigator's record-and-replay chapter plays by.
const Interval = 20 * time.Millisecond

// Player moves a playhead through a flight at a chosen speed.
//
// The playhead is reckoned from the last anchor, a pair of real and log time
// set anew by whatever changes the motion, and never from the tick before: a
// late or irregular tick catches up, and no error adds up. A clock that stands
// still or goes back only makes the playhead wait.
//
// A player belongs to one goroutine at a time.
type Player struct {
	line  Timeline
	clock func() time.Duration
	wall  time.Duration // latest reading of clock; never falls

	whole, crop Range
	at          time.Duration
	fresh       bool // the frames at the playhead have not been due since it came there
	playing     bool
	loop        bool
	speed       float64
	laps        int

	anchor mark          // real time, and way in the lap it was set in
	lap    time.Duration // laps started over since the anchor; a count
	meter  meter

	due, reported []Passed
}

// NewPlayer gives a player parked at the first frame: speed 1, play once,
// the crop the whole flight. clock is monotonic real time from any origin.
func NewPlayer(line Timeline, clock func() time.Duration) *Player {
	first, last := line.Bounds()
	whole := Range{first, max(first, last)}
	p := &Player{line: line, clock: clock, wall: clock(), whole: whole, crop: whole, speed: 1}
	p.place(whole.From)
	return p
}

// State gives what the player shows as of the last tick or operation. It
// moves nothing.
func (p *Player) State() State {
	return State{
		At: p.at, Playing: p.playing, Speed: p.speed, Achieved: p.meter.speed(),
		Whole: p.whole, Crop: p.crop, Loop: p.loop, Laps: p.laps,
	}
}

// Tick moves the playhead to now and reports the stretches of log time that
// fell due since the tick before, in play order; none while the playhead
// rests. However late the tick, they are few: see [Passed]. Without a loop a
// tick that finds the end of the crop reached stops there.
//
// The slice is the player's: it is valid until the next Tick.
func (p *Player) Tick() []Passed {
	p.advance()
	if p.playing && p.atEnd() {
		p.halt()
	}
	p.due, p.reported = p.reported[:0], p.due
	return p.reported
}

// Play starts playing from the playhead. At the end of the crop (in reverse,
// at its start) it starts over.
func (p *Player) Play() {
	if p.playing {
		return
	}
	p.advance()
	if p.way(p.at) == p.crop.Length() {
		p.place(p.along(0))
	}
	p.playing, p.laps = true, 0
	p.setAnchor()
	p.meter.reset(p.wall)
}

// Pause stops the playhead where it is now.
func (p *Player) Pause() {
	p.advance()
	p.halt()
}

// Toggle pauses a playing player and plays a paused one.
func (p *Player) Toggle() {
	if p.playing {
		p.Pause()
	} else {
		p.Play()
	}
}

// Seek puts the playhead at log time t, clamped to the crop. What plays goes
// on playing from there, the frames at t being due first.
func (p *Player) Seek(t time.Duration) {
	p.advance()
	p.place(p.crop.Clamp(t))
}

// Step seeks by d of log time from the playhead, back if negative, clamped to
// the crop.
func (p *Player) Step(d time.Duration) {
	p.advance()
	p.place(p.crop.Clamp(addCapped(p.at, d)))
}

// StepFrame seeks to the n-th next distinct frame time, the n-th previous
// one if n is negative; if the crop has fewer, to the last of them, and if it
// has none the playhead stays.
func (p *Player) StepFrame(n int) {
	p.advance()
	look := p.line.After
	if n < 0 {
		look = p.line.Before
	}
	at := p.at
	for range max(n, -n) {
		t, ok := look(at)
		if !ok || !p.crop.Contains(t) {
			break
		}
		at = t
	}
	if at != p.at {
		p.place(at)
	}
}

// SetSpeed sets the speed in log seconds a real second, its magnitude clamped
// to [MinSpeed] and [MaxSpeed]. Negative plays backwards; 0 and NaN are
// ignored. Turning round at an end of the crop starts a lap there.
func (p *Player) SetSpeed(f float64) {
	speed, ok := clampSpeed(f)
	if !ok || speed == p.speed {
		return
	}
	p.advance()
	turned := (speed < 0) != (p.speed < 0)
	p.speed = speed
	if turned && p.way(p.at) == 0 {
		p.fresh = true
	}
	p.setAnchor()
	p.meter.reset(p.wall)
}

// SetCrop sets what is played: clamped to the flight, its ends put in order
// and kept at least one frame apart. A flight of a single instant keeps that
// instant. A playhead left outside goes to where a lap starts: the start of
// the crop, in reverse its end.
func (p *Player) SetCrop(asked Range) {
	crop := fitCrop(p.line, p.whole, asked)
	if crop == p.crop {
		return
	}
	p.advance()
	p.crop = crop
	if p.crop.Contains(p.at) {
		p.setAnchor()
	} else {
		p.place(p.along(0))
	}
}

// SetLoop chooses what happens at the end of the crop: start over, carrying
// what the playhead overshot, or stop exactly there.
func (p *Player) SetLoop(on bool) {
	if on == p.loop {
		return
	}
	p.advance()
	p.loop = on
	p.setAnchor()
}

// place puts the playhead at a log time inside the crop.
func (p *Player) place(at time.Duration) {
	p.at, p.fresh = at, true
	p.setAnchor()
	p.meter.reset(p.wall)
}

func (p *Player) halt() {
	p.playing = false
	p.meter.reset(p.wall)
}
