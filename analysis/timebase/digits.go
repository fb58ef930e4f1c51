package timebase

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// decimals is how many of a number of seconds its sigma leaves, at most so many.
func decimals(sigma time.Duration, most int) int {
	if sigma <= 0 {
		return most
	}
	const exact = 1e-9 // of a logarithm
	return max(0, min(most, int(math.Ceil(-math.Log10(sigma.Seconds())-exact))))
}

// plusMinus is a sigma in brackets; "" where it is unknown or does not show.
func plusMinus(sigma time.Duration, unit time.Duration, name string, digits int) string {
	text := fmt.Sprintf("%.*f", digits, sigma.Seconds()/unit.Seconds())
	if sigma < 0 || strings.Trim(text, "0.") == "" {
		return ""
	}
	return fmt.Sprintf(" (±%s %s)", text, name)
}

// amount writes a time no finer than sigma allows, and that beside it where it
// shows. An amount of which nobody knows the sigma, -1, is about right.
func amount(d, sigma time.Duration) (text, unsure string) {
	const fine = 100 * time.Millisecond
	about := ""
	if sigma < 0 {
		about = "about "
	}
	switch {
	case d >= 100*time.Second:
		return about + long(d), plusMinus(sigma, time.Second, "s", 0)
	case d >= time.Second || sigma >= fine:
		digits := decimals(sigma, 2)
		if sigma < 0 {
			digits = 1
		}
		return fmt.Sprintf("%s%.*f s", about, digits, d.Seconds()), plusMinus(sigma, time.Second, "s", digits)
	case d >= 10*time.Millisecond || sigma >= time.Millisecond:
		return fmt.Sprintf("%s%.0f ms", about, d.Seconds()*1e3), plusMinus(sigma, time.Millisecond, "ms", 0)
	}
	return fmt.Sprintf("%s%.1f ms", about, d.Seconds()*1e3), plusMinus(sigma, time.Millisecond, "ms", 1)
}

// long writes a time in its two largest units.
func long(d time.Duration) string {
	d = d.Round(time.Second)
	if d >= time.Hour {
		d = d.Round(time.Minute)
	}
	minutes := int(d.Minutes())
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%.0f days", d.Hours()/24)
	case d >= time.Hour:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
	return fmt.Sprintf("%d min %d s", minutes, int(d.Seconds())%60)
}

// instant writes a date, Unix ns, no finer than sigma allows; to the second where
// nobody knows that, -1.
func instant(ns int64, sigma time.Duration) string {
	digits := decimals(sigma, 3)
	if sigma < 0 {
		digits = 0
	}
	layout := "2006-01-02 15:04:05"
	if digits > 0 {
		layout += "." + strings.Repeat("0", digits)
	}
	step := time.Duration(math.Pow10(9 - digits))
	return time.Unix(0, ns).UTC().Round(step).Format(layout+" UTC") + plusMinus(sigma, time.Second, "s", digits)
}
