// Package catalog lists what can be shown of the logs of a flight: their sources
// by name, messages with rate and count, and fields; and looks values up.
package catalog

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"postflight/analysis/bytemap"
	"postflight/analysis/epoch"
	"postflight/analysis/gap"
	"postflight/analysis/timebase"
	"postflight/analysis/vehicle"
	"postflight/decode/flight"
)

// Signal is one element of a field of a stream. Two are equal where they are the
// same one.
type Signal struct {
	Log     *flight.Log
	Laying  *timebase.Laying // how the log lies on the flight's timeline; nil for the one that tells it
	Stream  *flight.Stream
	Field   *flight.Field
	Element int
	Hold    *gap.Hold // how long a value holds, the same of all signals of a stream; nil for ever
}

// Label is the name of the element in its message: "chan[3]".
func (s Signal) Label() string { return s.Field.Label(s.Element) }

// Name is the name of the element with its message: "RC_CHANNELS.chan[3]".
func (s Signal) Name() string { return s.Stream.Label() + "." + s.Label() }

// Plots reports whether the signal is numbers: text cannot be drawn.
func (s Signal) Plots() bool { return s.Field.Type != flight.Char }

// Source is who sent something of a log.
type Source struct {
	Log      *flight.Log
	Laying   *timebase.Laying // as of its signals
	Source   flight.Source
	Name     string // "1:1 quadrotor (ArduPilot)"
	Messages []Message
}

// Message is a stream and how often it came.
type Message struct {
	Stream *flight.Stream
	Rate   float64 // Hz, from the first to the last; NaN for what came in a burst alone
	Hold   *gap.Hold
}

// Catalog is the sources of a flight. It does not change; its methods may be
// called from several goroutines.
type Catalog struct{ Sources []Source }

// New lists the sources of logs, in their order. It reads the index of each log
// once, which takes a while for a large one.
func New(logs ...*flight.Log) *Catalog {
	c := &Catalog{}
	for _, l := range logs {
		c.Add(l, nil, nil)
	}
	return c
}

// Add lists the sources of a log more, which lies on the flight's timeline as laying
// says; nil is for the log that tells it. epochs are those of its sources. It is for the one who makes the catalog, before others see it.
func (c *Catalog) Add(l *flight.Log, laying *timebase.Laying, epochs []epoch.Epoch) {
	at := map[flight.Source]int{}
	first := len(c.Sources)
	for _, s := range l.Streams {
		if s.Count == 0 {
			continue
		}
		i, ok := at[s.Source]
		if !ok {
			i = len(c.Sources)
			at[s.Source] = i
			c.Sources = append(c.Sources, Source{Log: l, Laying: laying, Source: s.Source, Name: vehicle.Name(l, s.Source)})
		}
		c.Sources[i].Messages = append(c.Sources[i].Messages, newMessage(l, s, epochs))
	}
	mine := c.Sources[first:]
	slices.SortFunc(mine, func(a, b Source) int { return cmp.Compare(a.Source, b.Source) })
	for _, s := range mine {
		slices.SortStableFunc(s.Messages, func(a, b Message) int {
			return cmp.Or(cmp.Compare(a.Stream.Message.Name, b.Stream.Message.Name), cmp.Compare(a.Stream.Instance, b.Stream.Instance))
		})
	}
}

func newMessage(l *flight.Log, s *flight.Stream, epochs []epoch.Epoch) Message {
	rows := l.Rows(s)
	hold := HoldOf(s, rows.Time, epochs)
	return Message{Stream: s, Rate: rate(rows, l.End), Hold: &hold}
}

// A stream that came for less than leastRated, or for less than one in burstShare
// of its log, came in a burst: it has no rate.
const (
	leastRated = time.Second
	burstShare = 10
)

// rate is how often the samples came in a log that ends at end.
func rate(r *flight.Rows, end time.Duration) float64 {
	n := len(r.Time)
	if n < 2 {
		return math.NaN()
	}
	length := r.Time[n-1] - r.Time[0]
	if length < leastRated || length < end/burstShare {
		return math.NaN()
	}
	return float64(n-1) / length.Seconds()
}

// Value is a value at a time, as text.
type Value struct {
	Text string // with its unit; text of a log is quoted and escaped
	// Short is Text with four significant digits, and without the unit.
	Short string
	Span  flight.Span
	At    time.Duration // of the flight, when it came
}

// NeedsDecoding reports whether a value cannot be read from its frame alone:
// before [Catalog] can look it up at once, Log.Column must have decoded it, which
// may take a second.
func (s Signal) NeedsDecoding() bool { return s.Field.Rebuilt }

// At looks up the value that holds at time t of the flight: the last one at or before it;
// false where there is none, or only one from before a silence or another epoch. Where the signal needs decoding, column is what
// that gave; else it is nil.
func (s Signal) At(t time.Duration, column *flight.Column) (Value, bool) {
	rows := s.Log.Rows(s.Stream)
	if s.Laying != nil {
		var ok bool
		if t, ok = s.Laying.ToLog(t); !ok {
			return Value{}, false
		}
	}
	row, ok := rows.At(t)
	if !ok {
		return Value{}, false
	}
	at := rows.Time[row]
	if s.Hold != nil && !s.Hold.Reaches(at, t) {
		return Value{}, false
	}
	if s.Laying != nil {
		if at, ok = s.Laying.ToFlight(at); !ok {
			return Value{}, false
		}
	}
	frame := int(rows.Frame[row])
	v := Value{At: at, Span: s.Log.Span(frame)}
	switch {
	case column != nil:
		v.Text = strconv.FormatFloat(column.Value[row]*s.Field.Factor(), 'g', 6, 64)
		v.Short = bytemap.Round(column.Value[row] * s.Field.Factor())
		if s.Field.Unit != "" {
			v.Text += " " + s.Field.Unit
		}
	case !s.NeedsDecoding():
		v.Text = bytemap.Text(s.Field, s.Log.Payload(frame), s.Element)
		v.Short = bytemap.Rounded(s.Field, s.Log.Payload(frame), s.Element)
	}
	return v, true
}
