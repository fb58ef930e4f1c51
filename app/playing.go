package app

import (
	"time"

	"postflight/replay"
	"postflight/ui/transport"
	"postflight/ui/window"
)

// realTime is time from now on.
func realTime() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

// tick moves the replay every [replay.Interval] while it plays. Where the UI
// goroutine is late the next tick catches up: ticks do not queue.
func (p *program) tick() {
	ticker := time.NewTicker(replay.Interval)
	defer ticker.Stop()
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-ticker.C:
		}
		if p.playing.Load() && p.ticking.CompareAndSwap(false, true) {
			p.ui(func() {
				p.ticking.Store(false)
				if p.player != nil {
					p.player.Tick()
					p.update()
				}
			})
		}
	}
}

// steer does something to the player and shows what came of it.
func (p *program) steer(do func(*replay.Player)) {
	if p.player == nil {
		return
	}
	do(p.player)
	p.update()
}

func (p *program) replayActions() transport.Actions {
	return transport.Actions{
		TogglePlay: func() { p.steer((*replay.Player).Toggle) },
		Seek:       func(t time.Duration) { p.steer(func(r *replay.Player) { r.Seek(t) }) },
		Step:       func(d time.Duration) { p.steer(func(r *replay.Player) { r.Step(d) }) },
		SetCrop:    func(c replay.Range) { p.steer(func(r *replay.Player) { r.SetCrop(c) }) },
		SetSpeed:   func(f float64) { p.steer(func(r *replay.Player) { r.SetSpeed(f) }) },
		SetLoop:    func(on bool) { p.steer(func(r *replay.Player) { r.SetLoop(on) }) },
		ToStart:    func() { p.steer(func(r *replay.Player) { r.Seek(r.State().Crop.From) }) },
		ToEnd:      func() { p.steer(func(r *replay.Player) { r.Seek(r.State().Crop.To) }) },
	}
}

// update shows the state of the player and traces what changed.
func (p *program) update() {
	s := p.player.State()
	before := p.shown
	p.shown = s
	p.playing.Store(s.Playing)
	if s != before {
		p.calls.frames++
		p.win.SetState(s)
	}
	p.traceChanges(before, s)
}

// playheadEvery is how often the trace tells where a playing playhead is.
const playheadEvery = 100 * time.Millisecond

func (p *program) traceChanges(before, s replay.State) {
	if p.trace == nil {
		return
	}
	if s.Playing != before.Playing {
		p.trace.event(map[bool]string{true: "play", false: "pause"}[s.Playing], values{"t_s": s.At.Seconds(), "ui_frames": p.calls.frames})
	}
	if s.Speed != before.Speed {
		p.trace.event("speed", values{"speed": s.Speed})
	}
	if s.Loop != before.Loop {
		p.trace.event("loop", values{"loop": s.Loop})
	}
	if s.Laps > before.Laps {
		p.trace.event("lap", values{"laps": s.Laps})
	}
	if s.Crop != before.Crop {
		p.trace.event("crop", values{"from_s": s.Crop.From.Seconds(), "to_s": s.Crop.To.Seconds()})
	}
	if s.At != before.At && (!s.Playing || time.Since(p.told) >= playheadEvery) {
		p.told = time.Now()
		p.trace.event("playhead", values{"t_s": s.At.Seconds(), "playing": s.Playing, "achieved": s.Achieved})
	}
}

// traceLayout tells where things lie in the window, whenever that changes.
func (p *program) traceLayout() {
	ticker := time.NewTicker(playheadEvery)
	defer ticker.Stop()
	var last map[string]window.Rectangle
	for {
		select {
		case <-p.ctx.Done():
			return
		case <-ticker.C:
		}
		p.ui(func() {
			if now := p.win.Layout(); len(now) > 0 && !same(now, last) {
				last = now
				p.trace.event("layout", values{"places": now, "scale": p.win.Canvas().Scale()})
			}
		})
	}
}

func same(a, b map[string]window.Rectangle) bool {
	if len(a) != len(b) {
		return false
	}
	for name, r := range a {
		if b[name] != r {
			return false
		}
	}
	return true
}
