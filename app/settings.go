package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"postflight/replay/newfile"
	"postflight/ui/window"
)

const maxRecent = 10

// settings are what the program remembers between runs, in a file of its own: the
// toolkit rewrites its preferences in place and reads them again meanwhile. Its
// methods may be called from any goroutine; those that change something or look
// at the disk not from the UI's.
type settings struct {
	path string // empty: nothing is kept beyond the run
	mu   sync.Mutex
	now  atomic.Pointer[remembered]
}

// remembered is one state of the settings. It is immutable.
type remembered struct {
	Recent  []window.Recent `json:"recent"` // newest first
	Folder  string          `json:"folder"` // where the last log was opened
	Variant window.Variant  `json:"variant"`
}

// settingsPath is where the desktop wants the settings of this person; empty where
// it does not say.
func settingsPath() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "postflight", "settings.json")
}

// newSettings reads the settings at path. What cannot be read is as if never set.
func newSettings(path string) *settings {
	s := &settings{path: path}
	s.now.Store(s.read())
	return s
}

// read is what the file holds.
func (s *settings) read() *remembered {
	r := &remembered{}
	if text, err := os.ReadFile(s.path); err == nil && json.Unmarshal(text, r) != nil {
		*r = remembered{}
	}
	r.Recent = slices.DeleteFunc(r.Recent, func(flight window.Recent) bool { return len(flight) == 0 })
	return r
}

// change makes a new state from what the file holds: another window may have
// changed it.
func (s *settings) change(to func(*remembered)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := *s.now.Load()
	if s.path != "" {
		next = *s.read()
	}
	to(&next)
	s.now.Store(&next)
	if s.path == "" {
		return nil
	}
	if err := s.write(&next); err != nil {
		return fmt.Errorf("settings are not kept: %w", err)
	}
	return nil
}

func (s *settings) write(r *remembered) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	return newfile.Write(s.path, true, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// recent lists the flights opened last, newest first, without files that are gone.
func (s *settings) recent() []window.Recent {
	var there []window.Recent
	for _, flight := range s.now.Load().Recent {
		files := slices.DeleteFunc(slices.Clone(flight), func(path string) bool { return !exists(path) })
		if len(files) > 0 {
			there = append(there, files)
		}
	}
	return there
}

// remember puts a flight at the head of the recent ones, in place of any of the
// same log.
func (s *settings) remember(paths []string) error {
	flight := make(window.Recent, len(paths))
	for i, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		flight[i] = whole
	}
	return s.change(func(r *remembered) {
		others := slices.DeleteFunc(slices.Clone(r.Recent), func(f window.Recent) bool { return f[0] == flight[0] })
		r.Recent = append([]window.Recent{flight}, others[:min(len(others), maxRecent-1)]...)
		r.Folder = filepath.Dir(flight[0])
	})
}

func (s *settings) clearRecent() error {
	return s.change(func(r *remembered) { r.Recent = nil })
}

// folder is where the last log was opened.
func (s *settings) folder() string { return s.now.Load().Folder }

func (s *settings) variant() window.Variant { return cmp.Or(s.now.Load().Variant, window.System) }

func (s *settings) setVariant(v window.Variant) error {
	return s.change(func(r *remembered) { r.Variant = v })
}
