package app

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"time"

	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/window"
)

// patience is how long work may take before the window says so.
const patience = 200 * time.Millisecond

// request is files to be opened as a flight.
type request struct {
	find  func(context.Context) ([]file, error)
	again bool // they were open together before: nothing is offered to go with them
}

// open opens files as a flight, in the background. What was being opened before
// is given up; the flight that is shown stays until the new one is ready.
func (p *program) open(r request) {
	if p.opening != nil {
		p.opening()
	}
	ctx, cancel := context.WithCancel(p.ctx)
	p.opening = cancel
	p.openNumber++
	number := p.openNumber
	kept, _ := p.win.Arrangement()
	p.background(func() {
		defer cancel()
		var at stage
		finished := make(chan struct{})
		p.background(func() { p.showProgress(&at, func() { p.giveUp(cancel, number) }, number, finished) })
		o, view, err := load(ctx, r.find, kept, at.set)
		close(finished)
		p.ui(func() {
			if number == p.openNumber {
				p.win.HideBusy()
				p.finish(r, o, view, err)
			}
		})
	})
}

// giveUp ends the opening of this number for the person; its work ends when it
// next looks at its context.
func (p *program) giveUp(cancel context.CancelFunc, number int) {
	cancel()
	if number == p.openNumber {
		p.openNumber++
		p.win.HideBusy()
		p.trace.event("cancelled", nil)
	}
}

func load(ctx context.Context, find func(context.Context) ([]file, error), kept window.Arrangement, tell progress) (*opened, *window.Flight, error) {
	files, err := find(ctx)
	if err != nil {
		return nil, nil, err
	}
	o, err := openFlight(ctx, files, tell)
	if err != nil {
		return nil, nil, err
	}
	view, err := o.view()
	if err == nil {
		o.keep(view, kept)
	}
	return o, view, err
}

// stage is how far opening is; written by the worker, read by the window.
type stage struct {
	now atomic.Pointer[stageNow]
}

type stageNow struct {
	what string
	done float64
}

func (s *stage) set(what string, done float64) { s.now.Store(&stageNow{what, done}) }

// showProgress shows how far opening is, until it has finished.
func (p *program) showProgress(at *stage, giveUp func(), number int, finished <-chan struct{}) {
	wait := time.NewTicker(patience)
	defer wait.Stop()
	for {
		select {
		case <-finished:
			return
		case <-p.ctx.Done():
			return
		case <-wait.C:
		}
		now := at.now.Load()
		if now == nil {
			now = &stageNow{what: "Preparing", done: notKnown}
		}
		p.ui(func() {
			select {
			case <-finished:
			default:
				if number == p.openNumber {
					p.win.ShowBusy(now.what, now.done, giveUp)
				}
			}
		})
	}
}

// finish shows a flight that was opened, or why it was not.
func (p *program) finish(r request, o *opened, view *window.Flight, err error) {
	var some *someFailed
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		return
	case errors.As(err, &some):
		p.offerOthers(some)
		return
	default:
		p.fail("Cannot open", err)
		return
	}
	p.show(o, view)
	p.player = replay.NewPlayer(timeline(o.log), realTime())
	p.player.Seek(o.firstSight())
	p.shown = replay.State{}
	p.update()
	p.trace.event("opened", values{
		"file": o.log.Path, "truth": o.truth != nil, "logs": len(o.paths()), "frames": o.log.Frames.Len(),
		"duration_s": o.log.End.Seconds(), "findings": len(o.report.Findings),
		"offset_s": o.placing.Offset.Seconds(), "panes": len(view.Panes), "at_s": p.shown.At.Seconds(),
	})
	if p.playOnOpen {
		p.playOnOpen = false
		p.steer(func(r *replay.Player) { r.Play() })
	}
	p.plotLayout(o, view.Catalog)
	p.afterOpening(o, r.again)
}

// firstSight is where the playhead stands at first: where the first attitude came,
// since logs often begin long before the vehicle is up; at the start where none did.
func (o *opened) firstSight() time.Duration {
	if o.estimate == nil || len(o.estimate.Time) == 0 {
		return 0
	}
	return o.estimate.Time[0]
}

// offerOthers says which files cannot be opened and offers those that can.
func (p *program) offerOthers(some *someFailed) {
	p.trace.event("failed", values{"error": some.Error(), "others": len(some.good)})
	p.win.Ask("Cannot open all", some.Error()+"\n\n"+some.rest(), "Open the others", "Open none", func(yes bool) {
		if yes {
			p.open(request{find: func(context.Context) ([]file, error) { return some.good, nil }})
		}
	})
}

// show puts a flight in the window.
func (p *program) show(o *opened, view *window.Flight) {
	p.flight = o
	p.win.ShowFlight(view)
}

// afterOpening remembers the flight and offers what lies beside its log, unless it
// was open before.
func (p *program) afterOpening(o *opened, again bool) {
	p.background(func() {
		if !filepath.IsAbs(o.log.Path) && !exists(o.log.Path) {
			return
		}
		p.note(p.settings.remember(o.paths()))
		recent := p.settings.recent()
		var found offered
		if !again {
			found = sibling(o)
		}
		p.ui(func() {
			p.win.ShowStart(recent)
			if found.path != "" && p.flight == o {
				p.offer(o, found)
			}
		})
	})
}

// offered is a log that belongs to the one that was opened.
type offered struct{ path, question, yes, no string }

// sibling looks for what belongs to a log that was opened by itself.
func sibling(o *opened) offered {
	if o.truth == nil && len(o.others) == 0 {
		if path := siblingTruth(o.log); path != "" {
			return offered{
				path, " lies beside this recording.\nOpen both, and see how far the estimate was from the truth?",
				"Open both", "Only the recording",
			}
		}
		if path := siblingOnBoard(o.log); path != "" {
			return offered{path, ", the vehicle's own log, lies beside this one.\nOpen both on one timeline?", "Open both", "Only this log"}
		}
	}
	return offered{}
}

func (p *program) offer(o *opened, found offered) {
	p.trace.event("offer", values{"log": found.path})
	p.win.Ask("Another log found", filepath.Base(found.path)+found.question, found.yes, found.no, func(yes bool) {
		if yes {
			p.openPaths([]string{o.log.Path, found.path})
		}
	})
}

// timeline is what the replay runs over: the times of the log's frames.
func timeline(l *flight.Log) replay.Timeline {
	if l.Frames.Len() == 0 {
		return replay.Times([]time.Duration{0, l.End})
	}
	return replay.Times(l.Frames.Time)
}
