package e2e_test

import (
	"encoding/json"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Every panel fits into the heads of a wide window.
const wideWidth, wideHeight = 1920, 1080

func TestEveryPanelIsShown(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	p := open(d, built.program, "--theme", "light")
	for _, tab := range []string{"Findings", "Epochs", "Link", "Clocks", "Messages", "Parameters", "Values", "Bytes"} {
		p.show(tab)
		d.settle()
		d.screenshot("panel-" + tab)
		all := p.place("tabs")
		for name, r := range p.last("layout").places() {
			switch panel, isRows := strings.CutPrefix(name, "rows:"); {
			case !isRows:
			case panel != tab:
				t.Errorf("%s is shown as well as %s", panel, tab)
			case r.height < all.height/3 || !all.holds(r):
				t.Errorf("%s lists at %v, within all panels at %v", tab, r, all)
			}
		}
	}
}

func TestAFindingLeadsToItsBytesAndAByteToItsField(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	p := open(d, built.program)
	p.show("Findings")
	mark := p.mark()
	d.click(p.place("rows:Findings").at(0.5, 0.1))
	told := offsetsAt(t, p.waitAfter(mark, "finding-selected", anything).number("t_s"))
	p.show("Bytes")
	d.press("ctrl+Tab", "ctrl+shift+Tab") // gives it the keyboard
	d.settle()
	mark = p.mark()
	d.press("Right") // from the first byte that is marked to the next
	next := p.waitAfter(mark, "byte-selected", anything)
	if first := next.number("offset") - 1; !slices.Contains(told, first) {
		t.Errorf("byte %v is marked, and findings of that time lie at %v", first, told)
	}
	d.screenshot("finding-bytes")

	rows := p.place("rows:Bytes")
	offsets := map[float64]float64{} // by where was clicked
	for _, y := range []float64{0.3, 0.5} {
		mark = p.mark()
		d.click(rows.at(0.3, y))
		chosen := p.waitAfter(mark, "byte-selected", anything)
		offsets[y] = chosen.number("offset")
		if is, _ := chosen["is"].(string); is == "" {
			t.Errorf("a byte was clicked, and the trace says %v", chosen)
		}
	}
	if shown := 5 * (offsets[0.5] - offsets[0.3]); shown <= 0 || next.number("offset") < offsets[0.3]-shown || next.number("offset") > offsets[0.5]+shown {
		t.Errorf("the bytes in view are those around %v, the finding's lie at %v", offsets, next.number("offset"))
	}
}

// offsetsAt are those of the findings of the demo flight at a log time, in seconds.
func offsetsAt(t *testing.T, at float64) (offsets []float64) {
	t.Helper()
	out, err := exec.Command(built.program, "check", "--json", built.recording).Output()
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Findings []struct {
			Time   float64 `json:"time_s"`
			Offset float64 `json:"offset"`
		} `json:"findings"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if math.Abs(f.Time-at) < 1e-6 {
			offsets = append(offsets, f.Offset)
		}
	}
	if len(offsets) == 0 {
		t.Fatalf("no finding is at %v s", at)
	}
	return offsets
}

func TestATickPlotsASignal(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	p := open(d, built.program)
	row := p.place("signals-row")
	at := func(n, x float64) point { return point{row.x + x, row.y + row.height*(n+0.5)} }
	mark := p.mark()
	d.click(at(2, 28)) // opens the second message
	d.settle()
	d.click(at(3, 42)) // ticks its first field
	plotted := p.waitAfter(mark, "plotted", anything)
	if name, _ := plotted["signal"].(string); !strings.Contains(name, ".") {
		t.Errorf("plotted %v", plotted)
	}
	d.settle()
	d.screenshot("signal")
	panes := p.last("opened").number("panes")
	mark = p.mark()
	d.press("ctrl+shift+o")
	if again := p.waitAfter(mark, "opened", anything); again.number("panes") != panes+1 {
		t.Errorf("opened again with %v plots, expected those %v and the signal's", again["panes"], panes)
	}
	d.settle()
	d.screenshot("signal-kept")
}

func TestADoubleClickPlotsAClockAndALink(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	p := open(d, built.program)
	for _, c := range [][2]string{{"Clocks", "clock"}, {"Link", "link"}} {
		tab, key := c[0], c[1]
		p.show(tab)
		mark := p.mark()
		d.doubleClick(p.place("rows:"+tab).at(0.4, 0.02))
		if plotted := p.waitAfter(mark, "plotted", anything); plotted[key] == nil {
			t.Errorf("plotted %v", plotted)
		}
		d.settle()
		d.screenshot("plot-" + key)
	}
}
