package timebase

import (
	"encoding/binary"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
	"postflight/decode/mavlink"
	"postflight/decode/stamp"
)

// bootReader reads the boot time, ns, from payloads of a stream; nil where they
// hold none. 0 is a field left empty.
func bootReader(s *flight.Stream) func([]byte) (int64, bool) {
	if s.Bare {
		f, unit := dataflash.BootField(s.Message)
		if f == nil {
			return nil
		}
		return func(record []byte) (int64, bool) { return whole(f, record, int64(unit)) }
	}
	f, _ := stamp.BootField(s.Message)
	if f == nil {
		return nil
	}
	return func(payload []byte) (int64, bool) { return whole(f, payload, int64(time.Millisecond)) }
}

// dateReader reads Unix time, ns, from payloads of a stream; nil where they hold
// none.
func dateReader(l *flight.Log, s *flight.Stream) func([]byte) (int64, bool) {
	if s.Bare {
		if s.Message.Field("GWk") == nil && s.Message.Field("Week") == nil {
			return nil
		}
		return func(record []byte) (int64, bool) {
			fix, ok := dataflash.ReadFix(s.Message, record)
			if !ok || !fix.Solid {
				return 0, false
			}
			return fix.UTC.UnixNano(), true
		}
	}
	var f *flight.Field
	switch s.Message.Name {
	case "SYSTEM_TIME":
		f = s.Message.Field("time_unix_usec")
	case "GPS_RAW_INT":
		if l.Stream(s.Source, "SYSTEM_TIME") == nil {
			f = s.Message.Field("time_usec")
		}
	}
	if f == nil {
		return nil
	}
	return func(payload []byte) (int64, bool) {
		ns, ok := whole(f, payload, int64(time.Microsecond))
		return ns, ok && isDate(ns)
	}
}

// isDate reports whether ns since 1970 are a date, and no time since power-up.
func isDate(ns int64) bool { return stamp.IsDate(ns / int64(time.Second)) }

// whole reads a positive whole number and makes it ns.
func whole(f *flight.Field, payload []byte, unit int64) (int64, bool) {
	bits := f.Bits(payload, 0)
	if f.Type == flight.Decimal {
		v := f.Float(bits)
		if !(v >= 0 && v < 1<<53) {
			return 0, false
		}
		bits = uint64(v)
	}
	if bits == 0 || bits >= uint64((1<<62)/unit) {
		return 0, false
	}
	return int64(bits) * unit, true
}

// signature reads the link id and the time, Unix ns, of a signed frame: 48 bits
// of 10 us since 2015 (MAVLink guide, message signing).
func signature(frame []byte) (link uint8, ns int64) {
	const since = 1_420_070_400 * int64(time.Second)
	s := frame[len(frame)-mavlink.SignatureSize:]
	var b [8]byte
	copy(b[:6], s[1:7])
	return s[0], since + int64(binary.LittleEndian.Uint64(b[:]))*10_000
}

// lapOf is what the boot clock of a stream counts to before it runs over; 0 where that
// is never.
func lapOf(s *flight.Stream) time.Duration {
	if !s.Bare {
		return stamp.BootWrap
	}
	f, unit := dataflash.BootField(s.Message)
	switch {
	case f == nil, f.Type == flight.U64, f.Type == flight.I64:
		return 0
	case unit == time.Millisecond:
		return stamp.BootWrap
	case f.Type == flight.U32, f.Type == flight.I32:
		return stamp.MicrosWrap
	}
	return 0
}

// unwrapper counts on where a clock of 32 bits runs over.
type unwrapper struct {
	last int64
	laps int64
}

// next is a reading with the laps before it, each so long. A reading of more than a lap
// is damage.
func (u *unwrapper) next(ns, lap int64) int64 {
	const margin = int64(10 * time.Minute)
	if lap == 0 || ns >= lap {
		return ns
	}
	laps := u.laps
	switch {
	case u.last >= lap-margin && ns <= margin:
		u.laps++
		laps = u.laps
	case laps > 0 && u.last <= margin && ns >= lap-margin:
		return ns + (laps-1)*lap // a late one from before
	}
	u.last = ns
	return ns + laps*lap
}
