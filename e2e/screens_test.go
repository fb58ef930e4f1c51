package e2e_test

import (
	"fmt"
	"testing"
)

// The pictures are for people: a test cannot say whether they please, only that
// nothing lies outside of them.
func TestAllPartsLieOnTheScreenAtEverySizeAndScale(t *testing.T) {
	for _, c := range []struct {
		width, height int
		theme, scale  string
	}{
		{1280, 800, "light", "1"},
		{1280, 800, "dark", "1"},
		{1920, 1080, "light", "1"},
		{1920, 1080, "dark", "1"},
		{1920, 1080, "dark", "1.5"},
		{2560, 1600, "light", "2"},
	} {
		name := fmt.Sprintf("%dx%d-%s-%s", c.width, c.height, c.theme, c.scale)
		t.Run(name, func(t *testing.T) {
			t.Setenv("FYNE_SCALE", c.scale)
			d := newDisplay(t, c.width, c.height)
			p := open(d, built.program, "--theme", c.theme)
			d.click(p.place("track").at(0.42, 0.5))
			p.wait("playhead", func(e event) bool { return e.number("t_s") > 0.4*p.duration() })
			for _, tab := range []string{"Findings", "Epochs", "Link"} {
				p.show(tab)
				d.settle()
				d.screenshot(name + "-" + tab)
			}
			screen := rectangle{width: float64(c.width), height: float64(c.height)}
			for part, r := range p.last("layout").places() {
				if !screen.holds(r) {
					t.Errorf("%s lies at %v of %v", part, r, screen)
				}
			}
			if plots := p.place("plots"); plots.width < screen.width/3 || plots.height < screen.height/3 {
				t.Errorf("the plots have %v of %v", plots, screen)
			}
		})
	}
}

func TestScreenOfTheStartPage(t *testing.T) {
	d := newDisplay(t, deskWidth, deskHeight)
	p := start(d, built.program, "--theme", "light")
	p.wait("started", anything)
	d.settle()
	d.screenshot("start")
}

func TestAllPartsLieOnTheScreenHoweverManyPlots(t *testing.T) {
	for _, c := range []struct {
		plots         int
		width, height int
		theme, scale  string
	}{
		{4, 1920, 1080, "light", "1"},
		{4, 1920, 1080, "dark", "2"},
		{4, 1280, 800, "dark", "2"},
		{12, 1920, 1080, "dark", "1"},
		{12, 1920, 1080, "light", "2"},
		{12, 1280, 800, "light", "1"},
		{20, 1280, 800, "dark", "1"},
	} {
		name := fmt.Sprintf("%d-plots-%dx%d-%s-%s", c.plots, c.width, c.height, c.theme, c.scale)
		t.Run(name, func(t *testing.T) {
			t.Setenv("FYNE_SCALE", c.scale)
			words := []string{"--theme", c.theme}
			const own = 4 // that the flight comes with
			for range c.plots - own {
				words = append(words, "--plot", "ATTITUDE_EULER.roll,ATTITUDE_EULER.pitch,ATTITUDE_EULER.yaw,BARO.altitude")
			}
			d := newDisplay(t, c.width, c.height)
			p := open(d, built.program, words...)
			if c.plots > own {
				p.wait("plotted", func(e event) bool { return e.number("pane") == float64(c.plots-own) })
			}
			d.settle()
			d.screenshot(name)
			screen := rectangle{width: float64(c.width), height: float64(c.height)}
			for part, r := range p.last("layout").places() {
				if !screen.holds(r) {
					t.Errorf("%s lies at %v of %v", part, r, screen)
				}
			}
			d.press("Next")
			d.settle()
			d.screenshot(name + "-below")
		})
	}
}
