package decode

import (
	"math"
	"testing"
)

func TestFreeMemoryIsReadFromWhatTheSystemSays(t *testing.T) {
	for text, want := range map[string]int64{
		"MemTotal: 16000 kB\nMemFree: 1 kB\nMemAvailable:    4096 kB\n": 4 << 20,
		"MemTotal: 16000 kB\n":                  math.MaxInt64,
		"MemAvailable: 99999999999999999999 kB": math.MaxInt64,
		"":                                      math.MaxInt64,
	} {
		if got := parseFree([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := freeMemory(); got <= 0 {
		t.Errorf("this machine has %d bytes free", got)
	}
}
