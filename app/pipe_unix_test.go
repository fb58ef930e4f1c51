//go:build unix

package app

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAPipeOrADeviceIsRefusedAtOnce(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.bin")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{pipe, "/dev/zero"} {
		if _, errs, code := run(t, "check", path); code != exitFailed || !strings.Contains(errs, "pipe") {
			t.Errorf("%s: exit %d: %s", path, code, errs)
		}
	}
}
