package app

import (
	"os"
	"path/filepath"
	"slices"
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

// recent lists the logs opened last, newest first, those that are gone left out
// for good. It looks at the disk: not for the UI goroutine.
func (s *settings) recent() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.store.StringList(recentKey)
	there := slices.DeleteFunc(slices.Clone(all), func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	})
	if len(there) != len(all) {
		s.store.SetStringList(recentKey, there)
	}
	return there
}

// remember puts a log at the head of the recent ones.
func (s *settings) remember(path string) {
	path, err := filepath.Abs(path)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(s.store.StringList(recentKey)), func(p string) bool { return p == path })
	all = append([]string{path}, all...)
	s.store.SetStringList(recentKey, all[:min(len(all), maxRecent)])
	s.store.SetString(folderKey, filepath.Dir(path))
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
