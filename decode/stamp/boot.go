package stamp

import (
	"strings"

	"postflight/decode/flight"
)

// BootField is the field of a message that holds its sender's boot time in
// milliseconds; nil where none does. GLOBAL_POSITION_INT is stamped with the time
// of the position fix, which lags, and SET_ messages repeat the clock of whoever
// wants something. ticks tells that the field counts ticks of the sender, taken
// as milliseconds: NavLink's do.
func BootField(m *flight.Message) (f *flight.Field, ticks bool) {
	name := "time_boot_ms"
	switch {
	case m.Name == "GLOBAL_POSITION_INT" || strings.HasPrefix(m.Name, "SET_"):
		return nil, false
	case m.Name == "HEARTBEAT":
		name, ticks = "timestamp", true
	case m.Name == "PERF_GLOBAL":
		name, ticks = "uptime_ticks", true
	}
	f = m.Field(name)
	if f == nil || f.Type != flight.U32 {
		return nil, false
	}
	return f, ticks
}
