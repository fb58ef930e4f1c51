// Package analysis says what a log holds and how far it can be trusted: one
// Report for the panels, the command line and programs.
package analysis

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/cancel"
	"postflight/analysis/link"
	"postflight/analysis/sequence"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

// Report is everything known about one log. It does not change.
type Report struct {
	Log      *flight.Log
	Epochs   []epoch.Epoch // source by source, each source from its start
	Link     *link.Result
	Clocks   *timebase.Result
	Messages []Message
	Findings []flight.Finding // by time, of one time the gravest first

	appended int             // steps of the capture clock that are likely other captures
	mixed    []flight.Source // several clocks run under one id: none was fitted
}

// Message counts one message of one source.
type Message struct {
	Source flight.Source
	Name   string
	ID     uint32
	Count  int
	Rate   float64 // Hz, from the first to the last; NaN where that is no time
}

// Run takes a log apart. The only error is that of the context.
func Run(ctx context.Context, l *flight.Log) (*Report, error) {
	plan, err := sequence.MakePlan(ctx, l)
	if err != nil {
		return nil, err
	}
	epochs, err := epoch.Find(ctx, l, plan)
	if err != nil {
		return nil, err
	}
	r := &Report{Log: l, Epochs: epochs.Epochs, appended: epochs.Appended}
	for _, a := range epochs.Abreast {
		r.mixed = append(r.mixed, a.Source)
	}
	// The longest two of what is left go side by side.
	var clocks error
	var work sync.WaitGroup
	work.Go(func() { r.Clocks, clocks = timebase.Find(ctx, l, r.fittable()) })
	var poses []flight.Finding
	if r.Link, err = link.Count(ctx, l, plan, epochs); err == nil {
		r.Messages, err = messages(ctx, l)
	}
	if err == nil {
		poses, err = poseFindings(ctx, l)
	}
	work.Wait()
	if err := cmp.Or(err, clocks); err != nil {
		return nil, err
	}
	near := r.severalNear(epochs.ToAndFro)
	r.mixed = append(r.mixed, near...)
	r.Clocks = r.Clocks.Without(near)
	ofLink, ofClocks := stepsOnce(r.Link.Findings, r.Clocks.Findings)
	r.Findings = ordered(unlessSet(l.Findings, ofLink, ofClocks), unlessNear(epochs.Findings, near), ofLink, ofClocks, dateFindings(l), poses)
	return r, nil
}

// fittable are the epochs of the sources that have one clock each.
func (r *Report) fittable() []epoch.Epoch {
	return slices.DeleteFunc(slices.Clone(r.Epochs), func(e epoch.Epoch) bool { return slices.Contains(r.mixed, e.Source) })
}

// severalNear are those of the sources whose boot clock falls and rises that several
// senders use: no clock of theirs can be fitted.
func (r *Report) severalNear(toAndFro []flight.Source) []flight.Source {
	return slices.DeleteFunc(slices.Clone(toAndFro), func(source flight.Source) bool {
		s := r.Link.Of(source)
		return s == nil || s.Senders < 2
	})
}

// unlessNear leaves out what a boot clock seems to do that is several.
func unlessNear(findings []flight.Finding, near []flight.Source) []flight.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f flight.Finding) bool {
		return (f.Kind == flight.ClockOutlier || f.Kind == flight.Restart) &&
			slices.ContainsFunc(near, func(s flight.Source) bool { return s.String() == f.Source })
	})
}

// sameStep is how far apart two findings may lie that tell of one step of a clock.
const sameStep = 10 * time.Second

// stepsOnce leaves each step of a clock to one finding: of the clock of the recording,
// to that which knows it by all clocks it heard, else to that of the link. A step of
// the latter is none of the sender whose clock shows it.
func stepsOnce(ofLink, ofClocks []flight.Finding) (link, clocks []flight.Finding) {
	without := func(of, known []flight.Finding, own bool) []flight.Finding {
		return slices.DeleteFunc(slices.Clone(of), func(f flight.Finding) bool {
			return f.Kind == flight.ClockStepped && (f.Source == "") == own && slices.ContainsFunc(known, func(k flight.Finding) bool {
				return k.Kind == flight.ClockStepped && k.Source == "" && (k.Time-f.Time).Abs() < sameStep
			})
		})
	}
	return without(ofLink, ofClocks, true), without(ofClocks, ofLink, false)
}

// unlessSet leaves out of findings the pauses of a recording whose clock was set
// forward there, by what is known.
func unlessSet(findings []flight.Finding, known ...[]flight.Finding) []flight.Finding {
	steps := slices.DeleteFunc(slices.Concat(known...), func(k flight.Finding) bool { return k.Kind != flight.ClockStepped || k.Source != "" })
	return slices.DeleteFunc(slices.Clone(findings), func(f flight.Finding) bool {
		return f.Kind == flight.TimeGap && f.Source == "" && slices.ContainsFunc(steps, func(k flight.Finding) bool {
			return (k.Time - f.Time).Abs() < sameStep
		})
	})
}

// EpochsOf lists the epochs of one source.
func (r *Report) EpochsOf(source flight.Source) []epoch.Epoch {
	return epoch.Of(r.Epochs, source)
}

// Count is how many findings have a severity.
func (r *Report) Count(severity flight.Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

func ordered(lists ...[]flight.Finding) []flight.Finding {
	out := slices.Concat(lists...)
	slices.SortStableFunc(out, func(a, b flight.Finding) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(b.Severity.Rank(), a.Severity.Rank()),
			cmp.Compare(a.Span.Offset, b.Span.Offset))
	})
	return out
}

func messages(ctx context.Context, l *flight.Log) ([]Message, error) {
	out := make([]Message, len(l.Streams))
	first, last := make([]time.Duration, len(out)), make([]time.Duration, len(out))
	for i, s := range l.Frames.Stream {
		if err := cancel.At(ctx, i); err != nil {
			return nil, err
		}
		if out[s].Count == 0 {
			first[s] = l.Frames.Time[i]
		}
		out[s].Count++
		last[s] = l.Frames.Time[i]
	}
	for s, stream := range l.Streams {
		m := &out[s]
		m.Source, m.Name, m.ID = stream.Source, stream.Message.Name, stream.Message.ID
		m.Rate = rate(m.Count, last[s]-first[s])
		if l.Timeless {
			m.Rate = math.NaN()
		}
	}
	slices.SortStableFunc(out, func(a, b Message) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}
