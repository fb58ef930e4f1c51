package catalog

import (
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/gap"
	"postflight/decode/flight"
)

// Discrete reports whether nothing lies between two values of the signal: they are
// states, masks, codes or counts, each of which holds until the next. These are the
// fields whose values have names, and whole numbers without sign and unit.
func (s Signal) Discrete() bool {
	f := s.Field
	if f.Enum != nil {
		return true
	}
	kind := f.Type
	if kind == flight.Decimal {
		kind = f.Written
	}
	switch kind {
	case flight.U8, flight.U16, flight.U24, flight.U32, flight.U64:
		return f.Unit == "" && f.Factor() == 1 && f.Divisor == 0
	}
	return false
}

// OnChange reports whether a stream is written only when its state changes, so that
// its silence means that the state is still the same: ArduPilot's MODE and ARM records
// (AP_Logger.h, Write_Mode and Write_Arm_Disarm).
func OnChange(s *flight.Stream) bool {
	return s.Message.Name == "MODE" && s.Message.Field("Mode") != nil ||
		s.Message.Name == "ARM" && s.Message.Field("ArmState") != nil
}

// HoldOf is how long samples of a stream of a log at times (not decreasing) hold,
// with the epochs of its sources.
func HoldOf(s *flight.Stream, times []time.Duration, epochs []epoch.Epoch) gap.Hold {
	ends := epoch.Starts(epochs, s.Source)
	if OnChange(s) {
		return gap.Hold{Ends: ends}
	}
	return gap.HoldOf(times, ends)
}
