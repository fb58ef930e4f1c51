package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Both programs start in turn, so that a busy machine slows both.
func TestAStartIsMeasuredAgainstAnEmptyWindow(t *testing.T) {
	if os.Getenv("POSTFLIGHT_LOAD") == "" {
		t.Skip("POSTFLIGHT_LOAD is not set")
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := command("go", "build", "-tags", "migrated_fynedo", "-o", empty, "./testdata/empty"); err != nil {
		t.Fatal(err)
	}
	d := newDisplay(t, 1280, 800)
	const rounds = 9
	var ratios []float64
	for range rounds {
		base := untilShown(d, empty, "Empty")
		ours := untilShown(d, built.program, "Postflight")
		ratios = append(ratios, ours.Seconds()/base.Seconds())
	}
	slices.Sort(ratios)
	t.Logf("from start to window: %.2f times an empty one (median of %d, %.2f to %.2f)",
		ratios[rounds/2], rounds, ratios[0], ratios[rounds-1])
}

// untilShown is how long a program takes until its window is on the display.
func untilShown(d *display, program, title string) time.Duration {
	d.t.Helper()
	home := d.t.TempDir()
	c := exec.Command(program)
	c.Env = append(d.environment(), "HOME="+home, "XDG_CONFIG_HOME="+home)
	began := time.Now()
	if err := c.Start(); err != nil {
		d.t.Fatal(err)
	}
	look := exec.Command("xdotool", "search", "--sync", "--onlyvisible", "--name", title)
	look.Env = d.environment()
	_, err := look.Output()
	took := time.Since(began)
	c.Process.Kill()
	c.Wait()
	if err != nil {
		d.t.Fatalf("%s showed no window: %v", program, err)
	}
	return took
}
