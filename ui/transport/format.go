package transport

import (
	"fmt"
	"strconv"
	"time"

	"postflight/decode/flight"
)

// written is a time as times writes it, or else log time.
func written(times func(time.Duration) string, t time.Duration) string {
	if times != nil {
		return times(t)
	}
	return flight.TimeText(t)
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
