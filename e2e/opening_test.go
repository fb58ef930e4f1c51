package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheLastLogOpensByItsKey(t *testing.T) {
	d, p := opened(t)
	mark := p.mark()
	d.press("ctrl+shift+o")
	again := p.waitAfter(mark, "opened", anything)
	if again["file"] != built.recording || again["truth"] != true {
		t.Errorf("opened %v, expected %s with its truth", again, built.recording)
	}
	d.settle()
	for _, e := range p.events()[mark:] {
		if e.name() == "offer" {
			t.Error("what is open already is offered")
		}
	}
	p.quit()
}

func TestOneBadFileAmongSeveralKeepsNoneOfTheOthersOut(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for _, name := range []string{"notes.bin", "list.tlog"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("bring the other battery\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	d := newDisplay(t, deskWidth, deskHeight)
	p := start(d, built.program, append(paths, built.recording, built.truth)...)
	said, _ := p.wait("failed", anything)["error"].(string)
	if !strings.Contains(said, "notes.bin") || !strings.Contains(said, "list.tlog") {
		t.Errorf("the error does not name both files: %q", said)
	}
	d.settle()
	d.screenshot("some-failed")
	d.press("Return")
	if e := p.wait("opened", anything); e["truth"] != true {
		t.Errorf("opened %v", e)
	}
}

func TestARecordingBesideItsTruthOffersBoth(t *testing.T) {
	d := newDisplay(t, deskWidth, deskHeight)
	p := start(d, built.program, built.recording)
	alone := p.wait("opened", anything)
	if alone["truth"] != false {
		t.Errorf("opened with a truth that nobody named: %v", alone)
	}
	if offer := p.wait("offer", anything); offer["log"] != built.truth {
		t.Errorf("offers %v, expected %s", offer["log"], built.truth)
	}
	d.settle()
	d.screenshot("offer")
}

func TestAFileThatIsNoLogSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.bin")
	if err := os.WriteFile(path, []byte("bring the other battery\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	d := newDisplay(t, deskWidth, deskHeight)
	p := start(d, built.program, path)
	said, _ := p.wait("failed", anything)["error"].(string)
	if !strings.Contains(said, "notes.bin") {
		t.Errorf("the error does not name the file: %q", said)
	}
	d.settle()
	d.screenshot("error")
	d.press("Escape")
	p.quit()
}
