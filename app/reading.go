package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"postflight/decode/flight"
)

// notKnown is told for work that nobody knows how far it is.
const notKnown = -1

// someFailed is that some of several files cannot be opened.
type someFailed struct {
	failed []error
	good   []file
}

// Error lists the files that cannot be opened, a line each.
func (s *someFailed) Error() string { return errors.Join(s.failed...).Error() }

// Unwrap gives the reasons.
func (s *someFailed) Unwrap() []error { return s.failed }

// rest names the files that can be opened.
func (s *someFailed) rest() string {
	var names []string
	for _, f := range s.good {
		names = append(names, filepath.Base(f.path))
	}
	return "These can be opened: " + strings.Join(names, ", ") + "."
}

// readFiles reads all files. Where some cannot be read, the error is a
// [someFailed]; where none can, it is all their reasons.
func readFiles(ctx context.Context, files []file, tell progress) ([]*flight.Log, error) {
	r := &reading{tell: tell}
	for _, f := range files {
		r.total += 2 * f.size()
	}
	var logs []*flight.Log
	var some someFailed
	for _, f := range files {
		r.begin(f)
		l, err := readFile(ctx, f, r.step)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			some.failed = append(some.failed, err)
		default:
			logs, some.good = append(logs, l), append(some.good, f)
		}
		r.end(f)
	}
	switch {
	case len(some.failed) == 0:
		return logs, nil
	case len(some.good) == 0:
		return nil, errors.Join(some.failed...)
	}
	return nil, &some
}

// size is that of the file in bytes, 0 where there is none.
func (f file) size() int64 {
	if f.data != nil {
		return int64(len(f.data))
	}
	info, err := os.Stat(f.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// named is a log with its size, for a person.
func named(l *flight.Log) string { return file{l.Path, l.Data}.named() }

// named is the file with its size, for a person.
func (f file) named() string {
	size, unit := float64(f.size()), "bytes"
	for _, larger := range []string{"kB", "MB", "GB"} {
		if size < 1000 {
			break
		}
		size, unit = size/1000, larger
	}
	digits := 0
	if unit != "bytes" && size < 99.5 {
		digits = 1
	}
	return fmt.Sprintf("%s (%.*f %s)", filepath.Base(f.path), digits, size, unit)
}

// reading is how far all files are: each is gone through twice, to get it into
// memory and to take it apart. It may be told from any goroutine.
type reading struct {
	tell  progress
	total int64

	mu     sync.Mutex
	what   string
	before int64 // of the files before this one, and of its first pass
	most   int64 // told of all
	first  bool  // this file is on its first pass
}

func (r *reading) begin(f file) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.what, r.first = "Reading "+f.named(), f.data == nil
}

func (r *reading) end(f file) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.before += f.size()
	if r.first || f.data != nil {
		r.before += f.size()
	}
}

// step is told how far a pass is, in bytes.
func (r *reading) step(done, total int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.before + done
	if r.first && done >= total {
		r.first = false
		r.before += total
	}
	r.most = max(r.most, at)
	r.tell(r.what, min(float64(r.most)/float64(max(r.total, 1)), 1))
}
