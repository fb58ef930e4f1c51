//go:build !linux

package decode

import "math"

// freeMemory is not known here: what does not fit is swapped.
func freeMemory() int64 { return math.MaxInt64 }
