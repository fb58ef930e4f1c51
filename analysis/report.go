// Package analysis says what a log holds and how far it can be trusted: one
// Report for the panels, the command line and programs.
package analysis

import (
	"cmp"
	"context"
	"slices"
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
	account := link.Count(l, plan, epochs)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	clocks, err := timebase.Find(ctx, l, epochs.Epochs)
	if err != nil {
		return nil, err
	}
	return &Report{
		Log: l, Epochs: epochs.Epochs, Link: account, Clocks: clocks, Messages: messages(l),
		Findings: ordered(l.Findings, epochs.Findings, account.Findings, clocks.Findings),
	}, nil
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
