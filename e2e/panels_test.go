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
	tree := p.place("signals")
	row := 22.0
	at := func(n, x float64) point { return point{tree.x + x, tree.y + row*(n+0.5)} }
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
}

func TestADoubleClickPlotsAClockAndALink(t *testing.T) {
	d := newDisplay(t, wideWidth, wideHeight)
	p := open(d, built.program)
	for tab, key := range map[string]string{"Clocks": "clock", "Link": "link"} {
		p.show(tab)
		mark := p.mark()
		row := p.place("rows:"+tab).at(0.4, 0.02)
		d.click(row)
		d.click(row)
		if plotted := p.waitAfter(mark, "plotted", anything); plotted[key] == nil {
			t.Errorf("plotted %v", plotted)
		}
		d.settle()
		d.screenshot("plot-" + key)
	}
}
