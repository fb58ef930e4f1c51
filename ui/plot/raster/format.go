package raster

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// FormatTime writes log time as m:ss or h:mm:ss, or as mm:ss.s with as many decimals
// of a second, at most nine, as step needs; cut, not rounded: FormatTime(83.5s, 100ms)
// is "01:23.5".
func FormatTime(t, step time.Duration) string {
	digits := 0
	for unit := time.Second; digits < 9 && step > 0 && step%unit != 0; unit /= 10 {
		digits++
	}
	unit := time.Second
	for range digits {
		unit /= 10
	}
	ns := uint64(t)
	sign := ""
	if t < 0 {
		sign, ns = "-", -ns
	}
	count := ns / uint64(unit)
	if count == 0 {
		sign = ""
	}
	perSecond := uint64(time.Second / unit)
	seconds, rest := count/perSecond, count%perSecond
	minutes := "%s%d:%02d"
	if digits > 0 { // as panels and replay bar write it
		minutes = "%s%02d:%02d"
	}
	text := fmt.Sprintf(minutes, sign, seconds/60, seconds%60)
	if seconds >= 3600 {
		text = fmt.Sprintf("%s%d:%02d:%02d", sign, seconds/3600, seconds/60%60, seconds%60)
	}
	if digits > 0 {
		text += fmt.Sprintf(".%0*d", digits, rest)
	}
	return text
}

// TimeUnit names the form that [FormatTime] gives to times up to to: "m:ss" or
// "h:mm:ss".
func TimeUnit(to time.Duration) string {
	if to >= time.Hour {
		return "h:mm:ss"
	}
	return "m:ss"
}

// FormatValue writes v with as many decimals as tell it from v + step; with a step
// of 0, with the digits that a glance can use. Only values from ten million on
// that it makes shorter, and tiny ones, have an exponent. A value that is not finite is "-".
func FormatValue(v, step float64) string {
	if !finite(v) {
		return "-"
	}
	if !(step > 0) || !finite(step) {
		return glance(v)
	}
	decimals := int(max(0, -math.Floor(math.Log10(step)*(1+1e-12)+1e-9)))
	if short(v, step) {
		return exponential(v, step)
	}
	text := strconv.FormatFloat(v, 'f', min(decimals, maxDecimals), 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// FormatExact writes v by itself: a whole number with all digits, another with as many
// as a float32 has, where it is one, or else nine.
func FormatExact(v float64) string {
	switch {
	case !finite(v):
		return "-"
	case v == math.Trunc(v) && math.Abs(v) < 1<<63:
		return strconv.FormatFloat(v+0, 'f', 0, 64) // no negative zero
	}
	digits, bits := 9, 64
	if float64(float32(v)) == v {
		digits, bits = -1, 32
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', max(digits-1, -1), bits), 64)
	if err != nil {
		rounded = v
	}
	if size := math.Abs(rounded); size >= tiny && size < exponentAlways {
		return strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return FormatExponent(rounded, -1)
}

// short reports whether an exponent is the shorter way to write v as far as step.
func short(v, step float64) bool {
	size := max(math.Abs(v), step)
	if size >= exponentFrom && (size < step*exponentFrom || size >= exponentAlways) {
		return true
	}
	return power(step) < -plainDecimals && size < tiny
}

// exponential writes v with an exponent and the digits down to that of step.
func exponential(v, step float64) string {
	if v == 0 {
		return "0"
	}
	digits := min(max(power(v)-power(step), 0), maxDecimals)
	return FormatExponent(v, digits)
}

// FormatExponent writes v with an exponent and so many digits after the point, those
// that are 0 left out; as many as there are if digits is negative.
func FormatExponent(v float64, digits int) string {
	return trimExponent(strconv.FormatFloat(v, 'e', max(digits, -1), 64))
}

// power is that of ten of the first digit of v.
func power(v float64) int { return int(math.Floor(math.Log10(math.Abs(v))*(1+1e-15) + 1e-9)) }

const (
	exponentFrom   = 1e7
	exponentAlways = 1e15
	tiny           = 1e-5
	plainDecimals  = 8  // that even tiny values are written out with
	maxDecimals    = 15 // a float64 tells no more
	glanceDigits   = 6
)

// glance writes v with six digits, or all of those before the point.
func glance(v float64) string {
	if size := math.Abs(v); v != 0 && (size < tiny || size >= exponentFrom) {
		return trimExponent(strconv.FormatFloat(v, 'e', glanceDigits-1, 64))
	}
	before := 1
	if v != 0 {
		before = int(math.Floor(math.Log10(math.Abs(v)))) + 1
	}
	text := strconv.FormatFloat(v, 'f', max(glanceDigits-before, 0), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// trimExponent turns 1.500e+07 into 1.5e7.
func trimExponent(s string) string {
	mantissa, exponent, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	n, err := strconv.Atoi(exponent)
	if err != nil || n == 0 {
		return mantissa
	}
	return mantissa + "e" + strconv.Itoa(n)
}
