package e2e_test

import (
	"math"
	"strings"
	"testing"
)

// desk is the size of the display that most tests use.
const deskWidth, deskHeight = 1280, 800

func opened(t *testing.T) (*display, *program) {
	t.Helper()
	d := newDisplay(t, deskWidth, deskHeight)
	return d, open(d, built.program)
}

func TestSpacePlaysAndPauses(t *testing.T) {
	d, p := opened(t)
	d.press("space")
	p.wait("play", anything)
	p.wait("playhead", func(e event) bool { return e.number("t_s") > 1 })
	d.press("space")
	pause := p.wait("pause", anything)
	if at := p.last("playhead").number("t_s"); math.Abs(at-pause.number("t_s")) > 0.3 {
		t.Errorf("paused at %v s, the playhead stands at %v s", pause.number("t_s"), at)
	}
}

func TestThePlayheadFollowsTheMouseInTheTrack(t *testing.T) {
	d, p := opened(t)
	track, mark := p.place("track"), p.mark()
	want := 0.7 * p.duration()
	near := func(e event) bool { return math.Abs(e.number("t_s")-want) < 0.01*p.duration() }
	d.drag(track.at(0.2, 0.5), track.at(0.7, 0.5), func() { p.waitAfter(mark, "playhead", near) })
	heads := 0
	before := 0.0
	for _, e := range p.events()[mark:] {
		if e.name() != "playhead" {
			continue
		}
		if e.number("t_s") < before {
			t.Errorf("the playhead went back from %v s to %v s", before, e.number("t_s"))
		}
		before = e.number("t_s")
		heads++
	}
	if heads < 5 {
		t.Errorf("the playhead moved %d times while the mouse moved 12 times", heads)
	}
}

func TestAHandleSetsTheCrop(t *testing.T) {
	d, p := opened(t)
	track, handle, mark := p.place("track"), p.place("handle-in").middle(), p.mark()
	want := 0.25 * p.duration()
	to := point{track.at(0.25, 0.5).x, handle.y}
	d.drag(handle, to, func() {
		p.waitAfter(mark, "crop", func(e event) bool { return math.Abs(e.number("from_s")-want) < 0.02*p.duration() })
	})
	if crop := p.last("crop"); math.Abs(crop.number("to_s")-p.duration()) > 0.001 {
		t.Errorf("the end of the crop moved to %v s of %v s", crop.number("to_s"), p.duration())
	}
}

func TestALoopStartsTheCropAgain(t *testing.T) {
	d, p := opened(t)
	track := p.place("track")
	d.click(track.at(0.5, 0.5))
	p.wait("playhead", func(e event) bool { return e.number("t_s") > 0 })
	d.press("i", "shift+Right", "shift+Right", "o", "l")
	crop := p.wait("crop", func(e event) bool { return e.number("to_s")-e.number("from_s") < 3 })
	p.wait("loop", func(e event) bool { return e["loop"] == true })
	d.press("space")
	p.wait("lap", func(e event) bool { return e.number("laps") >= 1 })
	for _, e := range p.events() {
		if e.name() == "playhead" && e["playing"] == true &&
			(e.number("t_s") < crop.number("from_s") || e.number("t_s") > crop.number("to_s")) {
			t.Errorf("played %v s, outside the crop of %v to %v s", e.number("t_s"), crop.number("from_s"), crop.number("to_s"))
		}
	}
}

func TestBracketsChangeTheSpeedOfTheReplay(t *testing.T) {
	d, p := opened(t)
	for p.last("speed").number("speed") < 4 {
		mark := p.mark()
		d.press("bracketright")
		p.waitAfter(mark, "speed", anything)
	}
	if speed := p.last("speed").number("speed"); speed != 4 {
		t.Fatalf("the speed is %v, expected to pass 4", speed)
	}
	d.press("space")
	begin := p.wait("playhead", func(e event) bool { return e["playing"] == true && e.number("t_s") > 2 })
	end := p.wait("playhead", func(e event) bool { return e.number("t_s") > 22 })
	got := (end.number("t_s") - begin.number("t_s")) / (end.number("ms") - begin.number("ms")) * 1000
	if math.Abs(got-4) > 0.1 {
		t.Errorf("played at %.3f times, asked for 4", got)
	}
}

func TestAClickOnAFindingGoesToItsTime(t *testing.T) {
	d, p := opened(t)
	rows, mark := p.place("rows:Findings"), p.mark()
	d.click(rows.at(0.4, 0.1))
	chosen := p.waitAfter(mark, "finding-selected", anything)
	head := p.waitAfter(mark, "playhead", anything)
	if chosen.number("t_s") != head.number("t_s") {
		t.Errorf("the finding is at %v s, the playhead at %v s", chosen.number("t_s"), head.number("t_s"))
	}
	d.press("space")
	p.wait("play", anything)
}

// The program as it is shipped trusts itself to call the toolkit on the right
// goroutine; this one is built to complain.
func TestNothingRacesAndTheWindowKeepsToItsGoroutine(t *testing.T) {
	if built.checked == "" {
		t.Skip("POSTFLIGHT_CHECKED_BIN names no binary (make e2e builds it)")
	}
	d := newDisplay(t, deskWidth, deskHeight)
	p := open(d, built.checked)
	d.press("space", "bracketright", "l")
	p.wait("playhead", func(e event) bool { return e.number("t_s") > 1 })
	track := p.place("track")
	d.drag(track.at(0.2, 0.5), track.at(0.6, 0.5), func() {})
	d.drag(p.place("handle-out").middle(), point{track.at(0.8, 0.5).x, p.place("handle-out").y}, func() {})
	d.click(p.place("rows:Findings").at(0.4, 0.1))
	p.wait("finding-selected", anything)
	said := p.quit()
	for _, complaint := range []string{"DATA RACE", "Error in Fyne call thread", "panic"} {
		if strings.Contains(said, complaint) {
			t.Fatalf("%s:\n%s", complaint, said)
		}
	}
}
