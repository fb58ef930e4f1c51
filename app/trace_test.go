package app

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestATraceThatCannotBeWrittenSaysSoAtItsEnd(t *testing.T) {
	tr, err := newTrace(filepath.Join(t.TempDir(), "trace"))
	if err != nil {
		t.Fatal(err)
	}
	readable, err := os.Open(tr.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.file.Close(); err != nil {
		t.Fatal(err)
	}
	tr.file = readable // which takes no byte, and closes without an error
	tr.event("started", nil)
	if err := tr.close(); err == nil {
		t.Errorf("closed with %v", err)
	}
}

func TestATraceHoldsALineAnEvent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace")
	tr, err := newTrace(path)
	if err != nil {
		t.Fatal(err)
	}
	tr.event("started", nil)
	tr.event("opened", values{"frames": 3})
	if err := tr.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(text, []byte("\n")); lines != 2 || !bytes.Contains(text, []byte(`"frames":3`)) {
		t.Errorf("it holds %q", text)
	}
}
