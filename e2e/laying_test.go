package e2e_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// openDemo opens files of the demo and waits until they are shown.
func openDemo(d *display, names ...string) *program {
	d.t.Helper()
	p := start(d, built.program, append([]string{"--theme", "light"}, names...)...)
	p.wait("opened", anything)
	p.wait("layout", func(e event) bool { return e.places()["plots"].y > 0 })
	d.settle()
	return p
}

// demoFile is a file that the demo wrote.
func demoFile(t *testing.T, pattern string) string {
	t.Helper()
	path, err := first(filepath.Dir(built.recording), pattern)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheTimeAxisGoesByTheChosenClock(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	alone := filepath.Join(t.TempDir(), "flight.tlog") // what lies beside it would be offered
	if err := os.Symlink(demoFile(t, "*.tlog"), alone); err != nil {
		t.Fatal(err)
	}
	p := openDemo(d, alone)
	d.click(p.place("track").at(0.3, 0.5))
	p.wait("playhead", func(e event) bool { return e.number("t_s") > 10 })
	for _, want := range []string{"UTC", "Local Time", "UTC by the Vehicle", "Time since Power-up of 1:1"} {
		mark := p.mark()
		d.press("t")
		if chosen := p.waitAfter(mark, "times", anything); chosen["by"] != want {
			t.Fatalf("times go by %v, want %s", chosen["by"], want)
		}
		plots := p.place("plots")
		d.xdotool(slow(move(plots.at(0.4, 0.5)))...)
		d.settle()
		d.screenshot("times-" + strings.ReplaceAll(want, " ", "-"))
	}
}

func TestADragLaysTheTruthAndItsErrorFollows(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	p := open(d, built.program, "--theme", "light")
	plots := p.place("plots")
	mark := p.mark()
	d.xdotool("keydown", "ctrl", "keydown", "shift")
	d.drag(plots.at(0.4, 0.12), plots.at(0.43, 0.12), func() {
		d.settle()
		d.screenshot("laying-truth")
		if len(p.events()[mark:]) > 0 && p.last("placed") != nil {
			t.Error("compared while the drag went on")
		}
	})
	d.xdotool("keyup", "shift", "keyup", "ctrl")
	placed := p.waitAfter(mark, "placed", anything)
	if placed["by_hand"] != true || placed.number("rms_deg") < 1 {
		t.Errorf("placed %v", placed)
	}
	d.settle()
	d.screenshot("laid-truth")
	mark = p.mark()
	d.press("ctrl+z")
	back := p.waitAfter(mark, "placed", anything)
	if back["by_hand"] != false || back.number("rms_deg") >= placed.number("rms_deg") || p.last("opened").number("offset_s") != back.number("offset_s") {
		t.Errorf("after undo: %v", back)
	}
}

func TestEachBootOfAnOnboardLogIsLaidAndAllCanBeDragged(t *testing.T) {
	var both []byte
	for _, pattern := range []string{"00000042.BIN", "00000043.BIN"} {
		part, err := os.ReadFile(demoFile(t, pattern))
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, part...)
	}
	path := filepath.Join(t.TempDir(), "both.BIN")
	if err := os.WriteFile(path, both, 0o666); err != nil {
		t.Fatal(err)
	}
	d := newDisplay(t, wideWidth, wideHeight)
	p := openDemo(d, demoFile(t, "*.tlog"), path)
	d.screenshot("laid-boots")
	plots := p.place("plots")
	mark := p.mark()
	d.xdotool("keydown", "ctrl", "keydown", "shift")
	d.drag(plots.at(0.4, 0.12), plots.at(0.45, 0.12), func() {
		d.settle()
		d.screenshot("laying-boots")
	})
	d.xdotool("keyup", "shift", "keyup", "ctrl")
	placed := p.waitAfter(mark, "placed", anything)
	said, _ := placed["placing"].(string)
	if placed["by_hand"] != true || !strings.Contains(said, "epoch 2") || !strings.Contains(said, "By hand ") {
		t.Errorf("placed %v", placed)
	}
	mark = p.mark()
	d.xdotool("keydown", "ctrl", "keydown", "shift")
	d.drag(plots.at(0.4, 0.12), plots.at(0.5, 0.12), func() { d.press("Escape") })
	d.xdotool("keyup", "shift", "keyup", "ctrl")
	d.press("ctrl+z")
	back := p.waitAfter(mark, "placed", anything)
	if back["by_hand"] != false || math.Abs(back.number("offset_s")-placed.number("offset_s")) < 1 {
		t.Errorf("after giving a drag up and undoing the one before: %v", back)
	}
}
