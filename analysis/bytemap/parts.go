package bytemap

import (
	"bytes"
	"cmp"
	"slices"

	"postflight/decode/flight"
)

// part is bytes from..to of a frame that are one thing.
type part struct {
	from, to int
	kind     Kind
	label    string
	field    *flight.Field // of Field, nil where no definition names the bytes
	element  int
}

// heads lists what stands in front of a payload, in order.
var heads = [...][]struct {
	label string
	size  int
}{
	flight.MAVLink1: {
		{"magic", 1}, {"payload length", 1}, {"sequence", 1}, {"system", 1}, {"component", 1}, {"message id", 1},
	},
	flight.MAVLink2: {
		{"magic", 1},
		{"payload length", 1},
		{"incompatibility flags", 1},
		{"compatibility flags", 1},
		{"sequence", 1},
		{"system", 1},
		{"component", 1},
		{"message id", 3},
	},
	flight.NavLink1: {
		{"sync", 1}, {"type and version", 1}, {"payload length", 1}, {"device", 1}, {"time stamp", 4},
	},
	flight.NavLink2: {
		{"sync", 1},
		{"version", 1},
		{"payload length", 1},
		{"flags", 1},
		{"sequence", 1},
		{"system", 1},
		{"component", 1},
		{"message id", 3},
	},
}

// wireOf is the kind of frame that the bytes are, bare says that they are all
// payload.
func wireOf(frame []byte, bare bool) flight.Wire {
	if bare {
		return flight.Bare
	}
	return flight.WireOf(frame)
}

// partsOf cuts a frame into its parts, in order and without holes. The frame may
// be damaged: no length in it is believed.
func partsOf(frame []byte, m *flight.Message, bare bool) []part {
	w := wireOf(frame, bare)
	var out []part
	at := 0
	add := func(size int, kind Kind, label string) {
		if end := min(at+size, len(frame)); end > at {
			out = append(out, part{from: at, to: end, kind: kind, label: label})
			at = end
		}
	}
	if w == flight.Bare {
		return payloadParts(out, frame, 0, m, true)
	}
	for _, h := range heads[w] {
		add(h.size, Frame, h.label)
	}
	if at < w.HeaderSize() {
		return out
	}
	end := payloadEnd(frame, w)
	out = payloadParts(out, frame[at:end:end], at, m, false)
	at = end
	add(w.TrailerSize(), Checksum, "checksum")
	add(len(frame), Frame, "signature")
	return out
}

// payloadEnd is where the payload of a frame ends, within the bytes there are.
func payloadEnd(frame []byte, w flight.Wire) int {
	length := int(frame[1])
	if frame[0] == flight.MagicNavLink {
		length = int(frame[2])
	}
	return min(w.HeaderSize()+length, len(frame))
}

// payloadParts adds the fields of a payload that starts at byte base of its
// frame. Bytes that no field names become parts of their own.
func payloadParts(out []part, payload []byte, base int, m *flight.Message, bare bool) []part {
	var fields []part
	for i := range m.Fields {
		f := &m.Fields[i]
		for e := range f.Elements() {
			if from, to := place(f, e, payload); from < to {
				fields = append(fields, part{from, to, Field, f.Label(e), f, e})
			}
		}
	}
	slices.SortStableFunc(fields, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	at := 0
	unnamed := func(to int) {
		if at >= to {
			return
		}
		p := part{from: base + at, to: base + to, kind: Field, label: "payload"}
		if bare {
			p.kind, p.label = Frame, unnamedLabel(m, at)
		}
		out = append(out, p)
	}
	for _, p := range fields {
		if p.from < at {
			continue
		}
		unnamed(p.from)
		at = p.to
		p.from, p.to = base+p.from, base+p.to
		out = append(out, p)
	}
	unnamed(len(payload))
	return out
}

// unnamedLabel says what the bytes of a record from at on are that no field names.
func unnamedLabel(m *flight.Message, at int) string {
	switch {
	case at == 0:
		return "record header"
	case len(m.Fields) > 0 && (m.Fields[0].Cut != nil || m.Fields[0].Type == flight.Decimal):
		return "separator"
	}
	return "unknown bytes"
}

// place is where in a payload an element of a field lies, as far as it was sent.
func place(f *flight.Field, element int, payload []byte) (from, to int) {
	switch {
	case f.Rebuilt:
		return 0, 0
	case f.Cut != nil:
		return inside(f.Cut(payload), payload)
	case f.Type == flight.Decimal:
		return inside(flight.Item(payload, f.Offset), payload)
	}
	size := f.Type.Size()
	if f.Type == flight.Char {
		size *= max(1, f.Array)
	}
	from = f.Offset + element*size
	return from, min(from+size, len(payload))
}

// inside is where a part that was cut out of a payload, without a copy, lies.
func inside(cut, payload []byte) (from, to int) {
	from = cap(payload) - cap(cut)
	if len(cut) == 0 || from < 0 || from+len(cut) > len(payload) || !bytes.Equal(payload[from:from+len(cut)], cut) {
		return 0, 0
	}
	return from, from + len(cut)
}
