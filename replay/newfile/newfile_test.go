package newfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"postflight/replay/newfile"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	broken := errors.New("disk full")
	err := newfile.Write(path, false, func(w io.Writer) error {
		io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := newfile.Write(path, false, text("whole")); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestAFileIsReplacedOnlyWhenAsked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := newfile.Write(path, false, text("first")); err != nil {
		t.Fatal(err)
	}
	if err := newfile.Write(path, false, text("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "first" {
		t.Errorf("the file became %q", b)
	}
	if err := newfile.Write(path, true, text("third")); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(path); string(b) != "third" {
		t.Errorf("the file became %q", b)
	}
}
