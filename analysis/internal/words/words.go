// Package words puts numbers and lists into sentences.
package words

import (
	"fmt"
	"strings"
)

// Count is so many of something: "1 frame", "2 frames".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Times is how often something happened: "once", "twice", "3 times".
func Times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// Choose is the word that agrees with a number.
func Choose(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// List joins parts: "a, b and c".
func List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}

// Some names the first of many, at most one more than asked for, and counts the
// rest, called others: "a, b and 3 others".
func Some(parts []string, most int, others string) string {
	if more := len(parts) - most; more > 1 {
		return fmt.Sprintf("%s and %d %s", strings.Join(parts[:most], ", "), more, others)
	}
	return List(parts)
}
