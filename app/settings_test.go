package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"postflight/ui/window"
)

func remember(t *testing.T, s *settings, paths ...string) {
	t.Helper()
	if err := s.remember(paths); err != nil {
		t.Fatal(err)
	}
}

func TestARecentFlightIsAllItsFilesThatAreStillThere(t *testing.T) {
	s := newSettings("")
	folder := t.TempDir()
	log, truth, other := write(t, folder, "rec.bin", nil), write(t, folder, "gt.bin", nil), write(t, folder, "b.tlog", nil)
	remember(t, s, log)
	remember(t, s, other)
	remember(t, s, log, truth)
	got := s.recent()
	if len(got) != 2 || !slices.Equal(got[0], window.Recent{log, truth}) || !slices.Equal(got[1], window.Recent{other}) {
		t.Fatalf("got %q", got)
	}
	for _, gone := range []string{truth, other} {
		if err := os.Remove(gone); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.recent(); len(got) != 1 || !slices.Equal(got[0], window.Recent{log}) {
		t.Errorf("got %q", got)
	}
}

func TestSettingsOutliveTheProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "settings.json")
	s := newSettings(path)
	if got := s.variant(); got != window.System {
		t.Errorf("at first %q", got)
	}
	log := write(t, t.TempDir(), "a.tlog", nil)
	remember(t, s, log)
	if err := s.setVariant(window.Dark); err != nil {
		t.Fatal(err)
	}
	again := newSettings(path)
	if got := again.recent(); len(got) != 1 || !slices.Equal(got[0], window.Recent{log}) {
		t.Errorf("recent %q", got)
	}
	if again.variant() != window.Dark || again.folder() != filepath.Dir(log) {
		t.Errorf("variant %q, folder %q", again.variant(), again.folder())
	}
}

func TestTwoWindowsDoNotUndoEachOthersSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	one, two := newSettings(path), newSettings(path)
	a, b := write(t, t.TempDir(), "a.tlog", nil), write(t, t.TempDir(), "b.tlog", nil)
	remember(t, one, a)
	remember(t, two, b)
	if got := newSettings(path).recent(); len(got) != 2 {
		t.Errorf("recent %q", got)
	}
}

func TestDamagedSettingsAreAsIfNeverSet(t *testing.T) {
	for _, text := range []string{"", "{", "[]", `{"recent":[[]],"variant":"dark"}`, `{"recent":"x"}`, "\x00\xff"} {
		path := write(t, t.TempDir(), "settings.json", []byte(text))
		s := newSettings(path)
		if got := s.recent(); len(got) != 0 {
			t.Errorf("%q: recent %q", text, got)
		}
		remember(t, s, write(t, t.TempDir(), "a.tlog", nil))
		if got := newSettings(path).recent(); len(got) != 1 {
			t.Errorf("%q: recent %q after a flight", text, got)
		}
	}
}

func TestSettingsThatCannotBeWrittenAreSaid(t *testing.T) {
	folder := write(t, t.TempDir(), "taken", nil) // a file where a folder must be
	s := newSettings(filepath.Join(folder, "settings.json"))
	if err := s.setVariant(window.Light); err == nil {
		t.Error("no error")
	}
	if s.variant() != window.Light {
		t.Error("not even in force")
	}
}

func TestOnlySoManyFlightsAreRemembered(t *testing.T) {
	s := newSettings("")
	folder := t.TempDir()
	for i := range 2 * maxRecent {
		remember(t, s, write(t, folder, string(rune('a'+i)), nil))
	}
	if got := s.recent(); len(got) != maxRecent || filepath.Base(got[0][0]) != string(rune('a'+2*maxRecent-1)) {
		t.Errorf("%d, the first %q", len(got), got[0])
	}
}
