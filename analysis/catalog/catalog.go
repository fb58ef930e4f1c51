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
	"postflight/analysis/vehicle"
	"postflight/decode/flight"
)

// Signal is one element of a field of a stream. Two are equal where they are the
// same one.
type Signal struct {
	Log     *flight.Log
	Shift   time.Duration // added to a time of the flight to get that of the log
	Stream  *flight.Stream
	Field   *flight.Field
	Element int
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
	Shift    time.Duration // as of its signals
	Source   flight.Source
	Name     string // "1:1 quadrotor (ArduPilot)"
	Messages []Message
}

// Message is a stream and how often it came.
type Message struct {
	Stream *flight.Stream
	Rate   float64 // Hz, from the first to the last; NaN where that is no time
}

// Catalog is the sources of a flight. It does not change; its methods may be
// called from several goroutines.
type Catalog struct{ Sources []Source }

// New lists the sources of logs, in their order. It reads the index of each log
// once, which takes a while for a large one.
func New(logs ...*flight.Log) *Catalog {
	c := &Catalog{}
	for _, l := range logs {
		c.Add(l, 0)
	}
	return c
}

// Add lists the sources of a log more, whose times are those of the flight plus
// shift. It is for the one who makes the catalog, before others see it.
func (c *Catalog) Add(l *flight.Log, shift time.Duration) {
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
			c.Sources = append(c.Sources, Source{Log: l, Shift: shift, Source: s.Source, Name: vehicle.Name(l, s.Source)})
		}
		c.Sources[i].Messages = append(c.Sources[i].Messages, Message{s, rate(l.Rows(s))})
	}
	mine := c.Sources[first:]
	slices.SortFunc(mine, func(a, b Source) int { return cmp.Compare(a.Source, b.Source) })
	for _, s := range mine {
		slices.SortStableFunc(s.Messages, func(a, b Message) int {
			return cmp.Or(cmp.Compare(a.Stream.Message.Name, b.Stream.Message.Name), cmp.Compare(a.Stream.Instance, b.Stream.Instance))
		})
	}
}

func rate(r *flight.Rows) float64 {
	n := len(r.Time)
	if n < 2 || r.Time[n-1] == r.Time[0] {
		return math.NaN()
	}
	return float64(n-1) / (r.Time[n-1] - r.Time[0]).Seconds()
}

// Value is a value at a time, as text.
type Value struct {
	Text string // with its unit; text of a log is quoted and escaped
	Span flight.Span
	At   time.Duration // of the flight, when it came
}

// NeedsDecoding reports whether a value cannot be read from its frame alone:
// before [Catalog] can look it up at once, Log.Column must have decoded it, which
// may take a second.
func (s Signal) NeedsDecoding() bool { return s.Field.Rebuilt }

// At looks up the value that holds at time t of the flight: the last one at or before it;
// false where there is none yet. Where the signal needs decoding, column is what
// that gave; else it is nil.
func (s Signal) At(t time.Duration, column *flight.Column) (Value, bool) {
	rows := s.Log.Rows(s.Stream)
	row, ok := rows.At(t + s.Shift)
	if !ok {
		return Value{}, false
	}
	frame := int(rows.Frame[row])
	v := Value{
		At:   rows.Time[row] - s.Shift,
		Span: s.Log.Span(frame),
	}
	switch {
	case column != nil:
		v.Text = strconv.FormatFloat(column.Value[row]*s.Field.Factor(), 'g', 6, 64)
		if s.Field.Unit != "" {
			v.Text += " " + s.Field.Unit
		}
	case !s.NeedsDecoding():
		v.Text = bytemap.Text(s.Field, s.Log.Payload(frame), s.Element)
	}
	return v, true
}
