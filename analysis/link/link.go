// Package link says what the way from each sender to the recording cost: frames
// lost, late or duplicate, those whose CRC failed, bytes that belong to none.
//
// Only what the sequence shows is counted. What was lost before the first frame
// of an epoch or after its last cannot be known.
package link

import (
	"context"
	"slices"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/cancel"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// Source is the account of one sender.
type Source struct {
	Source      flight.Source
	Frames      int // intact, duplicates among them
	Lost        int // the sequence says they were sent; those whose CRC failed are among them
	Late        int
	Duplicate   int
	Restarts    int
	CRCFailed   int  // frames whose header still names the source
	Unread      int  // of Lost: they came, and are of another dialect
	Doubtful    bool // none of its frames could be verified: it may not exist
	Station     bool // a ground station, by its heartbeats or else by its number
	Senders     int  // counters that ran side by side under its id; 1 is the usual
	PerMessage  bool
	Reliable    bool   // the sequence can be trusted to show loss; else Lost is 0
	Why         string // why not, or what to keep in mind
	First, Last time.Duration

	Silence   time.Duration // the longest between two frames
	SilenceAt time.Duration // log time at which it began
	Silences  int           // that were far above its own rate
	Began     time.Duration // how late it was first heard, where that is a silence; else 0
	Ended     time.Duration // how long before the end it was last heard, likewise
	// Hidden is about how many more frames than Lost its numbers could not show to be
	// missing in its silences: Lost and Loss are the least then.
	Hidden int

	Gaps   []Gap    // in file order
	GapsBy []Reveal // most lost first

	// Tracks are the accounts of several senders under one id, in order of
	// appearance, where they can be told apart without doubt.
	Tracks []Track
}

// Track is the account of one counter of several under one id.
type Track struct {
	Frames    int // intact, duplicates among them
	Lost      int
	Late      int
	Duplicate int
	First     time.Duration // log time of its first frame
	Sequence  uint8         // of its first frame
	Wires     []flight.Wire // ascending
	Messages  []string      // most frequent first
}

// Reveal is how much the frames of one message showed to be lost before them.
type Reveal struct {
	Message string
	Lost    int
}

// Gap is a run of numbers that did not come in order.
type Gap struct {
	Frame int           // the frame that showed it
	Since time.Duration // log time of the frame before it in its sequence
	Lost  int           // those that did not come in late either
}

// Loss is the share of frames lost, 0 to 1; 0 where none was sent.
func (s *Source) Loss() float64 {
	sent := s.Lost + s.Frames - s.Duplicate
	if sent == 0 {
		return 0
	}
	return float64(s.Lost) / float64(sent)
}

// Missing is how many of Lost did not come, or not whole.
func (s *Source) Missing() int { return s.Lost - s.Unread }

// MissingShare is the share of frames missing, 0 to 1; 0 where none was sent.
func (s *Source) MissingShare() float64 {
	if s.Lost == 0 {
		return 0
	}
	return s.Loss() * float64(s.Missing()) / float64(s.Lost)
}

// Rate is frames a second from the first to the last; 0 where that is no time.
func (s *Source) Rate() float64 {
	if d := s.Last - s.First; d > 0 {
		return float64(s.Frames-1) / d.Seconds()
	}
	return 0
}

// Wire counts what the bytes of a log are.
type Wire struct {
	Frames                               int
	MAVLink1, MAVLink2                   int
	NavLink1, NavLink2                   int
	Signed, Unknown                      int
	CRCFailed                            int
	JunkRuns                             int
	CRCFailedBytes, JunkBytes, TailBytes int64

	Unused int64 // bytes of JunkBytes or of TailBytes that were reserved and never written
	Behind int64 // bytes of JunkBytes that are another log
}

// Result is the account of a whole log.
type Result struct {
	Sources  []Source // in order of appearance
	Wire     Wire
	Findings []flight.Finding
	Reasons  []string // as of [Reasons]

	// OutOfOrder are the frames, ascending, that came late or are duplicates: their
	// time is not that of what they say.
	OutOfOrder []uint32

	log          *flight.Log
	late, copied []uint32 // OutOfOrder, told apart
	restarts     []epoch.Restart
}

// Of finds the account of a source; nil where it sent nothing.
func (r *Result) Of(source flight.Source) *Source {
	for i := range r.Sources {
		if r.Sources[i].Source == source {
			return &r.Sources[i]
		}
	}
	return nil
}

// Count takes stock of a log. plan and epochs are those of the same log. The only
// error is that of the context.
func Count(ctx context.Context, l *flight.Log, plan *sequence.Plan, epochs *epoch.Result) (*Result, error) {
	c := newCounting(l, plan, epochs)
	for i := range l.Frames.Stream {
		if err := cancel.At(ctx, i); err != nil {
			return nil, err
		}
		c.frame(i)
	}
	for i := range l.Damage {
		c.damage(i)
	}
	var err error
	if c.junk, err = listen(ctx, l); err != nil {
		return nil, err
	}
	if err := c.judge(ctx); err != nil {
		return nil, err
	}
	if err := c.silences(ctx); err != nil {
		return nil, err
	}
	findings := c.findings()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Result{
		Sources: c.sources, Wire: c.wire, Findings: findings, Reasons: c.junk.reasons(), OutOfOrder: merged(c.late, c.copied),
		log: l, late: c.late, copied: c.copied, restarts: epochs.Restarts,
	}, nil
}

// merged is two ascending lists as one.
func merged(a, b []uint32) []uint32 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return out
}
