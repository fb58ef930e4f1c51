package stamp

// Dates that can be lie from FirstDate on, 13 February 2009, 23:31:30 UTC, and
// before LastDate, the year 2100. What counts from 0 or from when a clock was made
// is earlier (the limit is that of PX4 and MAVROS, and no MAVLink is older). In
// seconds since 1970.
const (
	FirstDate = 1_234_567_890
	LastDate  = 4_102_444_800
)

// IsDate reports whether a log can have been made at a time, in whole seconds since
// 1970.
func IsDate(seconds int64) bool { return seconds >= FirstDate && seconds < LastDate }
