// Package bytemap says what each byte of a log is: container header, part of a
// frame, frame whose CRC failed, junk or tail. Frames are looked up only when they are asked
// for, so that a log of any size is answered for at once.
package bytemap

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"postflight/analysis/link"
	"postflight/decode/flight"
)

// Kind is what a run of bytes is.
type Kind uint8

const (
	// Header is the file header, that of a container record, or the time stamp that
	// stands before a frame.
	Header Kind = iota
	// Frame is what surrounds a payload: magic, header, signature.
	Frame
	// Field is one value of a payload.
	Field
	// Checksum is that of an intact frame.
	Checksum
	// CRCFailed is a frame whose checksum does not hold.
	CRCFailed
	// Junk is bytes that belong to no frame.
	Junk
	// Tail is what is left of a record that the end of the file cuts.
	Tail
)

// Region is a run of bytes From..To of the file that are one thing.
type Region struct {
	From, To int64
	Kind     Kind
	Label    string
	// Shade tells neighbours apart: bit 0 changes from part to part of a frame,
	// bit 1 from frame to frame.
	Shade int
}

// Map answers for one log. It does not change; its methods may be called from
// several goroutines.
type Map struct {
	log     *flight.Log
	reasons []string // beside log.Damage
}

// New gives the map of a log. reasons are those of [link.Reasons], which finds them
// where they are nil.
func New(l *flight.Log, reasons []string) *Map {
	if reasons == nil {
		reasons, _ = link.Reasons(context.Background(), l) // nothing cancels it
	}
	return &Map{l, reasons}
}

// Annotate lists what lies between two offsets, in file order, cut to them.
func (m *Map) Annotate(from, to int64) []Region {
	from, to = max(from, 0), min(to, m.log.Size())
	if from >= to {
		return nil
	}
	var out []Region
	out = m.headers(out, from, to)
	out = m.stamps(out, from, to)
	out = m.damage(out, from, to)
	out = m.frames(out, from, to)
	kept := out[:0]
	for _, r := range out {
		r.From, r.To = max(r.From, from), min(r.To, to)
		if r.From < r.To {
			kept = append(kept, r)
		}
	}
	slices.SortFunc(kept, func(a, b Region) int { return cmp.Compare(a.From, b.From) })
	return kept
}

// headers adds the file header and those of records.
func (m *Map) headers(out []Region, from, to int64) []Region {
	r := &m.log.Records
	if from < r.Preamble {
		out = append(out, Region{0, r.Preamble, Header, "file header", 0})
	}
	if r.Head == 0 {
		return out
	}
	for i := max(0, r.Holding(from)); i < len(r.Offset) && r.Offset[i] < to; i++ {
		if at := r.Offset[i]; !m.damagedAt(at) {
			out = append(out, Region{at, at + r.Head, Header, "record header", i & 1})
		}
	}
	return out
}

// damageFrom is the number of the first run of damage that ends behind offset.
func (m *Map) damageFrom(offset int64) int {
	d := m.log.Damage
	return sort.Search(len(d), func(i int) bool { return d[i].End() > offset })
}

// damagedAt reports whether a run of damage starts at offset: a record header
// that is damaged counts as that alone.
func (m *Map) damagedAt(offset int64) bool {
	d := m.log.Damage
	i := m.damageFrom(offset)
	return i < len(d) && d[i].Offset == offset
}

func (m *Map) damage(out []Region, from, to int64) []Region {
	d := m.log.Damage
	for i := m.damageFrom(from); i < len(d) && d[i].Offset < to; i++ {
		out = append(out, Region{d[i].Offset, d[i].End(), kindOf(&d[i]), m.damageLabel(i), i & 1})
	}
	return out
}

func kindOf(d *flight.Damage) Kind {
	switch d.Kind {
	case flight.CRCFailed:
		return CRCFailed
	case flight.Tail:
		return Tail
	}
	return Junk
}

func (m *Map) damageLabel(i int) string {
	d := &m.log.Damage[i]
	if d.Kind == flight.CRCFailed && d.Message != nil {
		return d.Message.Name
	}
	return m.reasons[i]
}

// frameAt is the number of the last frame that starts at or before offset; -1
// where there is none.
func (m *Map) frameAt(offset int64) int {
	at := m.log.Frames.Offset
	return sort.Search(len(at), func(i int) bool { return at[i] > offset }) - 1
}

func (m *Map) frames(out []Region, from, to int64) []Region {
	f := &m.log.Frames
	for i := max(0, m.frameAt(from)); i < f.Len() && f.Offset[i] < to; i++ {
		pieces := m.log.Pieces(i)
		if pieces[len(pieces)-1].End() <= from {
			continue
		}
		stream := m.log.Streams[f.Stream[i]]
		for n, p := range partsOf(m.log.Frame(i), stream.Message, stream.Bare) {
			shade := n&1 | i&1<<1
			for _, s := range within(pieces, p.from, p.to) {
				out = append(out, Region{s.Offset, s.End(), p.kind, p.label, shade})
			}
		}
	}
	return out
}

// within gives the file spans of bytes from..to of a frame that lies in pieces.
func within(pieces []flight.Span, from, to int) []flight.Span {
	var out []flight.Span
	at := int64(0)
	for _, p := range pieces {
		start, end := max(int64(from)-at, 0), min(int64(to)-at, p.Length)
		if start < end {
			out = append(out, flight.Span{Offset: p.Offset + start, Length: end - start})
		}
		at += p.Length
	}
	return out
}

// inFrame is where in a frame that lies in pieces a byte of the file is; -1
// where it is not in it.
func inFrame(pieces []flight.Span, offset int64) int {
	at := int64(0)
	for _, p := range pieces {
		if p.Holds(offset) {
			return int(at + offset - p.Offset)
		}
		at += p.Length
	}
	return -1
}
