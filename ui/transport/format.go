package transport

import (
	"fmt"
	"strconv"
	"time"
)

// clock writes a log time as 00:12.340, or as 0:00:12.340 where the flight lasts
// an hour or more, rounded down to a millisecond.
func clock(t time.Duration, hours bool) string {
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	ms := t.Milliseconds()
	if hours {
		return fmt.Sprintf("%s%d:%02d:%02d.%03d", sign, ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
	}
	return fmt.Sprintf("%s%02d:%02d.%03d", sign, ms/60_000, ms/1000%60, ms%1000)
}

// times writes a speed as 0.25x.
func times(speed float64) string { return strconv.FormatFloat(speed, 'f', -1, 64) + "x" }

// achieved writes a measured speed as (3.98x).
func achieved(speed float64) string {
	digits := 2
	if speed >= 9.995 || speed <= -9.995 {
		digits = 1
	}
	return "(" + strconv.FormatFloat(speed, 'f', digits, 64) + "x)"
}

// leftAligned fills text up with blanks.
func leftAligned(text string, width int) string { return fmt.Sprintf("%-*s", width, text) }
