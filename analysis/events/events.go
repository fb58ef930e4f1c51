// Package events lists what a vehicle said and did by name: its texts, modes,
// arming, errors and events, and its parameters with their changes.
package events

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"postflight/analysis/vehicle"
	"postflight/decode/flight"
)

// Kind is what an event is.
type Kind uint8

const (
	// Text is a line the vehicle or a program wrote.
	Text Kind = iota
	// Mode is a change of flight mode or state.
	Mode
	// Arming is motors armed or disarmed.
	Arming
	// Happening is an event that the vehicle logged by number.
	Happening
	// Failure is an error that the vehicle logged by number, or the end of one.
	Failure
)

// Severity is that of syslog (RFC 5424), as MAVLink has it: 0 is the gravest.
type Severity uint8

// Severities.
const (
	Emergency Severity = iota
	Alert
	Critical
	Error
	Warning
	Notice
	Info
	Debug
)

// Event is one thing said or done.
type Event struct {
	Time     time.Duration // log time
	Span     flight.Span   // of the frame, the first where there are several
	Source   flight.Source
	Severity Severity
	Kind     Kind
	Text     string // control characters of the log are escaped
	Mode     string // of Mode events: the mode or state that begins
}

// readFrames hands each frame, in file order, to what reader gives for its stream;
// nil there means that nothing in the stream is wanted. It reports whether any
// stream was.
func readFrames(l *flight.Log, reader func(*flight.Stream) func(frame int)) bool {
	readers := make([]func(frame int), len(l.Streams))
	any := false
	for i, s := range l.Streams {
		readers[i] = reader(s)
		any = any || readers[i] != nil
	}
	if !any {
		return false
	}
	for frame, stream := range l.Frames.Stream {
		if read := readers[stream]; read != nil {
			read(frame)
		}
	}
	return true
}

// Messages lists all events of a log in the order of their time. It reads the
// whole log once.
func Messages(l *flight.Log) []Event {
	c := &collector{log: l, sources: map[flight.Source]*sender{}}
	if !readFrames(l, c.reader) {
		return nil
	}
	for _, s := range c.sources {
		c.closeText(s)
	}
	slices.SortStableFunc(c.out, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Span.Offset, b.Span.Offset))
	})
	return c.out
}

// collector gathers events frame by frame.
type collector struct {
	log     *flight.Log
	sources map[flight.Source]*sender
	out     []Event
}

// sender is what is known of a source so far.
type sender struct {
	source   flight.Source
	identity vehicle.Identity

	mode, state        uint32 // state: of NavLink
	armed              bool
	hasMode, hasState  bool
	hasArmed, hasClass bool

	text     pending
	doneID   uint16 // of the last text that came in chunks
	doneNext int
	doneTime time.Duration
	lastText string
	lastSeq  uint8
	lastTime time.Duration
}

func (c *collector) sender(source flight.Source) *sender {
	s := c.sources[source]
	if s == nil {
		s = &sender{source: source}
		c.sources[source] = s
	}
	return s
}

// reader is what reads the frames of a stream; nil where they are no events.
func (c *collector) reader(s *flight.Stream) func(frame int) {
	m := s.Message
	fields := func(names ...string) []*flight.Field {
		out := make([]*flight.Field, len(names))
		for i, name := range names {
			if out[i] = m.Field(name); out[i] == nil {
				return nil
			}
		}
		return out
	}
	who := c.sender(s.Source)
	switch m.Name {
	case "HEARTBEAT":
		if f := fields("nav_state"); f != nil {
			return func(i int) { c.navState(i, who, uint8(c.number(i, f[0]))) }
		}
		if f := fields("type", "autopilot", "base_mode", "custom_mode"); f != nil {
			return func(i int) { c.heartbeat(i, who, f) }
		}
	case "FLIGHT_MODE":
		if f := fields("mode"); f != nil {
			return func(i int) { c.mode(i, who, uint32(c.number(i, f[0])), vehicle.NavMode(uint8(c.number(i, f[0])))) }
		}
	case "STATUSTEXT":
		if f := fields("severity", "text"); f != nil {
			return func(i int) { c.statusText(i, who, m, f) }
		}
	case "LOG_TEXT_V1", "TEXT", "PREAMBLE":
		if f := fields("text"); f != nil {
			return func(i int) { c.add(i, Text, Info, f[0].Text(c.log.Payload(i))) }
		}
	}
	if s.Source == 0 {
		return c.onBoardReader(m, who, fields)
	}
	return nil
}

func (c *collector) number(i int, f *flight.Field) uint64 { return f.Bits(c.log.Payload(i), 0) }

// add adds an event of frame i, its text as it stands in the log.
func (c *collector) add(i int, kind Kind, severity Severity, text string) {
	c.out = append(c.out, Event{
		Time: c.log.Frames.Time[i], Span: c.log.Span(i), Source: c.log.Source(i),
		Severity: min(severity, Debug), Kind: kind, Text: Clean(text),
	})
}

func (c *collector) addMode(i int, severity Severity, mode, text string) {
	c.add(i, Mode, severity, text)
	c.out[len(c.out)-1].Mode = Clean(mode)
}

// mode notes the mode that frame i tells of.
func (c *collector) mode(i int, who *sender, mode uint32, name string) {
	switch {
	case !who.hasMode:
		c.addMode(i, Info, name, "Mode "+name+" when first heard")
	case mode != who.mode:
		c.addMode(i, Notice, name, "Mode "+name)
	}
	who.mode, who.hasMode = mode, true
}

// arm notes whether frame i says that the vehicle is armed.
func (c *collector) arm(i int, who *sender, armed bool) {
	switch {
	case !who.hasArmed && armed:
		c.add(i, Arming, Notice, "Armed when first heard")
	case who.hasArmed && armed && !who.armed:
		c.add(i, Arming, Notice, "Armed")
	case who.hasArmed && !armed && who.armed:
		c.add(i, Arming, Notice, "Disarmed")
	}
	who.armed, who.hasArmed = armed, true
}

const (
	customModeEnabled = 1
	safetyArmed       = 128
)

// heartbeat reads a MAVLink heartbeat. Those of ground stations, cameras and
// gimbals say nothing of the vehicle, whatever id they come under.
func (c *collector) heartbeat(i int, who *sender, f []*flight.Field) {
	payload := c.log.Payload(i)
	read := func(n int) uint64 { return f[n].Bits(payload, 0) }
	id := vehicle.OfHeartbeat(uint8(read(0)), uint8(read(1)))
	if !id.Flies() {
		return
	}
	base := read(2)
	c.arm(i, who, base&safetyArmed != 0)
	if base&customModeEnabled != 0 {
		custom := uint32(read(3))
		c.mode(i, who, custom, id.Mode(custom))
	}
}

// navState reads the state in a NavLink heartbeat.
func (c *collector) navState(i int, who *sender, state uint8) {
	name := vehicle.NavState(state)
	switch {
	case !who.hasState:
		c.addMode(i, Info, name, "State "+name+" when first heard")
	case uint32(state) != who.state:
		severity := Notice
		if name == "FAILSAFE" || name == "TERMINATED" {
			severity = Critical
		}
		c.addMode(i, severity, name, "State "+name)
	}
	who.state, who.hasState = uint32(state), true
	c.arm(i, who, vehicle.NavArmed(state))
}

// Clean makes text of a log fit to be shown: what cannot be printed is escaped,
// bytes that are not UTF-8 and signs that turn the direction of writing too.
func Clean(text string) string {
	text = strings.TrimRight(text, "\r\n\x00 ")
	plain := func(r rune) bool { return r != utf8.RuneError && unicode.IsPrint(r) }
	if strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case plain(r):
			b.WriteRune(r)
		case r == '\t':
			b.WriteByte(' ')
		case r == utf8.RuneError && size == 1 || r < utf8.RuneSelf:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
	}
	return b.String()
}
