package flight

import (
	"fmt"
	"time"
)

// TimeText writes a time of a flight as minutes, seconds and milliseconds,
// 00:12.340, from an hour on with hours, 1:00:12.340. It is cut, not rounded, to the
// millisecond, so that a playhead that is shown somewhere is there or later.
func TimeText(t time.Duration) string {
	sign, ms := "", uint64(t/time.Millisecond)
	if t < 0 {
		sign, ms = "−", -ms
	}
	if ms == 0 {
		sign = ""
	}
	text := fmt.Sprintf("%02d:%02d.%03d", ms/60_000%60, ms/1000%60, ms%1000)
	if hours := ms / 3_600_000; hours > 0 {
		text = fmt.Sprintf("%d:%s", hours, text)
	}
	return sign + text
}
