package dataflash

import (
	"math"
	"strconv"
	"strings"

	"postflight/decode/flight"
)

// shown says how the labels of UNIT records are written on screen where that
// differs; the rest stand as they are.
var shown = map[string]string{
	"UNKNOWN": "", "instance": "",
	"deglatitude": "deg", "deglongitude": "deg", "degheading": "deg",
	"m/s/s": "m/s²", "degC": "°C", "Gauss": "gauss", "us": "µs",
}

// Multipliers that say to leave a value as it is.
const (
	noMultiplier      = '-'
	unknownMultiplier = '?'
)

// setUnits gives fields the units that the log has for them, wherever in the log
// they stand.
func (d *decoder) setUnits() {
	labels := d.unitLabels()
	multipliers := d.multipliers()
	d.eachTable("FMTU", func(record []byte, offset int64, m *flight.Message) {
		def, units, factors := d.unitsOf(m, record, offset)
		if def == nil || !def.used {
			return
		}
		def.setUnits(units, factors, labels, multipliers)
		if def.instance == nil {
			def.instanceLetter, def.late = strings.Index(units, instanceUnit)+1, true
			def.setInstance()
		}
	})
	for _, def := range d.used {
		def.setClockUnit()
	}
}

// eachTable calls see for each record of a message that says what others mean.
func (d *decoder) eachTable(name string, see func(record []byte, offset int64, m *flight.Message)) {
	for _, frame := range d.tables {
		if m := d.log.Message(int(frame)); m.Name == name {
			see(d.log.Frame(int(frame)), d.log.Frames.Offset[frame], m)
		}
	}
}

// unitsOf reads a record of the units of a format: which one, a letter a field
// for units, and one for multipliers; nil where it says nothing.
func (d *decoder) unitsOf(m *flight.Message, record []byte, offset int64) (def *definition, units, factors string) {
	number, unit, factor := m.Field("FmtType"), m.Field("UnitIds"), m.Field("MultIds")
	if number == nil || isText(number) || !isText(unit) || !isText(factor) {
		return nil, "", ""
	}
	n := number.Float(number.Bits(record, 0))
	if !(n >= 0 && n <= math.MaxUint8) {
		return nil, "", ""
	}
	return d.meant(uint8(n), offset), unit.Text(record), factor.Text(record)
}

func isText(f *flight.Field) bool { return f != nil && f.Type == flight.Char }

// setClockUnit names the unit of the clock in logs that say none.
func (d *definition) setClockUnit() {
	f := d.clock.field
	if f == nil || f.Unit != "" {
		return
	}
	f.Unit, f.Scale = "s", d.clock.unit.Seconds()
}

func (d *decoder) unitLabels() map[byte]string {
	out := map[byte]string{}
	d.eachTable("UNIT", func(record []byte, _ int64, m *flight.Message) {
		if id, ok := idOf(m.Field("Id"), record); ok && isText(m.Field("Label")) {
			text := strings.TrimSpace(m.Field("Label").Text(record))
			if s, ok := shown[text]; ok {
				text = s
			}
			out[id] = text
		}
	})
	return out
}

func (d *decoder) multipliers() map[byte]float64 {
	out := map[byte]float64{}
	d.eachTable("MULT", func(record []byte, _ int64, m *flight.Message) {
		factor := m.Field("Mult")
		if id, ok := idOf(m.Field("Id"), record); ok && factor != nil && !isText(factor) {
			out[id] = digits(factor.Float(factor.Bits(record, 0)))
		}
	})
	return out
}

// idOf reads a letter, which text logs may write as such or as its number.
func idOf(f *flight.Field, record []byte) (byte, bool) {
	if f == nil {
		return 0, false
	}
	if isText(f) {
		text := f.Text(record)
		return append([]byte(text), 0)[0], len(text) > 0
	}
	v := f.Float(f.Bits(record, 0))
	if v >= 0 && v <= math.MaxUint8 {
		return byte(v), true
	}
	item := flight.Item(record, f.Offset)
	return append(item[:len(item):len(item)], 0)[0], f.Type == flight.Decimal && len(item) == 1
}

// setUnits gives the fields of a definition their units. A multiplier is for the
// raw number; a value that its letter has divided already gets that back.
func (d *definition) setUnits(units, factors string, labels map[byte]string, multipliers map[byte]float64) {
	for i := range min(len(d.message.Fields), len(d.letters), len(units)) {
		f := &d.message.Fields[i]
		f.Unit, f.Scale = labels[units[i]], 0
		if units[i] == noMultiplier {
			f.Unit = ""
		}
		if i >= len(factors) || factors[i] == noMultiplier || factors[i] == unknownMultiplier {
			continue
		}
		k, _ := letterOf(d.letters[i])
		scale := digits(multipliers[factors[i]] * max(1, k.divisor))
		if scale != 1 {
			f.Scale = scale
		}
	}
}

// digits rounds to the seven digits that a float32 holds: multipliers went
// through one.
func digits(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 7, 64), 64)
	if err != nil || !flight.Finite(out) {
		return 0
	}
	return out
}
