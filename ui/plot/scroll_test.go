package plot_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"postflight/ui/plot"
)

// many is a stack of more panes than its window has room for.
func many(t *testing.T, n int) (*bench, []*plot.Pane) {
	t.Helper()
	var panes []*plot.Pane
	for i := range n {
		p := plot.NewPane(fmt.Sprint("pane ", i))
		p.SetCurves([]plot.Curve{curve(t, fmt.Sprint("signal ", i), "deg", 101)})
		panes = append(panes, p)
	}
	return newBench(t, panes...), panes
}

func TestPanesWithoutRoomScrollAndTheTimeAxisStays(t *testing.T) {
	b, panes := many(t, 16)
	if got := b.MinSize().Height; got > 150 {
		t.Errorf("sixteen panes ask for a window %v high", got)
	}
	for i, p := range panes {
		if _, size := p.Plot(); size.Height < 40 {
			t.Errorf("plot %d is %v high", i, size.Height)
		}
	}
	last := panes[15]
	if top := b.PaneAt(last).Y; top < b.Size().Height {
		t.Fatalf("the last pane lies at %v", top)
	}
	if last.Visible() || !panes[0].Visible() {
		t.Error("a pane out of sight is drawn, or one in sight is not")
	}
	axis := fmt.Sprint(b.AxisTexts())
	b.ScrollPanes(100)
	top, bottom := b.PaneAt(last).Y, b.PaneAt(last).Y+last.Size().Height
	if top < 0 || bottom > b.Size().Height-10 || !last.Visible() || panes[0].Visible() {
		t.Errorf("at the end the last pane lies from %v to %v", top, bottom)
	}
	if got := fmt.Sprint(b.AxisTexts()); got != axis || got == "[]" {
		t.Errorf("the time axis changed from %q to %q", axis, got)
	}
	if pane, ok := b.DropAt(fyne.NewPos(300, top+last.Size().Height/2)); pane != 15 || !ok {
		t.Errorf("a drop into the last pane goes to %d", pane)
	}
}

func TestTheWheelBesideAPlotScrolls(t *testing.T) {
	b, panes := many(t, 16)
	from, to := b.View()
	wheel := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)}
	wheel.Position = fyne.NewPos(3, 40)
	panes[0].Scrolled(wheel)
	if top := b.PaneAt(panes[0]).Y; top != -50 {
		t.Errorf("the first pane lies at %v", top)
	}
	if a, e := b.View(); a != from || e != to {
		t.Error("time was zoomed")
	}
	wheel.Position = at(panes[0], 0.5, 0.5)
	panes[0].Scrolled(wheel)
	if a, e := b.View(); b.PaneAt(panes[0]).Y != -50 || a == from && e == to {
		t.Error("over a plot the wheel did not zoom, or scrolled")
	}
}

func TestANewPaneIsBroughtIntoSight(t *testing.T) {
	b, _ := many(t, 16)
	b.AddCurve(plot.NewPaneIndex, curve(t, "new", "m", 50))
	panes := b.Panes()
	last := panes[len(panes)-1]
	if bottom := b.PaneAt(last).Y + last.Size().Height; bottom > b.Size().Height || !last.Visible() {
		t.Errorf("the new pane ends at %v of %v", bottom, b.Size().Height)
	}
}

func TestPanesThatHaveRoomFillIt(t *testing.T) {
	b, panes := many(t, 3)
	b.ScrollPanes(1)
	if b.PaneAt(panes[0]).Y != 0 {
		t.Error("what has room scrolls")
	}
	if end := b.PaneAt(panes[2]).Y + panes[2].Size().Height; end < b.Size().Height-40 || panes[0].Size().Width != b.Size().Width {
		t.Errorf("the panes end at %v of %v", end, b.Size())
	}
}
