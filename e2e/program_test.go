// Package e2e_test drives the real program as a person would: keys and mouse on
// an X server of the test's own. What came of it is read from the trace.
package e2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// built is what all tests share: the binaries and the files of a demo flight.
var built struct {
	program string // as it is shipped
	checked string // with the race detector and the toolkit's own thread checks; may be empty
	screens string // folder for screenshots

	recording, truth string // of the demo flight
}

func TestMain(m *testing.M) {
	code, err := prepare(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func prepare(m *testing.M) (code int, err error) {
	for _, tool := range []string{"Xvfb", "openbox", "xdotool", "import"} {
		if _, err := exec.LookPath(tool); err == nil {
			continue
		}
		if os.Getenv("CI") == "true" {
			return 1, fmt.Errorf("%s is missing: make headless installs it", tool)
		}
		fmt.Printf("skipped: %s is missing (make headless installs it)\n", tool)
		return 0, nil
	}
	scratch, err := os.MkdirTemp("", "postflight-e2e")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(scratch)

	built.program, built.checked = os.Getenv("POSTFLIGHT_BIN"), os.Getenv("POSTFLIGHT_CHECKED_BIN")
	if built.program == "" {
		built.program = filepath.Join(scratch, "postflight")
		if err := command("go", "build", "-tags", "migrated_fynedo", "-o", built.program, ".."); err != nil {
			return 1, err
		}
	}
	built.screens = os.Getenv("POSTFLIGHT_SCREENS")
	if built.screens == "" {
		built.screens = filepath.Join("..", "build", "screens")
	}
	demo := filepath.Join(scratch, "demo")
	if err := command(built.program, "demo", demo); err != nil {
		return 1, err
	}
	if built.recording, err = first(demo, "rec_*.bin"); err != nil {
		return 1, err
	}
	if built.truth, err = first(demo, "gt-*.bin"); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

func command(words ...string) error {
	out, err := exec.Command(words[0], words[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%v: %w: %s", words, err, out)
	}
	return nil
}

func first(folder, pattern string) (string, error) {
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) == 0 {
		return "", fmt.Errorf("the demo wrote no %s (%v)", pattern, err)
	}
	slices.Sort(found)
	return found[0], nil
}

// program is a running window.
type program struct {
	t     *testing.T
	on    *display
	trace string

	stderr *bytes.Buffer // to be read once ended
	ended  <-chan error
}

// start starts the program with settings of its own.
func start(d *display, binary string, words ...string) *program {
	t := d.t
	t.Helper()
	home := t.TempDir()
	p := &program{t: t, on: d, trace: filepath.Join(home, "trace"), stderr: &bytes.Buffer{}}
	c := exec.Command(binary, append([]string{"--trace", p.trace}, words...)...)
	c.Env = append(d.environment(), "HOME="+home, "XDG_CONFIG_HOME="+home, "GORACE=halt_on_error=0 exitcode=0")
	c.Stderr = p.stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	p.ended = ended
	go func() { ended <- c.Wait(); close(ended) }()
	t.Cleanup(func() {
		c.Process.Kill()
		<-ended
		if t.Failed() {
			events := p.events()
			t.Logf("the program said: %s", p.stderr)
			t.Logf("the trace ends with: %v", events[max(0, len(events)-10):])
			t.Logf("its last layout: %v", p.last("layout"))
		}
	})
	return p
}

// open starts the program on the demo flight's files and waits until the flight
// is shown.
func open(d *display, binary string, words ...string) *program {
	d.t.Helper()
	p := start(d, binary, append([]string{built.recording, built.truth}, words...)...)
	p.wait("opened", anything)
	p.wait("layout", func(e event) bool { return e.places()["plots"].y > 0 }) // below the menu: laid out
	d.settle()
	return p
}

// event is a line of the trace.
type event map[string]any

func (e event) name() string {
	name, _ := e["event"].(string)
	return name
}

// number is a value of the event, 0 where it has none of this name.
func (e event) number(name string) float64 {
	v, _ := e[name].(float64)
	return v
}

// rectangle is where something lies in the window.
type rectangle struct{ x, y, width, height float64 }

// at is the point that lies so many parts of the width and height in.
func (r rectangle) at(across, down float64) point {
	return point{r.x + across*r.width, r.y + down*r.height}
}

// holds says whether all of another one lies within it, to a pixel.
func (r rectangle) holds(o rectangle) bool {
	return o.x >= r.x-1 && o.y >= r.y-1 && o.x+o.width <= r.x+r.width+1 && o.y+o.height <= r.y+r.height+1
}

func (r rectangle) middle() point { return r.at(0.5, 0.5) }

// places are the rectangles of a layout event, in pixels.
func (e event) places() map[string]rectangle {
	out := map[string]rectangle{}
	scale := max(1, e.number("scale"))
	places, _ := e["places"].(map[string]any)
	for name, place := range places {
		if sides, ok := place.([]any); ok && len(sides) == 4 {
			var v [4]float64
			for i, side := range sides {
				number, _ := side.(float64)
				v[i] = number * scale
			}
			out[name] = rectangle{v[0], v[1], v[2], v[3]}
		}
	}
	return out
}

func anything(event) bool { return true }

// events reads the whole lines of the trace.
func (p *program) events() []event {
	p.t.Helper()
	text, err := os.ReadFile(p.trace)
	if err != nil && !os.IsNotExist(err) {
		p.t.Fatal(err)
	}
	var out []event
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			p.t.Fatalf("trace: %v in %q", err, line)
		}
		out = append(out, e)
	}
	return out
}

// mark is now in the trace: to wait for what comes after it.
func (p *program) mark() int { return len(p.events()) }

// wait waits for an event of this name, any time since the start.
func (p *program) wait(name string, fits func(event) bool) event {
	p.t.Helper()
	return p.waitAfter(0, name, fits)
}

// waitAfter waits for an event of this name after the mark.
func (p *program) waitAfter(mark int, name string, fits func(event) bool) event {
	p.t.Helper()
	var found event
	eventually(p.t, "the event "+name, func() bool {
		select {
		case err := <-p.ended:
			p.t.Fatalf("the program ended: %v", err)
		default:
		}
		for _, e := range p.events()[mark:] {
			if e.name() == name && fits(e) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// last is the latest event of this name; nil where there is none.
func (p *program) last(name string) event {
	events := p.events()
	for _, e := range slices.Backward(events) {
		if e.name() == name {
			return e
		}
	}
	return nil
}

// place is where something lies now.
func (p *program) place(name string) rectangle {
	p.t.Helper()
	r, ok := p.last("layout").places()[name]
	if !ok {
		p.t.Fatalf("the layout has no %s: %v", name, p.last("layout"))
	}
	return r
}

// show brings a side panel to the front by a click on its tab.
func (p *program) show(panel string) {
	p.t.Helper()
	if head, ok := p.last("layout").places()["tab:"+panel]; ok {
		p.on.click(head.middle())
		eventually(p.t, "panel "+panel, func() bool {
			_, shown := p.last("layout").places()["rows:"+panel]
			return shown
		})
		return
	}
	tabs := p.place("tabs")
	scale := p.last("layout").number("scale")
	header, step := 18*scale, 30*scale
	for x := tabs.x + step; x < tabs.x+tabs.width; x += step {
		if _, ok := p.last("layout").places()["rows:"+panel]; ok {
			return
		}
		p.on.click(point{x, tabs.y + header})
		p.on.settle()
	}
	p.t.Fatalf("no tab shows %s", panel)
}

// duration is the length of the opened flight, in seconds.
func (p *program) duration() float64 { return p.last("opened").number("duration_s") }

// quit closes the window by its key and returns what the program wrote to
// standard error.
func (p *program) quit() string {
	p.t.Helper()
	p.on.press("ctrl+q")
	eventually(p.t, "the program to end", func() bool {
		select {
		case err := <-p.ended:
			if err != nil {
				p.t.Errorf("the program ended with %v", err)
			}
			return true
		default:
			return false
		}
	})
	return p.stderr.String()
}
