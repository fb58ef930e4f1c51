//go:build unix

package chrony

import (
	"fmt"
	"strings"
	"sync"
	"syscall"
)

// Sink sends samples to the socket that chronyd bound. It never waits: chronyd
// may start later, stop, or be slow, and then samples are dropped and counted.
// A sink may be used by several goroutines.
type Sink struct {
	path string

	mu            sync.Mutex
	fd            int // -1 once closed
	sent, dropped uint64
}

// NewSink makes a sink for the socket at path, which need not exist yet. It
// fails where no socket can have that path.
func NewSink(path string) (*Sink, error) {
	most := len(syscall.RawSockaddrUnix{}.Path) - 1
	if path == "" || len(path) > most || strings.ContainsRune(path, 0) {
		return nil, fmt.Errorf("chrony socket %q: want a path of 1 to %d bytes", path, most)
	}
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return nil, fmt.Errorf("chrony socket: %w", err)
	}
	syscall.CloseOnExec(fd)
	if err := syscall.SetNonblock(fd, true); err != nil {
		syscall.Close(fd)
		return nil, fmt.Errorf("chrony socket: %w", err)
	}
	return &Sink{path: path, fd: fd}, nil
}

// Send sends a sample and reports whether the socket took it.
func (s *Sink) Send(sample Sample) bool {
	b := sample.Encode()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fd < 0 || s.send(b[:]) != nil {
		s.dropped++
		return false
	}
	s.sent++
	return true
}

func (s *Sink) send(b []byte) error {
	for {
		err := syscall.Sendto(s.fd, b, 0, &syscall.SockaddrUnix{Name: s.path})
		if err != syscall.EINTR {
			return err
		}
	}
}

// Counts are how many samples were sent and how many dropped.
func (s *Sink) Counts() (sent, dropped uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent, s.dropped
}

// Close ends the sink; what is sent after it is dropped.
func (s *Sink) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fd < 0 {
		return nil
	}
	fd := s.fd
	s.fd = -1
	return syscall.Close(fd)
}
