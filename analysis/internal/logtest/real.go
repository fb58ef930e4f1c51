package logtest

import (
	"os"
	"testing"
)

// Real is the folder of real logs that POSTFLIGHT_LOGS names; without one the test
// is skipped.
func Real(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("POSTFLIGHT_LOGS")
	if folder == "" {
		t.Skip("POSTFLIGHT_LOGS names no folder of real logs")
	}
	return folder
}
