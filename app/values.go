package app

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"postflight/analysis/bytemap"
	"postflight/decode/flight"
)

// writeJSON writes an entry as one line of JSON. Values are as on the wire.
func writeJSON(w io.Writer, l *flight.Log, e entry) {
	if d := e.damage; d != nil && d.Kind != flight.CRCFailed {
		fmt.Fprintf(w, "{\"junk\": %d, \"n\": %d, \"reason\": %s}\n", d.Offset, d.Length, quote(e.reason))
		return
	} else if d != nil {
		writeHead(w, l, d.Offset, d.Frame, d.Lead, d.Message, "badcrc")
		fmt.Fprintln(w, "}")
		return
	}
	status := "ok"
	if l.Frames.Flags[e.frame]&flight.Unknown != 0 {
		status = "unknown"
	}
	m := l.Message(e.frame)
	writeHead(w, l, l.Frames.Offset[e.frame], int(l.Frames.Length[e.frame]), int(l.LeadOf(e.frame).Length), m, status)
	io.WriteString(w, ", \"f\": {")
	payload := l.Payload(e.frame)
	first := true
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Rebuilt {
			continue
		}
		if !first {
			io.WriteString(w, ", ")
		}
		first = false
		fmt.Fprintf(w, "%s: %s", quote(f.Name), fieldJSON(f, payload))
	}
	io.WriteString(w, "}}\n")
}

// writeHead opens the object of a frame of length bytes at offset, whose record
// begins lead bytes earlier.
func writeHead(w io.Writer, l *flight.Log, offset int64, length, lead int, m *flight.Message, status string) {
	h := flight.ReadHead(l.Gather(offset, length))
	us := "null"
	if l.Stamp != nil {
		if raw, ok := l.Stamp(offset, length); ok {
			us = strconv.FormatUint(raw, 10)
		}
	}
	fmt.Fprintf(w, `{"off": %d, "us": %s, "ver": %d, "seq": %d, "sys": %d, "comp": %d, "id": %d, "name": %s, "len": %d, "signed": %t, "st": %q`,
		offset-int64(lead), us, h.Version, h.Seq, h.Source.System(), h.Source.Component(), m.ID, quote(m.Name), h.Payload, h.Signed, status)
}

// fieldJSON is the value of a field: a number, a string, or an array of numbers.
func fieldJSON(f *flight.Field, payload []byte) string {
	if f.Type == flight.Char {
		return quote(f.Text(payload))
	}
	if f.Array == 0 {
		return element(f, payload, 0)
	}
	values := make([]string, f.Elements())
	for i := range values {
		values[i] = element(f, payload, i)
	}
	return "[" + strings.Join(values, ", ") + "]"
}

func element(f *flight.Field, payload []byte, i int) string {
	bits := f.Bits(payload, i)
	switch {
	case f.Type.IsFloat() || f.Divisor != 0:
		return float(f.Float(bits))
	case f.Type == flight.I8 || f.Type == flight.I16 || f.Type == flight.I32 || f.Type == flight.I64:
		return strconv.FormatInt(f.Type.Int(bits), 10)
	}
	return strconv.FormatUint(bits, 10)
}

func float(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "null"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// quote makes text from a log a JSON string that does nothing to a terminal; bytes
// that are not UTF-8 are read as Latin-1.
func quote(text string) string {
	if !utf8.ValidString(text) {
		runes := make([]rune, len(text))
		for i := range len(text) {
			runes[i] = rune(text[i])
		}
		text = string(runes)
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case !unicode.IsPrint(r):
			for _, half := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, "\\u%04x", half)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// fieldText is the value of a field for a person, with its unit.
func fieldText(f *flight.Field, payload []byte) string {
	values := make([]string, f.Elements())
	for i := range values {
		values[i] = bytemap.Value(f, payload, i)
	}
	text := strings.Join(values, ",")
	if f.Unit != "" && f.Type != flight.Char {
		text += " " + f.Unit
	}
	return text
}
