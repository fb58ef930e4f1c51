package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"
)

// trace writes what the window does as JSON lines, for tests that drive it from
// outside. A nil trace writes nothing.
type trace struct {
	began time.Time
	file  *os.File
	lines chan []byte
	done  sync.WaitGroup
	err   error // the first of writing; read once done
}

// values are what an event carries.
type values map[string]any

// newTrace writes to a new file at path, which must not exist; no path, no trace.
func newTrace(path string) (*trace, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	t := &trace{began: time.Now(), file: f, lines: make(chan []byte, 4096)}
	t.done.Add(1)
	go func() {
		defer t.done.Done()
		for line := range t.lines {
			t.write(line)
		}
	}()
	return t, nil
}

// write gives up after the first error.
func (t *trace) write(line []byte) {
	if t.err == nil {
		_, t.err = t.file.Write(line)
	}
}

// event writes an event with its values and the milliseconds since the start. It
// never waits: where the disk cannot follow, events are dropped.
func (t *trace) event(name string, v values) {
	if t == nil {
		return
	}
	out := values{"event": name, "ms": float64(time.Since(t.began).Microseconds()) / 1000}
	for k, value := range v {
		out[k] = value
	}
	line, err := json.Marshal(out)
	if err != nil {
		return
	}
	select {
	case t.lines <- append(line, '\n'):
	default:
	}
}

// close writes what is left and gives the first error of all the writing.
func (t *trace) close() error {
	if t == nil {
		return nil
	}
	close(t.lines)
	t.done.Wait()
	if err := cmp.Or(t.err, t.file.Close()); err != nil {
		return fmt.Errorf("trace: %w", err)
	}
	return nil
}
