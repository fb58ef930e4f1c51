// Package newfile writes files that are there whole or not at all.
package newfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes the file at path from what write writes. It writes beside the
// target, syncs, and gives the file its name last; on an error nothing is left.
// A file that is there already stays, unless replace is set: the error then
// wraps [fs.ErrExist].
func Write(path string, replace bool, write func(io.Writer) error) (err error) {
	if err := free(path); err != nil && !replace {
		return err
	}
	out, err := os.CreateTemp(filepath.Dir(path), ".postflight-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	err = write(out)
	if err == nil {
		err = out.Chmod(0o644)
	}
	if err == nil {
		err = out.Sync()
	}
	if closed := out.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err = free(path); err != nil && !replace {
		return err
	}
	return os.Rename(out.Name(), path)
}

// free gives an error where a file has the name already.
func free(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
	}
	return nil
}
