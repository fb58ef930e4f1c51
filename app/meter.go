package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"postflight/decode/flight"
)

// meter shows on a terminal how far a command is, in one line that is written
// over. It shows nothing of work that is soon done, nor where standard error is
// no terminal.
type meter struct {
	out io.Writer // nil for none
	now func() time.Time

	mu    sync.Mutex
	next  time.Time // when the line may be written again
	width int       // of the line that stands there
}

// meter is for one piece of work that begins now.
func (in *invocation) meter() *meter {
	m := &meter{now: time.Now}
	if f, ok := in.stderr.(*os.File); ok && isTerminal(f) {
		m.out = f
	}
	m.next = m.now().Add(patience)
	return m
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// tell is a [progress].
func (m *meter) tell(what string, done float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if m.out == nil || now.Before(m.next) {
		return
	}
	m.next = now.Add(patience)
	line := what
	if done >= 0 && done < 1 {
		line = fmt.Sprintf("%s %3.0f %%", what, 100*done)
	}
	fmt.Fprintf(m.out, "\r%-*s", m.width, line)
	m.width = len(line)
}

// open opens a log and shows how far it is.
func (in *invocation) open(ctx context.Context, path string) (*flight.Log, error) {
	m := in.meter()
	defer m.clear()
	return openFile(ctx, file{path: path}, m.tell)
}

// clear takes the line away, before anything else is written.
func (m *meter) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.width > 0 {
		fmt.Fprintf(m.out, "\r%*s\r", m.width, "")
		m.width = 0
	}
}
