package decode

import (
	"bytes"
	"fmt"
	"math"
	"os"
)

// freeMemory is how many bytes the system can give without swapping
// (proc_meminfo(5)).
func freeMemory() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return math.MaxInt64
	}
	return parseFree(text)
}

func parseFree(meminfo []byte) int64 {
	for line := range bytes.Lines(meminfo) {
		var kB int64
		if n, err := fmt.Sscanf(string(line), "MemAvailable: %d kB", &kB); n == 1 && err == nil && kB < math.MaxInt64>>10 {
			return kB << 10
		}
	}
	return math.MaxInt64
}
