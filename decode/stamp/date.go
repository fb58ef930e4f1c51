package stamp

// Dates that can be: from 13 February 2009, 23:31:30 UTC, before which flight
// controllers only count from 0 or from what their clock was made with (the limit
// of PX4 and MAVROS, and no MAVLink is older), until 2100. In seconds since 1970.
const (
	firstDate = 1_234_567_890
	lastDate  = 4_102_444_800
)

// IsDate reports whether a log can have been made at a time, in whole seconds since
// 1970.
func IsDate(seconds int64) bool { return seconds >= firstDate && seconds < lastDate }
