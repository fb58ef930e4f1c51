package dataflash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"postflight/decode/flight"
	"postflight/decode/lines"
)

// formatLine is what the lines begin with that say what other lines hold.
const formatLine = "FMT,"

// SniffText reports whether a file that starts with head is a DataFlash log that
// was turned into text: a line of it is a format. Ask about formats that start with a
// magic first.
func SniffText(head []byte) bool {
	head = head[:min(len(head), sniffed)]
	return hasFormatLine(head)
}

func hasFormatLine(b []byte) bool {
	return bytes.HasPrefix(b, []byte(formatLine)) || bytes.Contains(b, []byte("\n"+formatLine))
}

// OpenText reads a DataFlash log in text: a line a record, its items parted by
// commas. Only one format is required; what else is not as expected becomes a
// finding or damage. Lines before the first format are samples of PREAMBLE. data
// is kept. progress may be nil. The errors are those of ctx and that there is
// nothing to read.
func OpenText(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	if !hasFormatLine(data) {
		return nil, errors.New(`DataFlash text log: expected a line that starts with "FMT,", found none: without it no line can be read`)
	}
	r := newTextReader(&flight.Log{Path: path, Format: flight.DataFlashText, Data: data})
	if err := lines.Each(ctx, data, progress, r.line); err != nil {
		return nil, err
	}
	r.readStamps()
	r.setTimes()
	r.complete()
	r.addLineFindings()
	return r.log, nil
}

// textReader finds the records of a text log.
type textReader struct {
	decoder
	byName   map[string]*definition
	format   *definition // of the formats themselves
	preamble *definition

	before     int // lines of the preamble
	uneven     int // lines with more or fewer items than their format has
	firstOdd   int // frame
	openEnded  bool
	formatSeen bool
}

func newTextReader(l *flight.Log) *textReader {
	r := &textReader{decoder: decoder{log: l, byContent: map[format]*definition{}}, byName: map[string]*definition{}}
	r.format = r.define(formatOfFormats, flight.Span{})
	r.byName[formatOfFormats.name] = r.format
	r.preamble = &definition{message: &flight.Message{Name: "PREAMBLE", Fields: []flight.Field{
		{Name: "text", Type: flight.Char, Cut: bytes.TrimSpace},
	}}}
	return r
}

// line takes the line at the offset, with the empty ones behind it, and returns
// where the next one starts.
func (r *textReader) line(at int) (next int) {
	data := r.log.Data
	next = lines.End(data, at)
	line := data[at:next]
	for next < len(data) && (data[next] == '\n' || data[next] == '\r') {
		next++
	}
	def := r.definitionOf(line)
	whole := data[next-1] == '\n' || data[next-1] == '\r'
	switch items := bytes.Count(line, []byte{','}); {
	case next-at > math.MaxUint16:
		r.lost(at, next, flight.Junk, ReasonLongLine)
	case !whole && (def == nil || def != r.preamble && items < len(def.letters)):
		r.lost(at, next, flight.Tail, ReasonCutLine)
	case def == nil:
		r.lost(at, next, flight.Junk, plainReason(line))
	default:
		r.openEnded = r.openEnded || !whole
		r.take(def, at, next, items)
	}
	return next
}

// Reasons for lines that are no record.
const (
	ReasonLongLine = "a line too long for a record"
	ReasonCutLine  = "the log ends inside a line"
)

// definitionOf is what a line is written in; nil where nothing says so.
func (r *textReader) definitionOf(line []byte) *definition {
	if def := r.byName[string(flight.Item(line, 0))]; def != nil {
		r.formatSeen = r.formatSeen || def == r.format
		if r.formatSeen {
			return def
		}
	}
	if !r.formatSeen {
		return r.preamble
	}
	return nil
}

func (r *textReader) take(def *definition, at, next, items int) {
	if !def.used {
		if def.message == nil {
			def.layOutText(r.log.Data[at:next])
		}
		r.use(def)
	}
	i := r.log.Frames.Len()
	r.log.Frames.Append(int64(at), 0, next-at, def.stream, 0, 0)
	r.log.Streams[def.stream].Count++
	switch {
	case def == r.preamble:
		r.before++
	case def == r.format:
		r.takeFormat(i)
	case def.isTable():
		r.tables = append(r.tables, int32(i))
	case items != len(def.letters) && !def.openText():
		if r.uneven == 0 {
			r.firstOdd = i
		}
		r.uneven++
	}
}

// openText reports whether the last item of a line is text, which may hold commas,
// or there is none.
func (d *definition) openText() bool {
	n := len(d.message.Fields)
	return n == 0 || d.message.Fields[n-1].Type == flight.Char
}

// takeFormat notes what a line of frame i defines.
func (r *textReader) takeFormat(i int) {
	span, line := r.frameSpan(i), r.log.Frame(i)
	if string(flight.Item(line, 3)) == formatOfFormats.name {
		r.noteJoin(i, i-r.before)
	}
	r.countFormat(i-r.before, span)
	number, err1 := strconv.ParseUint(string(flight.Item(line, 1)), 10, 8)
	length, err2 := strconv.ParseUint(string(flight.Item(line, 2)), 10, 8)
	f := format{
		number: uint8(number), length: int(length),
		name: text(flight.Item(line, 3)), letters: text(flight.Item(line, 4)),
	}
	if columns, ok := flight.ItemsFrom(line, 5); ok {
		f.columns = text(bytes.TrimSpace(columns))
	}
	if err1 != nil || err2 != nil || f.name == "" || f.name == formatOfFormats.name {
		return
	}
	if def := r.define(f, span); def != nil {
		r.byName[f.name] = def
	}
}

// layOutText makes the message of a format as text. The mode of old logs may be a
// name; its first line tells.
func (d *definition) layOutText(first []byte) {
	d.message = d.newMessage()
	d.message.MinLength, d.message.MaxLength = 0, math.MaxUint16
	names := d.names()
	for i := range len(d.letters) {
		f := flight.Field{Name: names[i], Type: flight.Decimal, Offset: i + 1}
		k, ok := letterOf(d.letters[i])
		if !ok {
			d.problem("the format letter %q is not known; its items are given as text", d.letters[i])
		}
		number := flight.Decimal.Float(flight.Decimal.Bits(first, i+1))
		if ok && k.divisor == 0 {
			f.Written = k.kind
		}
		if !ok || k.kind == flight.Char || k.array > 0 || d.letters[i] == 'M' && number != number {
			f = flight.Field{Name: names[i], Type: flight.Char, Cut: cutItem(i+1, i == len(d.letters)-1)}
		}
		d.add(f)
	}
}

// cutItem finds item n of a line; the last one may hold commas.
func cutItem(n int, last bool) func(line []byte) []byte {
	if !last {
		return func(line []byte) []byte { return flight.Item(line, n) }
	}
	return func(line []byte) []byte {
		rest, _ := flight.ItemsFrom(line, n)
		return bytes.TrimSpace(rest)
	}
}

func (r *textReader) lost(at, next int, kind flight.DamageKind, reason string) {
	d := r.log.Damage
	if last := len(d) - 1; last >= 0 && kind == flight.Junk && d[last].End() == int64(at) && d[last].Reason == reason {
		d[last].Length += int64(next - at)
		return
	}
	span := flight.Span{Offset: int64(at), Length: int64(next - at)}
	r.log.Damage = append(d, flight.Damage{Span: span, Kind: kind, Reason: reason})
}

func (r *textReader) addLineFindings() {
	if r.uneven > 0 {
		lines := fmt.Sprintf("%d lines have", r.uneven)
		if r.uneven == 1 {
			lines = "One line has"
		}
		r.note(flight.FormatMismatch, flight.Warning, r.log.Frames.Time[r.firstOdd], r.frameSpan(r.firstOdd),
			"%s more or fewer items than the format says: torn, or two in one. Items that are missing are no number.", lines)
	}
	if n := r.log.Frames.Len(); r.openEnded && n > 0 {
		r.note(flight.TruncatedTail, flight.Info, r.log.End, r.frameSpan(n-1),
			"The last line has no line break: its last item may be cut short.")
	}
}
