// Package analysis says what a log holds and how far it can be trusted: one
// Report for the panels, the command line and programs.
package analysis

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"postflight/analysis/epoch"
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
	plan := sequence.MakePlan(l)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	epochs := epoch.Find(l, plan)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r := &Report{Log: l, Epochs: epochs.Epochs}
	// The longest two of what is left go side by side.
	var err error
	var work sync.WaitGroup
	work.Go(func() { r.Clocks, err = timebase.Find(ctx, l, epochs.Epochs) })
	r.Link = link.Count(l, plan, epochs)
	r.Messages = messages(l)
	work.Wait()
	if err != nil {
		return nil, err
	}
	r.Findings = ordered(l.Findings, epochs.Findings, unlessStepped(r.Link.Findings, r.Clocks.Findings), r.Clocks.Findings, dateFindings(l), poseFindings(l))
	return r, nil
}

// sameStep is how far apart two findings may lie that tell of one step of a clock.
const sameStep = 10 * time.Second

// unlessStepped leaves out of findings the steps that are known better.
func unlessStepped(findings, known []flight.Finding) []flight.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f flight.Finding) bool {
		return f.Kind == flight.ClockStepped && slices.ContainsFunc(known, func(k flight.Finding) bool {
			return k.Kind == flight.ClockStepped && (k.Time-f.Time).Abs() < sameStep
		})
	})
}

// believable is whether a log can have begun at a date.
func believable(t time.Time) bool { return t.Year() >= 1990 && t.Year() < 2100 }

// undated is whether a log says when it began and that cannot be: files with a
// header of their own have a place for it.
func undated(l *flight.Log) bool {
	if l.Start.IsZero() {
		return l.Records.Preamble > 0
	}
	return !believable(l.Start)
}

// dateFindings tells of a beginning that cannot be.
func dateFindings(l *flight.Log) []flight.Finding {
	if !undated(l) {
		return nil
	}
	says := "The date on which it says that it began cannot be"
	if !l.Start.IsZero() {
		says = "It says that it began on " + l.Start.UTC().Format("2006-01-02") + ", which cannot be"
	}
	return []flight.Finding{{
		Kind: flight.NoClock, Severity: flight.Warning,
		Text: says + ": the clock it was recorded by was not set. Only differences of time are known.",
	}}
}

// EpochsOf lists the epochs of one source.
func (r *Report) EpochsOf(source flight.Source) []epoch.Epoch {
	var out []epoch.Epoch
	for _, e := range r.Epochs {
		if e.Source == source {
			out = append(out, e)
		}
	}
	return out
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
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(weight(b.Severity), weight(a.Severity)),
			cmp.Compare(a.Span.Offset, b.Span.Offset))
	})
	return out
}

func weight(s flight.Severity) int {
	switch s {
	case flight.Error:
		return 2
	case flight.Warning:
		return 1
	}
	return 0
}

func messages(l *flight.Log) []Message {
	out := make([]Message, len(l.Streams))
	first, last := make([]time.Duration, len(out)), make([]time.Duration, len(out))
	for i, s := range l.Frames.Stream {
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
	}
	slices.SortStableFunc(out, func(a, b Message) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.ID, b.ID))
	})
	return out
}
