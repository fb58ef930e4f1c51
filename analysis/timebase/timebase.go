// Package timebase maps the clocks that a log carries onto the one it was
// recorded by, says how well, and lays two logs of one flight on one timeline.
//
// The host clock is that of capture where the log has one: the stamps of a
// telemetry log, the times of a VREC on its start. In DataFlash logs and bare
// streams it is the boot clock that log time follows. Offsets and skews are
// remote - host.
package timebase

import (
	"context"
	"math"
	"slices"
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/epoch"
	"postflight/decode/flight"
)

// Kind says how a clock was fitted.
type Kind string

// Kinds: Envelope goes by the least late of frames stamped on arrival,
// LeastSquares by pairs of no preferred error, Timesync by questions and
// answers, GPS by dates.
const (
	Envelope     Kind = "envelope"
	LeastSquares Kind = "least-squares"
	Timesync     Kind = "timesync"
	GPS          Kind = "gps"
)

// Remote says which clock of a source is meant.
type Remote string

// Remotes: the time since the source powered up, the date it knows, and what it
// stamps the signatures of its frames with. The latter two count from 1970.
const (
	Boot      Remote = "boot"
	UTC       Remote = "utc"
	Signature Remote = "signature"
)

// Clock is one clock of a source in one of its epochs.
type Clock struct {
	Source flight.Source // 0: the flight controller that wrote the log
	Epoch  int
	Kind   Kind
	Remote Remote
	Link   uint8 // of Signature: the link id, each of which counts by itself

	Pairs int           // readings, or exchanges that counted
	Span  time.Duration // of host time, from the first of them to the last

	// Line is that of the longest piece of Whole. Of the GPS time in a DataFlash
	// log its offset is the median of all readings.
	clock.Estimate
	Whole *clock.Whole
	// At is the host time in the middle of that piece, where Offset is told.
	At int64

	Delay   Delay         // of Envelope, and GPS stamped on arrival
	MinTrip time.Duration // of Timesync: the shortest exchange
	PowerUp int64         // of UTC: when the source's boot clock was 0, Unix ns; 0 where it does not tell
	Changes []Change

	Against  string // in words, the clock it is compared to: "the station"
	HostUnix bool   // that one counts from 1970
	Of       int    // how many epochs its source has

	median bool // Line stands for itself
	key    key
	trips  []trip // of Timesync
	uptime int64  // of UTC: how long its source was up in the middle of its dates
}

// Offset is remote - host at At, ns.
func (c *Clock) Offset() int64 { return c.OffsetAt(c.At) }

// unknownRate is how fast or slow a clock may run of which nobody knows.
const unknownRate = vague / 1e6

// Zero is the host time at which the clock was 0 by its line, ns, and how unsure
// that is: the more so, the longer ago. The sigma is -1 where nobody knows.
func (c *Clock) Zero() (host int64, sigma time.Duration) {
	rate := unknownRate
	if c.TellsRate() {
		rate = c.SkewSigma / 1e6
	}
	host = c.ToHost(0)
	return host, c.extrapolated(rate, float64(c.At-host))
}

// PoweredUp is when the source's boot clock was 0 by its dates, Unix ns, and how
// unsure that is: the two clocks need not have run alike since. The sigma is -1
// where nobody knows.
func (c *Clock) PoweredUp() (ns int64, sigma time.Duration) {
	rate := unknownRate
	if c.TellsRate() {
		rate = (math.Abs(c.SkewPPM()) + c.SkewSigma) / 1e6
	}
	return c.PowerUp, c.extrapolated(rate, float64(c.uptime))
}

// extrapolated is the sigma so far away from where the readings are.
func (c *Clock) extrapolated(rate, ns float64) time.Duration {
	if c.Sigma < 0 {
		return -1
	}
	return time.Duration(min(math.Hypot(float64(c.Sigma), rate*ns), 1<<62))
}

func (c *Clock) toRemote(host int64) int64 {
	if c.median {
		return c.Line.ToRemote(host)
	}
	return c.Whole.ToRemote(host)
}

func (c *Clock) toHost(remote int64) int64 {
	if c.median {
		return c.Line.ToHost(remote)
	}
	return c.Whole.ToHost(remote)
}

// OnArrival says whether the readings were stamped when they arrived, so that
// the fastest frame's delay is part of the offset and cannot be told from it.
func (c *Clock) OnArrival() bool { return c.Whole.Method == clock.LowerDelay }

// Change is where a clock stepped or changed its rate against the host's.
type Change struct {
	clock.Change
	Time          time.Duration // log time of the first reading after it
	Before, After int           // frames: the last reading before, the first after
	// Delay says that no clock stepped: answers to TIMESYNC took longer, or less
	// long, from then on.
	Delay bool
}

// Result is what is known of the clocks in a log. It does not change.
type Result struct {
	Clocks   []Clock // source by source and epoch by epoch; boot clocks first
	Findings []flight.Finding

	log    *flight.Log
	epochs []epoch.Epoch
	host   *hostClock
}

const (
	// minPairs is how many readings make a clock.
	minPairs = 3
	// maxClocks bounds what a hostile log can ask for.
	maxClocks = 1000
)

// Find fits the clocks of a log whose epochs are known. The only error is that
// of the context.
func Find(ctx context.Context, l *flight.Log, epochs []epoch.Epoch) (*Result, error) {
	r := &Result{log: l, epochs: epochs, host: newHostClock(ctx, l, epochs)}
	if r.host == nil {
		return r, ctx.Err()
	}
	c := newCollector(l, r.host, epochs)
	if err := c.collect(ctx); err != nil {
		return nil, err
	}
	c.exchange()
	made, err := c.fitAll(ctx)
	if err != nil {
		return nil, err
	}
	for _, of := range made {
		of.Against, of.HostUnix, of.Of = r.hostName(of.Source), r.host.capture && r.host.unix, len(c.senders[of.Source].epochs)
		r.Clocks = append(r.Clocks, of)
	}
	r.markDelays()
	r.Findings = append(changeFindings(r), c.causality()...)
	return r, ctx.Err()
}

// Without is a result without the clocks of some sources, and what was found of them.
func (r *Result) Without(sources []flight.Source) *Result {
	if len(sources) == 0 {
		return r
	}
	out := *r
	out.Clocks = slices.DeleteFunc(slices.Clone(r.Clocks), func(c Clock) bool { return slices.Contains(sources, c.Source) })
	out.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f flight.Finding) bool {
		return slices.ContainsFunc(sources, func(s flight.Source) bool { return s.String() == f.Source })
	})
	return &out
}

// of finds a clock; nil where there is none.
func (r *Result) of(source flight.Source, epoch int, remote Remote, timesync bool) *Clock {
	for i := range r.Clocks {
		c := &r.Clocks[i]
		if c.Source == source && c.Epoch == epoch && c.Remote == remote && (c.Kind == Timesync) == timesync {
			return c
		}
	}
	return nil
}
