// Package gpstime takes the date that a vehicle sends from a live link and makes
// of it what chronyd sets a computer's clock by.
//
// A vehicle with a GPS fix sends SYSTEM_TIME (MAVLink common messages): the date,
// and its time since power-up. It comes late by whatever the link takes, so the
// date goes through clock.Envelope, which follows the least late.
package gpstime

import (
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/clock/chrony"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/stamp"
)

// Feed follows the date of one vehicle. Its methods are for one goroutine.
type Feed struct {
	// Source is whose date counts; 0 stands for the first autopilot that tells
	// one, which Source then is. While others tell another date, none counts then;
	// once it has told none for half a minute, the next that does takes over.
	Source flight.Source
	// Delay is how long even the fastest packet takes. It cannot be told from the
	// packets, and is added to the date.
	Delay time.Duration

	Datagrams, Frames, Dates int // taken so far; Frames are intact and known
	Resets                   int // the vehicle restarted, its date jumped, or it is another

	envelope *clock.Envelope
	links    map[string]*splitter
	boot     time.Duration
	dated    time.Duration // host time of the last date of Source
	astray   astray
	named    bool          // the source was asked for
	rivals   rivals        // unless it was
	last     time.Duration // host time of the last datagram
	sent     time.Duration // host time of the last sample
	started  bool          // there was one
}

const (
	// interval is how often samples are made at most: of dates that come once a
	// second each. chronyd filters what comes between two of its polls.
	interval = 900 * time.Millisecond
	// maxLinks is of how many senders unfinished frames are kept.
	maxLinks = 64
	// maxSigma is how unsure a date may be that is sent: a clock that nobody sets is
	// better than that for hours.
	maxSigma = int64(50 * time.Millisecond)
)

// NewFeed makes a feed that goes by the dates of a source, 0 for any autopilot.
func NewFeed(source flight.Source, delay time.Duration) *Feed {
	return &Feed{
		Source: source, Delay: delay,
		envelope: clock.SixtySecondEnvelope(), links: map[string]*splitter{}, named: source != 0, rivals: rivals{},
	}
}

// Take takes a datagram that came from a sender. host is when, by a clock that
// nobody sets or slews and that counts from anywhere; now what the clock to be set
// said.
// ok is true where it is time for a sample and the date is known well enough.
func (f *Feed) Take(from string, datagram []byte, host time.Duration, now time.Time) (s chrony.Sample, ok bool) {
	f.Datagrams++
	f.last = host
	fresh := false
	f.link(from).take(datagram, func(h *mavlink.Header, frame []byte) {
		f.Frames++
		if f.read(h, flight.Payload(frame), host) {
			fresh = true
		}
	})
	if !fresh || f.started && host-f.sent < interval {
		return chrony.Sample{}, false
	}
	e, known := f.envelope.Estimate()
	if !known || !f.sendable(e) {
		return chrony.Sample{}, false
	}
	f.sent, f.started = host, true
	date := time.Unix(0, e.ToRemote(int64(host))).Add(f.Delay)
	return chrony.Sample{Time: now, Offset: date.Sub(now)}, true
}

// Estimate is how the date lies to the host clock; false while there is none.
func (f *Feed) Estimate() (clock.Estimate, bool) { return f.envelope.Estimate() }

// Ready reports whether the date is known well enough to be sent.
func (f *Feed) Ready() bool {
	e, known := f.envelope.Estimate()
	return known && f.sendable(e)
}

// Scatters reports whether the dates agree too little to be sent, though they were
// heard for long enough.
func (f *Feed) Scatters() bool {
	e, known := f.envelope.Estimate()
	return known && e.Span >= clock.EnvelopeReadySpan && !precise(e)
}

func precise(e clock.Estimate) bool { return e.Ready && e.Sigma <= maxSigma }

func (f *Feed) sendable(e clock.Estimate) bool {
	if _, _, disagrees := f.rivals.disagreeing(e.Line, f.last); disagrees {
		return false
	}
	return precise(e)
}

// Disagreement is the autopilot whose date differs from that of Source, and how far
// it is ahead; false where none does, and where a source was asked for. Nobody knows
// which of them is right, so no samples are made until they agree, or the other one
// has been silent for a while.
func (f *Feed) Disagreement() (other flight.Source, by time.Duration, ok bool) {
	e, known := f.envelope.Estimate()
	if !known {
		return 0, 0, false
	}
	return f.rivals.disagreeing(e.Line, f.last)
}

func (f *Feed) link(from string) *splitter {
	s := f.links[from]
	if s == nil {
		if len(f.links) == maxLinks {
			clear(f.links)
		}
		s = &splitter{}
		f.links[from] = s
	}
	return s
}

// read takes a date from a message; false where it is not one to go by.
func (f *Feed) read(h *mavlink.Header, payload []byte, host time.Duration) bool {
	const autopilot, systemTime = 1, 2
	if h.ID != systemTime || f.named && h.Source != f.Source || !f.named && h.Source.Component() != autopilot {
		return false
	}
	unix, boot := h.Message.Field("time_unix_usec"), h.Message.Field("time_boot_ms")
	us := unix.Bits(payload, 0)
	if us > (1<<62)/1000 || !stamp.IsDate(int64(us/1_000_000)) {
		return false
	}
	if f.Source == 0 {
		f.Source = h.Source
	}
	p := clock.Pair{Host: int64(host), Remote: int64(us) * 1000}
	if h.Source != f.Source {
		if host-f.dated <= rivalSilence {
			f.rivals.hear(h.Source, p)
			return false
		}
		f.follow(h.Source)
	}
	f.Dates++
	f.dated = host
	up := time.Duration(boot.Bits(payload, 0)) * time.Millisecond
	if up < f.boot-stamp.BootLimit {
		f.reset()
	}
	f.boot = up
	return f.push(p)
}

// follow goes by the dates of another source from now on.
func (f *Feed) follow(source flight.Source) {
	delete(f.rivals, source)
	f.Source, f.boot = source, 0
	f.reset()
}

// push lets the line follow a reading; false where it is held apart.
func (f *Feed) push(p clock.Pair) bool {
	e, known := f.envelope.Estimate()
	if !known {
		f.envelope.Push(p)
		return true
	}
	if f.astray.explains(e, p) {
		f.envelope.Push(p)
		return true
	}
	if another := f.astray.hold(p); another != nil {
		f.reset()
		for _, p := range another {
			f.push(p)
		}
	}
	return false
}

func (f *Feed) reset() {
	f.envelope.Reset()
	f.astray = astray{}
	f.Resets++
}
