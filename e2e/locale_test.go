package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
)

func TestNoLocaleMakesTheCommandLineComplain(t *testing.T) {
	for _, locale := range []string{"LANG=", "LANG=C", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "LC_ALL=POSIX"} {
		c := exec.Command(built.program, "check", built.recording)
		c.Env = append(os.Environ(), "LANG=", "LC_ALL=", "LC_MESSAGES=", "LANGUAGE=", locale)
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Run(); err != nil || said.Len() > 0 {
			t.Errorf("%s: %v, and it said %q", locale, err, said.String())
		}
	}
}
