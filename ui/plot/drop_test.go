package plot_test

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/plot"
)

func TestADropGoesIntoThePaneUnderItOrBetweenPanes(t *testing.T) {
	b, roll, alt := twoPanes(t)
	for _, c := range []struct {
		name string
		at   fyne.Position
		want int
		ok   bool
	}{
		{"in the upper pane", roll.Position().AddXY(200, 60), 0, true},
		{"in the lower pane", alt.Position().AddXY(200, 60), 1, true},
		{"at the upper end", fyne.NewPos(200, 2), plot.NewPaneBefore(0), true},
		{"below the upper pane", alt.Position().AddXY(200, -3), plot.NewPaneBefore(1), true},
		{"above the lower pane", alt.Position().AddXY(200, 3), plot.NewPaneBefore(1), true},
		{"at the lower end", fyne.NewPos(200, b.Size().Height-8), plot.NewPaneBefore(2), true},
		{"left of the plots", fyne.NewPos(-5, 60), plot.NewPaneIndex, false},
		{"below the plots", fyne.NewPos(50, b.Size().Height+1), plot.NewPaneIndex, false},
	} {
		pane, ok := b.ShowDrop("gyro", c.at)
		if pane != c.want || ok != c.ok {
			t.Errorf("%s: %v, %v; want %v, %v", c.name, pane, ok, c.want, c.ok)
		}
		if b.DropShown() != (ok && pane >= 0) || b.InsertionShown() != (ok && pane < 0) {
			t.Errorf("%s: pane marked %v, border marked %v", c.name, b.DropShown(), b.InsertionShown())
		}
		hover(roll, 0.5, 0.5)
		if len(b.Readout()) > 0 {
			t.Errorf("%s: the readout lies below the name", c.name)
		}
		if got := b.Ghost(); got != "gyro" {
			t.Errorf("%s: %q is under the pointer", c.name, got)
		}
	}
	b.HideDrop()
	if b.DropShown() || b.InsertionShown() || b.Ghost() != "" {
		t.Error("the drag is over and still shown")
	}
}

func TestANewPaneStandsWhereItWasDropped(t *testing.T) {
	b, _, _ := twoPanes(t)
	b.AddCurve(plot.NewPaneBefore(1), curve(t, "middle", "m", 11))
	b.AddCurve(plot.NewPaneBefore(0), curve(t, "top", "m", 11))
	b.AddCurve(plot.NewPaneBefore(99), curve(t, "bottom", "m", 11))
	var titles []string
	for _, p := range b.Panes() {
		titles = append(titles, p.Title())
	}
	if want := []string{"top", "roll", "middle", "altitude", "bottom"}; !slices.Equal(titles, want) {
		t.Errorf("panes %q, want %q", titles, want)
	}
}

func TestAPaneThatIsDraggedShowsItsNameAndItsPlace(t *testing.T) {
	b, _, alt := twoPanes(t)
	press(alt, fyne.NewPos(300, 6), desktop.MouseButtonPrimary)
	alt.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(300, -200)}})
	hover(alt, 0.5, 0.5)
	if len(b.Readout()) > 0 {
		t.Errorf("it also says %q", b.Readout())
	}
	if b.Ghost() != "altitude" || !b.InsertionShown() {
		t.Errorf("%q under the pointer, place shown: %v", b.Ghost(), b.InsertionShown())
	}
	alt.DragEnd()
	if b.Ghost() != "" || b.InsertionShown() || b.Panes()[0] != alt {
		t.Errorf("after the drag: %q, %v, panes %q", b.Ghost(), b.InsertionShown(), names(b.Stack))
	}
}

func TestSeveralCurvesAreOneChange(t *testing.T) {
	b, _, _ := twoPanes(t)
	start := names(b.Stack)
	b.AddCurves(plot.NewPaneIndex, []plot.Curve{curve(t, "received", "/s", 11), curve(t, "lost", "/s", 11), curve(t, "late", "/s", 11)})
	if n := len(b.Panes()[2].Curves()); n != 3 {
		t.Fatalf("%d curves in the new pane", n)
	}
	b.Undo()
	if got := names(b.Stack); !slices.Equal(got, start) || b.CanUndo() {
		t.Errorf("undone to %q, want %q at once", got, start)
	}
	b.Redo()
	if n := len(b.Panes()[2].Curves()); n != 3 {
		t.Errorf("%d curves after redo", n)
	}
	b.Undo()
	b.Together(func() {
		b.RemoveCurve(0, "truth")
		b.RemovePane(1)
	})
	b.Undo()
	if got := names(b.Stack); !slices.Equal(got, start) {
		t.Errorf("undone to %q, want %q at once", got, start)
	}
	b.Together(func() {})
	if b.CanUndo() {
		t.Error("nothing can be undone")
	}
}

func TestShiftAndAClickSetAMarker(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetModifiers(func() fyne.KeyModifier { return fyne.KeyModifierShift })
	for _, x := range []float32{0.2, 0.6} {
		press(roll, at(roll, x, 0.5), desktop.MouseButtonPrimary)
		roll.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	}
	a, okA := b.MarkerAt(plot.MarkerA)
	z, okB := b.MarkerAt(plot.MarkerB)
	if !okA || !okB || !near(a, 20*time.Second, 100*time.Millisecond) || !near(z, 60*time.Second, 100*time.Millisecond) {
		t.Errorf("markers at %v, %v and %v, %v; want 20 s and 60 s", a, okA, z, okB)
	}
	if len(b.seeks) != 0 {
		t.Errorf("the playhead moved to %v", b.seeks)
	}
}

func TestADoubleClickLeavesThePlayheadWhereItWas(t *testing.T) {
	b, roll, _ := twoPanes(t)
	now := time.Unix(0, 0)
	b.SetClock(func() time.Time { return now })
	b.SetPlayhead(10 * time.Second)
	b.SetView(0, 50*time.Second)
	for range 2 {
		press(roll, at(roll, 0.9, 0.5), desktop.MouseButtonPrimary)
		roll.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
		now = now.Add(150 * time.Millisecond)
	}
	roll.DoubleTapped(&fyne.PointEvent{Position: at(roll, 0.9, 0.5)})
	if _, to := b.View(); b.Playhead() != 10*time.Second || b.seeks[len(b.seeks)-1] != 10*time.Second || to != 100*time.Second {
		t.Errorf("playhead at %v, view to %v; want 10 s and all", b.Playhead(), to)
	}
	now = now.Add(time.Hour)
	press(roll, at(roll, 0.5, 0.5), desktop.MouseButtonPrimary)
	if !near(b.Playhead(), 50*time.Second, 100*time.Millisecond) {
		t.Errorf("a later click left the playhead at %v", b.Playhead())
	}
}
