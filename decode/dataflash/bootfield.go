package dataflash

import (
	"time"

	"postflight/decode/flight"
)

// BootField is the field of a record that holds the time since power-up, and
// its unit; nil where the record holds none.
func BootField(m *flight.Message) (*flight.Field, time.Duration) {
	c := clockOf(m)
	return c.field, c.unit
}

// Fix is what a GPS record says of the date.
type Fix struct {
	UTC   time.Time
	Solid bool // a fix in three dimensions; true where the record does not say
}

// ReadFix reads the date of a GPS record; false where it has none. Weeks that a
// receiver counts in 10 bits are put right.
func ReadFix(m *flight.Message, record []byte) (Fix, bool) {
	weeks, into := m.Field("GWk"), m.Field("GMS")
	if weeks == nil || into == nil {
		weeks, into = m.Field("Week"), m.Field("TimeMS")
	}
	if weeks == nil || into == nil {
		return Fix{}, false
	}
	w, ms := weeks.Float(weeks.Bits(record, 0)), into.Float(into.Bits(record, 0))
	if !(w >= 1 && w <= maxWeek && ms >= 0 && ms < week.Seconds()*1000) {
		return Fix{}, false
	}
	out := Fix{UTC: UTC(unroll(int(w)), time.Duration(ms)*time.Millisecond), Solid: true}
	if status := m.Field("Status"); status != nil {
		out.Solid = status.Float(status.Bits(record, 0)) >= fix3D
	}
	return out, true
}
