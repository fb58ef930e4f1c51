// Package mavlink finds MAVLink 1 and 2 frames in bytes and lays out their
// payloads. Message definitions are those of gomavlib's dialect "all"; framing,
// checks and reading are our own, so that nothing of a damaged log is hidden.
//
// Formats: MAVLink guide, "Packet serialization" and "Message signing".
package mavlink

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bluenviron/gomavlib/v3/pkg/dialects/all"

	"postflight/decode/crc"
	"postflight/decode/flight"
)

// LowIDs is how many of the lowest message ids have a table of their own; all of
// the common ones lie there.
const LowIDs = 512

// Low is that table. It must not be written to.
func Low() *[LowIDs]*flight.Message { return &known().low }

// dialect holds every definition, by id.
type dialect struct {
	low  [LowIDs]*flight.Message
	high map[uint32]*flight.Message
}

// known is built on first use: reflection over some 400 messages takes a few
// milliseconds that a log without MAVLink need not pay.
var known = sync.OnceValue(loadDialect)

// Definition finds a message by id; nil where no dialect here knows it.
func Definition(id uint32) *flight.Message { return known().find(id) }

// Definitions lists every known message, by ascending id.
func Definitions() []*flight.Message {
	d := known()
	var out []*flight.Message
	for _, m := range d.low {
		if m != nil {
			out = append(out, m)
		}
	}
	for _, m := range d.high {
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b *flight.Message) int { return int(a.ID) - int(b.ID) })
	return out
}

func (d *dialect) find(id uint32) *flight.Message {
	if id < uint32(len(d.low)) {
		return d.low[id]
	}
	return d.high[id]
}

func loadDialect() *dialect {
	units, err := loadUnits()
	if err != nil {
		// The table is embedded and tested: without it values have no units, and
		// that is better than no values.
		units = nil
	}
	d := &dialect{high: map[uint32]*flight.Message{}}
	for _, m := range all.Dialect.Messages {
		def := define(m.GetID(), reflect.TypeOf(m).Elem(), units)
		if def.ID < uint32(len(d.low)) {
			d.low[def.ID] = def
		} else {
			d.high[def.ID] = def
		}
	}
	return d
}

// wireTypes maps the Go types of gomavlib's structs to wire types and to the
// names that the checksum of a definition is computed over.
var wireTypes = map[string]struct {
	t    flight.Type
	name string
}{
	"float64": {flight.F64, "double"}, "uint64": {flight.U64, "uint64_t"}, "int64": {flight.I64, "int64_t"},
	"float32": {flight.F32, "float"}, "uint32": {flight.U32, "uint32_t"}, "int32": {flight.I32, "int32_t"},
	"uint16": {flight.U16, "uint16_t"}, "int16": {flight.I16, "int16_t"},
	"uint8": {flight.U8, "uint8_t"}, "int8": {flight.I8, "int8_t"}, "string": {flight.Char, "char"},
}

var capital = regexp.MustCompile("([A-Z])")

// define turns one of gomavlib's structs into a definition. Fields stay in the
// order of the dialect; their offsets follow the wire: base fields by falling
// size, then extensions as declared.
func define(id uint32, t reflect.Type, units map[fieldKey]unit) *flight.Message {
	m := &flight.Message{
		ID:   id,
		Name: strings.ToUpper(capital.ReplaceAllString(strings.TrimPrefix(t.Name(), "Message"), "_${1}")[1:]),
	}
	m.Fields = make([]flight.Field, t.NumField())
	typeName := make([]string, t.NumField())
	var base, extensions []int
	for i := range m.Fields {
		m.Fields[i], typeName[i] = field(t.Field(i))
		if u, ok := units[fieldKey{id, m.Fields[i].Name}]; ok {
			m.Fields[i].Unit, m.Fields[i].Scale = u.name, u.scale
			m.Fields[i].Invalid = invalid(u.invalid, &m.Fields[i])
		}
		if t.Field(i).Tag.Get("mavext") == "true" {
			extensions = append(extensions, i)
		} else {
			base = append(base, i)
		}
	}
	slices.SortStableFunc(base, func(a, b int) int {
		return m.Fields[b].Type.Size() - m.Fields[a].Type.Size()
	})
	sum := crc.MCRF4XX(crc.Init, []byte(m.Name+" "))
	place := func(i int) {
		m.Fields[i].Offset = m.MaxLength
		m.MaxLength += m.Fields[i].Type.Size() * max(1, m.Fields[i].Array)
	}
	for _, i := range base {
		f := &m.Fields[i]
		sum = crc.MCRF4XX(sum, []byte(typeName[i]+" "+f.Name+" "))
		if f.Array > 0 {
			sum = crc.Byte(sum, uint8(f.Array))
		}
		place(i)
	}
	m.MinLength = m.MaxLength
	for _, i := range extensions {
		place(i)
	}
	m.CRCExtra = uint8(sum) ^ uint8(sum>>8)
	return m
}

func field(f reflect.StructField) (flight.Field, string) {
	out := flight.Field{Name: f.Tag.Get("mavname")}
	if out.Name == "" {
		out.Name = strings.ToLower(capital.ReplaceAllString(f.Name, "_${1}")[1:])
	}
	t := f.Type
	if t.Kind() == reflect.Array {
		out.Array = t.Len()
		t = t.Elem()
	}
	name := t.Name()
	if enum := f.Tag.Get("mavenum"); enum != "" {
		name = enum
		out.Enum = enumOf(t)
	}
	w := wireTypes[name]
	out.Type = w.t
	if w.t == flight.Char {
		out.Array = 1
		if n, err := strconv.Atoi(f.Tag.Get("mavlen")); err == nil {
			out.Array = n
		}
	}
	return out, w.name
}
