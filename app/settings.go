package app

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fyne.io/fyne/v2"

	"postflight/ui/window"
)

const (
	recentKey  = "recent"
	variantKey = "variant"
	folderKey  = "folder"
	maxRecent  = 10
)

// settings are what the program remembers between runs. Its methods may be
// called from any goroutine.
type settings struct {
	mu    sync.Mutex
	store fyne.Preferences
}

// between separates the files of a flight in the settings: no path holds it.
const between = "\x00"

// recent lists the flights opened last, newest first. Files that are gone are left
// out for good. It looks at the disk: not for the UI goroutine.
func (s *settings) recent() []window.Recent {
	s.mu.Lock()
	defer s.mu.Unlock()
	var there []window.Recent
	var entries []string
	all := s.store.StringList(recentKey)
	for _, entry := range all {
		paths := slices.DeleteFunc(strings.Split(entry, between), func(path string) bool { return !exists(path) })
		if len(paths) > 0 {
			there, entries = append(there, paths), append(entries, strings.Join(paths, between))
		}
	}
	if !slices.Equal(entries, all) {
		s.store.SetStringList(recentKey, entries)
	}
	return there
}

// remember puts a flight at the head of the recent ones, in place of any of the
// same log.
func (s *settings) remember(paths []string) {
	flight := make([]string, len(paths))
	for i, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			return
		}
		flight[i] = whole
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(s.store.StringList(recentKey)), func(entry string) bool {
		log, _, _ := strings.Cut(entry, between)
		return log == flight[0]
	})
	all = append([]string{strings.Join(flight, between)}, all...)
	s.store.SetStringList(recentKey, all[:min(len(all), maxRecent)])
	s.store.SetString(folderKey, filepath.Dir(flight[0]))
}

func (s *settings) clearRecent() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store.SetStringList(recentKey, nil)
}

// folder is where the last log was opened.
func (s *settings) folder() string { return s.store.String(folderKey) }

func (s *settings) variant() window.Variant {
	return window.Variant(s.store.StringWithFallback(variantKey, string(window.System)))
}

func (s *settings) setVariant(v window.Variant) { s.store.SetString(variantKey, string(v)) }
