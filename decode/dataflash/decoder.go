package dataflash

import (
	"fmt"
	"sort"
	"time"

	"postflight/decode/flight"
)

// maxDefinitions bounds the formats of a log. Real ones have under 300; a log of
// many logs end to end has a few times that.
const maxDefinitions = 4096

// decoder is what the binary and the text form of a log have in common.
type decoder struct {
	log       *flight.Log
	byContent map[format]*definition
	used      []*definition // those that records were written in
	byStream  []*definition // what a stream was written in
	history   [256][]meaning
	formats   int // records that define
	late      int // of them behind the first record of data
	firstLate flight.Span
	millis    bool // some clock is of milliseconds in 32 bits
	narrow    bool // some clock is of microseconds in 32 bits
	wide      bool // some clock is of more
	full      bool // more formats than are kept
	stretches []stretch
	powers    [][]time.Duration // by stretch: when the vehicle powered up, as each date says
	joins     []int             // frames that describe the formats themselves, behind records of data
	strays    int
	tables    []int32 // frames of units, multipliers and the units of formats
	weekClock bool    // log time follows the time of the GPS week
}

// meaning is what a type number meant from an offset on.
type meaning struct {
	offset     int64
	definition *definition
}

// define notes a format found at span and gives its definition, the same one
// where it was there before; nil where there are too many.
func (d *decoder) define(f format, span flight.Span) *definition {
	known := d.byContent[f]
	if known == nil {
		if len(d.byContent) >= maxDefinitions {
			d.full = true
			return nil
		}
		known = &definition{format: f, span: span}
		d.byContent[f] = known
	}
	if h := d.history[f.number]; len(h) == 0 || h[len(h)-1].definition != known {
		d.history[f.number] = append(h, meaning{span.Offset, known})
	}
	return known
}

// use gives a definition, whose message is laid out, its stream.
func (d *decoder) use(def *definition) {
	def.used = true
	def.clock = clockOf(def.message)
	for i := range def.streams {
		def.streams[i] = -1
	}
	d.counts(def)
	d.used = append(d.used, def)
	def.stream = d.newStream(def).Index
	def.streams[0] = int32(def.stream)
	def.setInstance()
}

func (d *decoder) newStream(def *definition) *flight.Stream {
	s := &flight.Stream{Message: def.message, Bare: true, Index: uint16(len(d.log.Streams))}
	d.log.Streams = append(d.log.Streams, s)
	d.byStream = append(d.byStream, def)
	return s
}

// meant is what a type number means to a record at the offset: the definition
// before it, else the first behind it.
func (d *decoder) meant(number uint8, offset int64) *definition {
	h := d.history[number]
	if len(h) == 0 {
		return nil
	}
	i := sort.Search(len(h), func(i int) bool { return h[i].offset > offset })
	return h[max(0, i-1)].definition
}

// countFormat notes a format at span with a number of records before it.
func (d *decoder) countFormat(before int, span flight.Span) {
	if d.formats < before {
		if d.late == 0 {
			d.firstLate = span
		}
		d.late++
	}
	d.formats++
}

// noteJoin notes that a frame describes the formats themselves, as the first record of
// a log does: behind data, another log begins there. It is asked before the frame
// counts as a format.
func (d *decoder) noteJoin(frame, before int) {
	if d.formats < before {
		d.joins = append(d.joins, frame)
	}
}

// named finds the streams of messages of a name.
func (d *decoder) named(names ...string) []*flight.Stream {
	var out []*flight.Stream
	for _, name := range names {
		for _, s := range d.log.Streams {
			if s.Message.Name == name {
				out = append(out, s)
			}
		}
	}
	return out
}

func (d *decoder) note(kind flight.Kind, severity flight.Severity, t time.Duration, span flight.Span, format string, args ...any) {
	d.log.Findings = append(d.log.Findings, flight.Finding{
		Kind: kind, Severity: severity, Time: t, Span: span, Text: fmt.Sprintf(format, args...),
	})
}

// frameSpan is where frame i lies.
func (d *decoder) frameSpan(i int) flight.Span {
	return flight.Span{Offset: d.log.Frames.Offset[i], Length: int64(d.log.Frames.Length[i])}
}
