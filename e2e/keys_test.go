package e2e_test

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// typed is a key of docs/keys.md, its name in X, and what the trace must tell of
// it besides that it was heard; nil where there is nothing.
type typed struct {
	keys, x string
	told    string
	fits    func(event) bool
}

// allKeys are typed in this order: each finds what those before it left.
func allKeys(p *program) []typed {
	start, end := p.last("opened").number("at_s"), p.duration()
	at := func(want float64) func(event) bool {
		return func(e event) bool { return math.Abs(e.number("t_s")-min(start+want, end)) < 0.02 }
	}
	seen := func(e event) float64 { return e.number("to_s") - e.number("from_s") }
	later := func(e event) bool { return e.number("t_s") > 10 }
	var view [2]float64 // before the undo
	return []typed{
		{"Right", "Right", "playhead", at(5)},
		{"Right", "Right", "playhead", at(10)},
		{"Left", "Left", "playhead", at(5)},
		{"Shift+Right", "shift+Right", "playhead", at(6)},
		{"Shift+Left", "shift+Left", "playhead", at(5)},
		{"Alt+Right", "alt+Right", "playhead", func(e event) bool { return e.number("t_s") > 5 }},
		{"Alt+Left", "alt+Left", "playhead", func(e event) bool { return e.number("t_s") <= start+5.02 }},
		{"Ctrl+3", "ctrl+3", "", nil},
		{"End", "End", "playhead", at(end)},
		{"3", "3", "playhead", func(e event) bool { return math.Abs(e.number("t_s")-start-5) < 0.1 }},
		{"I", "i", "crop", func(e event) bool { return e.number("from_s") > 4 }},
		{"Right", "Right", "playhead", anything},
		{"O", "o", "crop", func(e event) bool { return e.number("to_s") < 11 }},
		{"Home", "Home", "playhead", func(e event) bool { return e.number("t_s") < 6 }},
		{"C", "c", "crop", func(e event) bool { return e.number("from_s") == 0 }},
		{"L", "l", "loop", func(e event) bool { return e["loop"] == true }},
		{"]", "bracketright", "speed", func(e event) bool { return e.number("speed") > 1 }},
		{"[", "bracketleft", "speed", func(e event) bool { return e.number("speed") == 1 }},
		{"R", "r", "speed", func(e event) bool { return e.number("speed") == -1 }},
		{"R", "r", "speed", func(e event) bool { return e.number("speed") == 1 }},
		{"M", "m", "", nil},
		{"Ctrl+M", "ctrl+m", "", nil},
		{"F", "f", "", nil},
		{"F", "f", "", nil},
		{"+", "plus", "view", func(e event) bool { return seen(e) < 0.9*end }},
		{"Ctrl+Right", "ctrl+Right", "view", func(e event) bool { view = [2]float64{e.number("from_s"), e.number("to_s")}; return true }},
		{"Ctrl+Z", "ctrl+z", "view", func(e event) bool { return e.number("from_s") < view[0] }},
		{"Ctrl+Y", "ctrl+y", "view", func(e event) bool { return e.number("from_s") == view[0] }},
		{"Ctrl+Z", "ctrl+z", "view", func(e event) bool { return e.number("from_s") < view[0] }},
		{"Ctrl+Shift+Z", "ctrl+shift+z", "view", func(e event) bool { return e.number("from_s") == view[0] }},
		{"Ctrl+Left", "ctrl+Left", "view", func(e event) bool { return e.number("from_s") < view[0] }},
		{"-", "minus", "view", func(e event) bool { return seen(e) > view[1]-view[0] }},
		{"Ctrl+Up", "ctrl+Up", "", nil},
		{"Ctrl+Down", "ctrl+Down", "", nil},
		{"V", "v", "", nil},
		{"+", "plus", "view", anything},
		{"A", "a", "view", func(e event) bool { return math.Abs(seen(e)-end) < 0.1 }},
		{"Page Down", "Next", "", nil},
		{"Page Up", "Prior", "", nil},
		{"T", "t", "times", anything},
		{"B", "b", "", nil},
		{"Ctrl+Tab", "ctrl+Tab", "", nil},
		{"Ctrl+Shift+Tab", "ctrl+shift+Tab", "", nil},
		{"Space", "space", "play", anything}, // though the bytes have the keyboard
		{"Space", "space", "pause", anything},
		{"Esc", "Escape", "", nil},
		{"G", "g", "", nil},
		{"12", "1", "", nil},
		{"12", "2", "", nil},
		{"Return", "Return", "playhead", later},
		{"F11", "F11", "", nil},
		{"F11", "F11", "", nil},
		{"F10", "F10", "", nil},
		{"Esc", "Escape", "", nil},
		{"Ctrl+F", "ctrl+f", "", nil},
		{"Esc", "Escape", "", nil},
		{"Right", "Right", "playhead", anything},
		{"Ctrl+Shift+O", "ctrl+shift+o", "opened", func(e event) bool { return e["truth"] == true }},
	}
}

// unheard are keys of the page that leave no word that they were heard: they are
// the toolkit's, open the desktop's dialogs, or end the program.
var unheard = []string{"Esc", "Ctrl+O", "Ctrl+E", "Ctrl+Q", "Ctrl+Shift+O", "12", "Return"}

func TestEveryKeyOfThePageIsHeardAndDoesWhatItSays(t *testing.T) {
	d, p := opened(t)
	done := map[string]bool{}
	for _, k := range unheard {
		done[k] = true
	}
	for _, k := range allKeys(p) {
		mark := p.mark()
		d.press(k.x)
		if !slices.Contains(unheard, k.keys) {
			p.waitAfter(mark, "key", func(e event) bool { return e["keys"] == k.keys })
		}
		if k.told != "" {
			p.waitAfter(mark, k.told, k.fits)
		}
		if k.told == "" || slices.Contains(unheard, k.keys) {
			d.settle()
		}
		done[k.keys] = true
	}
	for _, keys := range pageOfKeys(t) {
		if !done[keys] {
			t.Errorf("%s of docs/keys.md was not typed", keys)
		}
	}
	p.quit()
}

// pageOfKeys are the keys of the first table of docs/keys.md.
func pageOfKeys(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../docs/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	keys, _, _ := strings.Cut(string(text), "## Mouse")
	var out []string
	for _, row := range regexp.MustCompile(`(?m)^\| (.+?) \|`).FindAllStringSubmatch(keys, -1) {
		for _, k := range strings.Split(row[1], ", ") {
			switch k {
			case "key":
			case "Ctrl+1 to Ctrl+9":
				out = append(out, "Ctrl+3")
			case "1 to 9":
				out = append(out, "3")
			default:
				out = append(out, k)
			}
		}
	}
	if len(out) < 30 {
		t.Fatalf("docs/keys.md has %d keys", len(out))
	}
	return out
}

func TestAContextMenuClosesWithEscapeAndMakesWayForAnother(t *testing.T) {
	d, p := opened(t)
	plots := p.place("plots")
	rightClick := func(at point) {
		d.xdotool(slow(move(at), []string{"mousedown", "3"}, []string{"mouseup", "3"})...)
		d.settle()
	}
	title := point{plots.x + 30, plots.y + 8}
	rightClick(title)
	d.screenshot("menu-title")
	d.press("Escape")
	d.xdotool(slow(move(point{plots.x + 30, plots.y - 30}))...)
	d.settle()
	mark := p.mark()
	d.press("space")
	p.waitAfter(mark, "play", anything)
	d.press("space")
	p.waitAfter(mark, "pause", anything)
	rightClick(title)
	rightClick(plots.at(0.5, 0.12))
	d.screenshot("menu-bytes")
	d.press("Down", "Return")
	eventually(t, "the bytes", func() bool {
		_, shown := p.last("layout").places()["rows:Bytes"]
		return shown
	})
}
