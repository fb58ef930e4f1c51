package e2e_test

import (
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
	p.waitAfter(mark, "finding-selected", anything)
	p.show("Bytes")
	d.settle()
	mark = p.mark()
	d.click(p.place("rows:Bytes").at(0.3, 0.5))
	chosen := p.waitAfter(mark, "byte-selected", anything)
	if is, _ := chosen["is"].(string); chosen.number("offset") <= 0 || is == "" {
		t.Errorf("a byte was clicked, and the trace says %v", chosen)
	}
	d.screenshot("finding-bytes")
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
