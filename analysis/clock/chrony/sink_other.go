//go:build !unix

package chrony

import (
	"errors"
	"fmt"
)

// Sink sends samples to chronyd. There is none on this system.
type Sink struct{}

// NewSink fails: chronyd and its sockets are found on Unix only. The error is
// an errors.ErrUnsupported.
func NewSink(path string) (*Sink, error) {
	return nil, fmt.Errorf("chrony socket %q: chronyd runs on Unix only: %w", path, errors.ErrUnsupported)
}

// Send drops the sample.
func (s *Sink) Send(Sample) bool { return false }

// Counts are 0.
func (s *Sink) Counts() (sent, dropped uint64) { return 0, 0 }

// Close does nothing.
func (s *Sink) Close() error { return nil }
