package app

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// showable says what keeps a window with these logs from opening, where the
// person at the terminal can mend it.
func showable(paths []string, env func(string) string) error {
	var gone []error
	for i, path := range paths {
		_, err := os.Stat(path)
		switch {
		case err == nil:
		case i == 0 && !strings.ContainsAny(path, `./\`):
			return fmt.Errorf("%q is no command and no file; postflight help lists the commands", path)
		default:
			gone = append(gone, fmt.Errorf("%q cannot be opened: %w", path, errors.Unwrap(err)))
		}
	}
	if len(gone) > 0 {
		return errors.Join(gone...)
	}
	switch runtime.GOOS {
	case "windows", "darwin":
	default:
		if env("DISPLAY") == "" && env("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display to open a window on (DISPLAY is not set); postflight check FILE says in the terminal what a log holds")
		}
	}
	return nil
}
