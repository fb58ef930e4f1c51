package app

import (
	"math"
	"strings"

	"postflight/analysis/catalog"
	"postflight/analysis/vehicle"
)

// meaning names the values of a signal; nil where they are just numbers.
func meaning(s catalog.Signal) func(float64) string {
	name := names(s)
	if name == nil {
		return nil
	}
	return func(v float64) string {
		if v < 0 || v > math.MaxUint32 || v != math.Trunc(v) {
			return ""
		}
		return name(uint64(v))
	}
}

// names are those of the field itself or, of a mode by number, those of the vehicle's
// kind.
func names(s catalog.Signal) func(uint64) string {
	if e := s.Field.Enum; e != nil {
		return e.Name
	}
	switch s.Stream.Message.Name + "." + s.Field.Name {
	case "HEARTBEAT.nav_state":
		return func(v uint64) string { return properName(vehicle.NavState(uint8(v))) }
	case "FLIGHT_MODE.mode":
		return func(v uint64) string { return properName(vehicle.NavMode(uint8(v))) }
	case "HEARTBEAT.custom_mode", "MODE.Mode", "MODE.ModeNum":
		id := vehicle.Of(s.Log, s.Stream.Source)
		return func(v uint64) string { return properName(id.Mode(uint32(v))) }
	}
	return nil
}

// properName is a name, "" where it is only the number again.
func properName(name string) string {
	if strings.HasPrefix(name, "mode ") || strings.HasPrefix(name, "state ") {
		return ""
	}
	return name
}
