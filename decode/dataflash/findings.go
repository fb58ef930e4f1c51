package dataflash

import (
	"strings"

	"postflight/decode/flight"
)

// addFindings says what about the formats and the end is not as it should be.
func (d *decoder) addFindings() {
	if !d.hasData() {
		d.note(flight.EmptyLog, flight.Warning, 0, flight.Span{Length: d.log.Size()},
			"The log describes its records and holds none: nothing was logged.")
	}
	if d.late > 0 {
		d.note(flight.LateFormat, flight.Info, 0, d.firstLate,
			"Formats behind the first record of data: %d. Each holds from where it stands.", d.late)
	}
	if d.full {
		d.note(flight.FormatMismatch, flight.Warning, 0, flight.Span{Length: d.log.Size()},
			"The log has more than %d different formats; records of those beyond are junk.", maxDefinitions)
	}
	d.addFormatFindings()
	if n := len(d.log.Damage); n > 0 && d.log.Damage[n-1].Reason == ReasonPadding {
		tail := d.log.Damage[n-1]
		d.note(flight.TruncatedTail, flight.Info, d.log.End, tail.Span,
			"The last %d bytes are the unused rest of a page. The records before them are whole.", tail.Length)
	}
}

func (d *decoder) addFormatFindings() {
	listed := 0
	for _, def := range d.used {
		if len(def.problems) == 0 || listed == maxListed {
			continue
		}
		listed++
		d.note(flight.FormatMismatch, flight.Info, 0, def.span,
			"The format of %s (type %d) does not add up: %s.", def.message.Name, def.number, strings.Join(def.problems, "; "))
	}
}

// hasData reports whether the log holds more than descriptions of records.
func (d *decoder) hasData() bool {
	for _, def := range d.used {
		if def.name != formatOfFormats.name && def.name != "" {
			return true
		}
	}
	return false
}
