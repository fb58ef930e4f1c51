package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/ui/plot"
	"postflight/ui/window"
)

// moves is by how much later the person put logs than they were laid.
type moves map[*flight.Log]time.Duration

// hasTruth says whether a ground truth lies beside the log.
func (o *opened) hasTruth() bool { return o.truth != nil && o.truth != o.log }

// layingOf is how a log was laid when it was opened; nil for the first one.
func (o *opened) layingOf(l *flight.Log) *timebase.Laying {
	if o.hasTruth() && l == o.truth {
		return timebase.Shifted(o.found.Offset)
	}
	for _, b := range o.others {
		if b.log == l {
			return b.laying
		}
	}
	return nil
}

// laid are the logs that can be moved, the truth before others.
func (o *opened) laid() []window.Laid {
	var out []window.Laid
	add := func(l *flight.Log, found string) {
		name, laying := filepath.Base(l.Path), o.layingOf(l)
		out = append(out, window.Laid{Log: l, Name: name, Tell: func(by time.Duration) []string {
			return []string{
				fmt.Sprintf("%s  log time %+.3f s", name, laying.Moved(by).Offset().Seconds()),
				later(by) + " than " + found,
			}
		}})
	}
	if o.hasTruth() {
		add(o.truth, fmt.Sprintf("by its %s (confidence %.0f %%)", o.found.Method, 100*o.found.Confidence))
	}
	for _, b := range o.others {
		switch {
		case !b.clocks:
			add(b.log, "it was laid without a clock in common")
		case b.sigma < 0:
			add(b.log, "the clocks say, which do not tell how sure that is")
		default:
			add(b.log, "the clocks say"+plusMinus(b.sigma))
		}
	}
	return out
}

// withMoves is the same flight with its logs moved by hand by so much and no more.
func (o *opened) withMoves(moved moves) *opened {
	c := *o
	if o.hasTruth() {
		by := moved[o.truth]
		switch offset := o.found.Offset - by; {
		case by == 0 && o.byHand:
			c = *o.withPlacing(o.found, false)
		case by != 0 && offset != o.placing.Offset:
			c = *o.withOffset(offset)
		}
	}
	c.others = slices.Clone(o.others)
	for i := range c.others {
		c.others[i].moved = moved[c.others[i].log]
	}
	return &c
}

// relaid is what the window shows otherwise once logs were moved.
func (o *opened) relaid() (window.Relaid, error) {
	r := window.Relaid{Placing: o.placings(), EpochRows: o.epochRows(), Attitudes: o.attitudes()}
	if o.comparison == nil {
		return r, nil
	}
	pane, err := o.errorPane()
	r.Panes = []window.Pane{pane}
	return r, err
}

// logsMoved compares anew, in the background, what the person laid otherwise.
func (p *program) logsMoved(moved map[*flight.Log]time.Duration) {
	o := p.flight
	if o == nil {
		return
	}
	p.layNumber++
	number := p.layNumber
	p.background(func() {
		next := o.withMoves(moved)
		shown, err := next.relaid()
		p.ui(func() {
			switch {
			case number != p.layNumber || !p.shows(o): // something newer is under way
			case err != nil:
				p.fail("Cannot lay the logs", err)
			default:
				p.flight = next
				p.win.Relay(shown)
				p.win.SetState(p.shown)
				p.tracePlaced(next)
			}
		})
	})
}

func (p *program) tracePlaced(o *opened) {
	told := values{"offset_s": o.placing.Offset.Seconds(), "by_hand": o.byHand}
	if o.comparison != nil {
		told["rms_deg"] = o.comparison.Angle.RMS
	}
	for _, b := range o.others {
		told["offset_s"] = b.laying.Moved(b.moved).Offset().Seconds()
		told["by_hand"] = b.moved != 0
	}
	told["placing"] = o.placings()
	p.trace.event("placed", told)
}

// shows says whether the window still shows a flight, however its logs are laid.
func (p *program) shows(o *opened) bool { return p.flight != nil && p.flight.log == o.log }

// askOffset lets the person type where a log lies.
func (p *program) askOffset(l *flight.Log) {
	o := p.flight
	if o == nil {
		return
	}
	laying := o.layingOf(l)
	if laying == nil {
		return
	}
	name, found := filepath.Base(l.Path), laying.Offset()
	p.win.AskNumber("Offset of "+name, fmt.Sprintf("%s\nA time of %s plus the offset is the time of %s.",
		o.placings(), filepath.Base(o.log.Path), name),
		"Offset (s)", (found - p.win.Moved(l)).Seconds(),
		func(v float64) { p.win.MoveLog(l, found-seconds(v)) },
		func() { p.win.MoveLog(l, 0) })
}

// samples are those of a stream, one element each.
type samples struct {
	times  []time.Duration
	values []float64
	frames []uint32 // in the log
}

// laid are the samples at the times where their log lies; those without a place are
// left out. seams are where one part ends and another begins.
func (s samples) laid(laying *timebase.Laying) (out samples, seams []int) {
	if laying == nil {
		return s, nil
	}
	var offset time.Duration
	for i, t := range s.times {
		placed, ok := laying.ToFlight(t)
		if !ok {
			continue
		}
		if n := len(out.times); n > 0 && t-placed != offset {
			seams = append(seams, n)
		}
		offset = t - placed
		out.times, out.values = append(out.times, placed), append(out.values, s.values[i])
		out.frames = append(out.frames, s.frames[i])
	}
	return out, seams
}

// movable marks a curve as one of a log that can be moved.
func (o *opened) movable(c plot.Curve, l *flight.Log) plot.Curve {
	if l != o.log {
		c.Laid = l
	}
	return c
}
