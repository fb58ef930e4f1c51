package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"postflight/replay/sim"
)

// loadSize is a log of a long day.
const loadSize = 100 << 20

// loadSpeed is that of four presses of the key.
const loadSpeed = 10.0

// It takes its time and tells a machine's load as much as the program's, so it
// runs only when asked for.
func TestTwelvePlotsOfALongLogWhilePlaying(t *testing.T) {
	if os.Getenv("POSTFLIGHT_LOAD") == "" {
		t.Skip("POSTFLIGHT_LOAD is not set")
	}
	log := filepath.Join(t.TempDir(), "long.tlog")
	out, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := sim.Bulk(out, sim.TLogContainer, loadSize); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, pane := range []string{
		"ATTITUDE.roll,ATTITUDE.pitch,ATTITUDE.yaw,ATTITUDE.rollspeed",
		"ATTITUDE.pitchspeed,ATTITUDE.yawspeed,VFR_HUD.alt,VFR_HUD.climb",
		"SERVO_OUTPUT_RAW.servo1_raw,SERVO_OUTPUT_RAW.servo2_raw,SERVO_OUTPUT_RAW.servo3_raw,SERVO_OUTPUT_RAW.servo4_raw",
	} {
		for range 3 {
			words = append(words, "--plot", pane)
		}
	}
	d := newDisplay(t, 1920, 1080)
	p := start(d, built.program, append([]string{log, "--theme", "dark"}, words...)...)
	p.wait("plotted", func(e event) bool { return e.number("pane") == float64(len(words)/2) })
	d.press("bracketright", "bracketright", "bracketright", "bracketright", "space")
	from := p.wait("play", anything)
	p.waitAfter(p.mark(), "playhead", func(e event) bool { return e.number("ms") > from.number("ms")+20_000 })
	d.screenshot("load")
	slow := 0
	for _, e := range p.events() {
		if e.name() == "slow" && e.number("ms") > from.number("ms") {
			slow++
			t.Logf("%.1f ms on the UI goroutine", e.number("took_ms"))
		}
	}
	head := p.last("playhead")
	if achieved := head.number("achieved"); achieved < 0.99*loadSpeed {
		t.Errorf("achieved %.3f of the %v times that were asked for", achieved, loadSpeed)
	}
	if said := p.quit(); strings.Contains(said, "panic") {
		t.Error(said)
	}
	sum := p.last("quit")
	seconds := (sum.number("ms") - from.number("ms")) / 1000
	t.Logf("%v drawings of a plot, half of them in %.1f ms, the longest %.1f ms",
		sum["draws"], sum.number("draw_median_ms"), sum.number("draw_longest_ms"))
	t.Logf("%v calls on the UI goroutine, the longest %.1f ms, %d over 16 ms while playing; %.0f pictures a second",
		sum["ui_calls"], sum.number("ui_longest_ms"), slow, (sum.number("ui_frames")-from.number("ui_frames"))/seconds)
}
