//go:build nonative

package picker

import "errors"

// native has no dialog in builds without the desktop's toolkit.
func native(Request) (string, error) {
	return "", errors.New("this build has no file dialog: drop the file on the window, or name it on the command line")
}
