package main

import (
	"fmt"
	"runtime"
	"slices"

	"postflight/decode/flight"
)

// memory measures what an opened log takes: its index, and all of the program
// once a column of each of its largest streams has been shown.
func memory(format string, data []byte) []row {
	before, residentBefore := heap(), resident()
	l := open(data)
	index := heap() - before
	frames := l.Frames.Len()

	var shown int64
	streams := slices.Clone(l.Streams)
	slices.SortFunc(streams, func(a, b *flight.Stream) int { return b.Count - a.Count })
	for _, s := range streams[:min(5, len(streams))] {
		if f := number(s.Message); f != nil {
			c := l.Column(s, f, 0)
			shown += int64(len(c.Value)*8 + len(c.Time)*8 + len(c.Frame)*4 + len(c.Bits)*8)
		}
	}
	taken := resident() - residentBefore
	allowed := index + shown
	runtime.KeepAlive(l)
	runtime.KeepAlive(data)
	return []row{
		{format + ": index, bytes a frame", "<= 24", []string{fmt.Sprintf("%.1f", float64(index)/float64(frames))}},
		{
			format + ": resident / (file + index + shown columns)", "<= 1",
			[]string{fmt.Sprintf("%.2f", float64(taken+int64(len(data)))/float64(allowed+int64(len(data))))},
		},
	}
}

// number is the first field of a message that has a column.
func number(m *flight.Message) *flight.Field {
	for i := range m.Fields {
		if t := m.Fields[i].Type; t != flight.Char && t != flight.Decimal {
			return &m.Fields[i]
		}
	}
	return nil
}
