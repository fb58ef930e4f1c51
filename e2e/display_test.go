package e2e_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// display is an X server of a test's own, with a window manager that gives the
// program all of it.
type display struct {
	t    *testing.T
	name string // such as ":101"
}

// point is a place on the display, in pixels.
type point struct{ x, y float64 }

// newDisplay starts a display of this size; it ends with the test.
func newDisplay(t *testing.T, width, height int) *display {
	t.Helper()
	number, told, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer number.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-nolisten", "tcp",
		"-screen", "0", fmt.Sprintf("%dx%dx24", width, height))
	server.ExtraFiles = []*os.File{told}
	run(t, server)
	told.Close()
	line, err := bufio.NewReader(number).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb told no display: %v", err)
	}
	d := &display{t, ":" + strings.TrimSpace(line)}
	config, err := filepath.Abs(filepath.Join("..", "scripts", "openbox.xml"))
	if err != nil {
		t.Fatal(err)
	}
	manager := exec.Command("openbox", "--sm-disable", "--config-file", config)
	manager.Env = d.environment()
	run(t, manager)
	return d
}

// environment is that of the test, on this display.
func (d *display) environment() []string {
	return append(os.Environ(), "DISPLAY="+d.name, "WAYLAND_DISPLAY=", "LC_ALL=C.UTF-8", "LANGUAGE=en_US")
}

// xdotool does what its words say, with the time that a hand takes between them.
func (d *display) xdotool(words ...string) {
	d.t.Helper()
	c := exec.Command("xdotool", words...)
	c.Env = d.environment()
	if out, err := c.CombinedOutput(); err != nil {
		d.t.Fatalf("xdotool %s: %v: %s", strings.Join(words, " "), err, out)
	}
}

// press presses keys by their X names, one after the other.
func (d *display) press(keys ...string) {
	d.t.Helper()
	d.xdotool(append([]string{"key", "--delay", "60"}, keys...)...)
}

func (d *display) click(p point) {
	d.t.Helper()
	d.xdotool(slow(move(p), []string{"mousedown", "1"}, []string{"mouseup", "1"})...)
}

// doubleClick does it in one go: the toolkit takes clicks far apart for two.
func (d *display) doubleClick(p point) {
	d.t.Helper()
	down, up := []string{"mousedown", "1"}, []string{"mouseup", "1"}
	d.xdotool(slow(move(p), down, up, down, up)...)
}

// drag moves from one place to another with the left button down, in steps, and
// calls meanwhile before it lets go.
func (d *display) drag(from, to point, meanwhile func()) {
	d.t.Helper()
	const steps = 12
	words := [][]string{move(from), {"mousedown", "1"}}
	for i := 1.0; i <= steps; i++ {
		f := i / steps
		words = append(words, move(point{from.x + f*(to.x-from.x), from.y + f*(to.y-from.y)}))
	}
	d.xdotool(slow(words...)...)
	meanwhile()
	d.xdotool("mouseup", "1")
}

func move(p point) []string {
	return []string{"mousemove", strconv.Itoa(int(p.x + 0.5)), strconv.Itoa(int(p.y + 0.5))}
}

// slow puts a pause after each action: the toolkit looks at the mouse 60 times a
// second.
func slow(actions ...[]string) []string {
	var words []string
	for _, a := range actions {
		words = append(append(words, a...), "sleep", "0.04")
	}
	return words
}

// screenshot saves a picture of the display among the screens.
func (d *display) screenshot(name string) {
	d.t.Helper()
	if err := os.MkdirAll(built.screens, 0o777); err != nil {
		d.t.Fatal(err)
	}
	c := exec.Command("import", "-window", "root", filepath.Join(built.screens, name+".png"))
	c.Env = d.environment()
	if out, err := c.CombinedOutput(); err != nil {
		d.t.Fatalf("screenshot %s: %v: %s", name, err, out)
	}
}

// settle waits until the display shows the same twice in a row.
func (d *display) settle() {
	d.t.Helper()
	var before []byte
	eventually(d.t, "a picture that stands still", func() bool {
		c := exec.Command("import", "-window", "root", "rgb:-")
		c.Env = d.environment()
		now, err := c.Output()
		if err != nil {
			d.t.Fatalf("picture of the display: %v", err)
		}
		same := bytes.Equal(now, before)
		before = now
		return same
	})
}

// run starts a command that ends with the test at the latest.
func run(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if c.Stderr == nil {
		c.Stderr = io.Discard
	}
	if err := c.Start(); err != nil {
		t.Fatalf("%s: %v", c.Path, err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
}

// eventually returns once done reports true, and fails the test when it has not
// after a generous time.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	const patience, look = 30 * time.Second, 20 * time.Millisecond
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(look) {
		if done() {
			return
		}
	}
	t.Fatalf("waited %v for %s", patience, what)
}
