package dataflash

import (
	"fmt"
	"strconv"
	"strings"

	"postflight/decode/flight"
)

// Format records describe themselves in the same way as all others.
const (
	formatType = 128
	formatSize = 89
)

// format is what an FMT record says about a type of record.
type format struct {
	number  uint8
	length  int // whole record, header and all
	name    string
	letters string // one a field: how it is written
	columns string // names of the fields, parted by commas
}

var formatOfFormats = format{formatType, formatSize, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns"}

// readFormat reads an FMT record.
func readFormat(record []byte) format {
	return format{
		number: record[3], length: int(record[4]),
		name: text(record[5:9]), letters: text(record[9:25]), columns: text(record[25:89]),
	}
}

// sound reports whether a format can be one that a vehicle wrote.
func (f *format) sound() bool {
	return f.length >= headSize && !strings.Contains(f.name+f.letters+f.columns, unprintable)
}

const unprintable = "?"

// text is b up to the first NUL, with a sign in place of what is not printable.
func text(b []byte) string {
	s, _, _ := strings.Cut(string(b), "\x00")
	clean := []byte(s)
	for i, c := range clean {
		if c < 0x20 || c > 0x7E {
			clean[i] = unprintable[0]
		}
	}
	return string(clean)
}

// letter says how a field is written.
type letter struct {
	kind    flight.Type
	array   int
	divisor float64
}

// letterOf gives the meaning of a format letter; false where it has none.
func letterOf(c byte) (letter, bool) {
	switch c {
	case 'b':
		return letter{kind: flight.I8}, true
	case 'B', 'M':
		return letter{kind: flight.U8}, true
	case 'h':
		return letter{kind: flight.I16}, true
	case 'H':
		return letter{kind: flight.U16}, true
	case 'i':
		return letter{kind: flight.I32}, true
	case 'I':
		return letter{kind: flight.U32}, true
	case 'q':
		return letter{kind: flight.I64}, true
	case 'Q':
		return letter{kind: flight.U64}, true
	case 'f':
		return letter{kind: flight.F32}, true
	case 'd':
		return letter{kind: flight.F64}, true
	case 'g':
		return letter{kind: flight.F16}, true
	case 'c':
		return letter{flight.I16, 0, 100}, true
	case 'C':
		return letter{flight.U16, 0, 100}, true
	case 'e':
		return letter{flight.I32, 0, 100}, true
	case 'E':
		return letter{flight.U32, 0, 100}, true
	case 'L':
		return letter{flight.I32, 0, 1e7}, true
	case 'n':
		return letter{kind: flight.Char, array: 4}, true
	case 'N':
		return letter{kind: flight.Char, array: 16}, true
	case 'Z':
		return letter{kind: flight.Char, array: 64}, true
	case 'a':
		return letter{kind: flight.I16, array: 32}, true
	}
	return letter{}, false
}

func (k letter) size() int { return k.kind.Size() * max(1, k.array) }

// definition is a format that at least one record was written in, and its
// message. Field i is letter i, unless it is the rest of a record whose letters
// are not all known.
type definition struct {
	format
	span     flight.Span // of the FMT record
	used     bool
	stream   uint16
	message  *flight.Message
	clock    clock
	problems []string

	instanceLetter int                // number of the letter that tells instances apart, from 1; 0 for none
	instance       *flight.Field      // the field of it
	streams        [maxInstance]int32 // of each instance; the first of all where none are told apart; -1: not met
	instances      int                // met
	late           bool               // records came before that was known
}

// isTable reports whether records of a definition say what others mean.
func (d *definition) isTable() bool {
	return d.name == "UNIT" || d.name == "MULT" || d.name == "FMTU"
}

// layOut makes the message of a binary format.
func (d *definition) layOut() {
	d.message = d.newMessage()
	names := d.names()
	at := headSize
	for i := range len(d.letters) {
		k, ok := letterOf(d.letters[i])
		if !ok {
			d.problem("the format letter %q is not known; what follows in its records is given as bytes", d.letters[i])
			if rest := d.length - at; rest > 0 {
				d.add(flight.Field{Name: "raw", Type: flight.U8, Offset: at, Array: rest})
			}
			return
		}
		if at+k.size() > d.length {
			break
		}
		d.add(flight.Field{Name: names[i], Type: k.kind, Offset: at, Array: k.array, Divisor: k.divisor})
		at += k.size()
	}
	if sum := d.sum(); sum != d.length {
		d.problem("its letters add up to %d bytes and its length is %d; the length was believed", sum, d.length)
	}
}

func (d *definition) add(f flight.Field) { d.message.Fields = append(d.message.Fields, f) }

func (d *definition) sum() int {
	sum := headSize
	for i := range len(d.letters) {
		k, _ := letterOf(d.letters[i])
		sum += k.size()
	}
	return sum
}

func (d *definition) problem(format string, args ...any) {
	d.problems = append(d.problems, fmt.Sprintf(format, args...))
}

func (d *definition) newMessage() *flight.Message {
	name := strings.TrimSpace(d.name)
	if name == "" {
		name = "TYPE_" + strconv.Itoa(int(d.number))
	}
	return &flight.Message{ID: uint32(d.number), Name: name, MinLength: d.length, MaxLength: d.length}
}

// names gives each letter a name: fields that the columns do not reach are
// named by their number.
func (d *definition) names() []string {
	columns := strings.Split(d.columns, ",")
	if strings.TrimSpace(d.columns) == "" {
		columns = nil
	}
	if len(columns) != len(d.letters) {
		d.problem("it has %d letters and names %d fields", len(d.letters), len(columns))
	}
	out := make([]string, len(d.letters))
	for i := range out {
		out[i] = "field" + strconv.Itoa(i)
		if i < len(columns) && strings.TrimSpace(columns[i]) != "" {
			out[i] = strings.TrimSpace(columns[i])
		}
	}
	return out
}
