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

// unwrapper counts on where 32 bits of milliseconds run over.
type unwrapper struct {
	last int64
	laps int64
}

func (u *unwrapper) next(ns int64) int64 {
	const lap, margin = int64(stamp.BootWrap), int64(10 * time.Minute)
	laps := u.laps
	switch {
	case u.last >= lap-margin && ns <= margin:
		u.laps++
		laps = u.laps
	case laps > 0 && u.last <= margin && ns >= lap-margin && ns < lap:
		return ns + (laps-1)*lap // a late one from before
	}
	u.last = ns
	return ns + laps*lap
}
