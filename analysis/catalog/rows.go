package catalog

import (
	"strings"

	"postflight/decode/flight"
)

// Level is how deep in the tree a row stands.
type Level uint8

// Levels.
const (
	SourceLevel Level = iota
	MessageLevel
	FieldLevel
	MoreLevel // says that there are more rows than are listed
)

// Key names a source or a message, to remember whether it is open.
type Key struct {
	Log    *flight.Log
	Source flight.Source
	Stream *flight.Stream // nil for a source
}

// Row is one line of the tree as it is shown.
type Row struct {
	Level   Level
	Source  *Source
	Message *Message // nil for a source
	Signal  Signal   // of a field
	Open    bool     // of a source or message: what is below follows
}

// Key is what the row's being open is remembered by.
func (r *Row) Key() Key {
	k := Key{Log: r.Source.Log, Source: r.Source.Source}
	if r.Message != nil {
		k.Stream = r.Message.Stream
	}
	return k
}

// MaxRows bounds how many rows are listed: a damaged log can have as many
// messages as frames, and nobody reads them.
const MaxRows = 20_000

// Rows lists what is shown: what is open, or what a filter finds. A filter is
// words that must all occur, in any case, in the names of source, message and
// field together; the word of a message alone finds all its fields. While it is
// not empty, what holds a find below is open.
func (c *Catalog) Rows(filter string, open func(Key) bool) []Row {
	f := &finder{words: strings.Fields(strings.ToLower(filter)), open: open}
	for i := range c.Sources {
		if f.source(&c.Sources[i]); f.full() {
			break
		}
	}
	return f.rows
}

type finder struct {
	words []string
	open  func(Key) bool
	rows  []Row
}

func (f *finder) full() bool { return len(f.rows) >= MaxRows }

func (f *finder) add(r Row) {
	if len(f.rows) == MaxRows-1 {
		r = Row{Level: MoreLevel, Source: r.Source}
	}
	if len(f.rows) < MaxRows {
		f.rows = append(f.rows, r)
	}
}

func (f *finder) source(s *Source) {
	at := len(f.rows)
	r := Row{Level: SourceLevel, Source: s}
	r.Open = len(f.words) > 0 || f.open(r.Key())
	f.add(r)
	if !r.Open {
		return
	}
	for i := range s.Messages {
		if f.message(s, &s.Messages[i]); f.full() {
			return
		}
	}
	if len(f.words) > 0 && len(f.rows) == at+1 && len(missing(f.words, s.Name)) > 0 {
		f.rows = f.rows[:at]
	}
}

func (f *finder) message(s *Source, m *Message) {
	left := missing(f.words, s.Name+" "+m.Stream.Label())
	r := Row{Level: MessageLevel, Source: s, Message: m}
	r.Open = len(left) > 0 || f.open(r.Key())
	at := len(f.rows)
	f.add(r)
	if !r.Open {
		return
	}
	found := false
	fields := m.Stream.Message.Fields
	for i := range fields {
		for element := range fields[i].Elements() {
			signal := Signal{s.Log, s.Laying, m.Stream, &fields[i], element, m.Hold}
			if len(missing(left, signal.Label())) > 0 {
				continue
			}
			found = true
			if f.add(Row{Level: FieldLevel, Source: s, Message: m, Signal: signal}); f.full() {
				return
			}
		}
	}
	if !found && len(left) > 0 {
		f.rows = f.rows[:at]
	}
}

// missing are the words that do not occur in a name.
func missing(words []string, name string) []string {
	if len(words) == 0 {
		return nil
	}
	name = strings.ToLower(name)
	var out []string
	for _, w := range words {
		if !strings.Contains(name, w) {
			out = append(out, w)
		}
	}
	return out
}
