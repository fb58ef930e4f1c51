package plot_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/ui/plot"
)

// names are the titles of the panes with their curves.
func names(s *plot.Stack) []string {
	var out []string
	for _, p := range s.Panes() {
		name := p.Title() + ":"
		for _, c := range p.Curves() {
			name += " " + c.Name
		}
		out = append(out, name)
	}
	return out
}

func drag(p *plot.Pane, from fyne.Position, to ...fyne.Position) {
	press(p, from, desktop.MouseButtonPrimary)
	start := p.Position().Add(from)
	for _, pos := range to {
		p.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: pos, AbsolutePosition: start.Add(pos.Subtract(from))}})
	}
	p.DragEnd()
}

func release(p *plot.Pane, pos fyne.Position) {
	p.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: pos}, Button: desktop.MouseButtonPrimary})
}

func TestCurvesAreAddedToAPaneOrToANewOneAndRemoved(t *testing.T) {
	b, _, _ := twoPanes(t)
	told := 0
	b.OnPanes = func() { told++ }
	gyro := curve(t, "gyro", "rad/s", 11)
	for i, step := range []struct {
		do   func()
		want []string
	}{
		{func() { b.AddCurve(1, gyro) }, []string{"roll: estimate truth", "altitude: height gyro"}},
		{func() { b.AddCurve(1, gyro) }, []string{"roll: estimate truth", "altitude: height gyro"}},
		{func() { b.AddCurve(plot.NewPaneIndex, gyro) }, []string{"roll: estimate truth", "altitude: height gyro", "gyro: gyro"}},
		{func() { b.RemoveCurve(1, "height") }, []string{"roll: estimate truth", "altitude: gyro", "gyro: gyro"}},
		{func() { b.RemoveCurve(2, "gyro") }, []string{"roll: estimate truth", "altitude: gyro"}},
		{func() { b.RemoveCurve(0, "nothing") }, []string{"roll: estimate truth", "altitude: gyro"}},
		{func() { b.RemovePane(0) }, []string{"altitude: gyro"}},
		{func() { b.RemovePane(7); b.MovePane(0, 3); b.AddCurve(0, plot.Curve{Name: "none"}) }, []string{"altitude: gyro"}},
	} {
		step.do()
		if got := names(b.Stack); !slices.Equal(got, step.want) {
			t.Fatalf("step %d: %q, want %q", i, got, step.want)
		}
	}
	if told != 5 {
		t.Errorf("told %d times of changed panes, want 5", told)
	}
}

func TestAddingACurveLeavesTheViewAlone(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetView(10*time.Second, 20*time.Second)
	roll.SetValueRange(-5, 5)
	b.AddCurve(0, curve(t, "third", "deg", 2001))
	from, to := b.View()
	lo, hi := roll.ValueRange()
	if from != 10*time.Second || to != 20*time.Second || lo != -5 || hi != 5 {
		t.Errorf("view %v to %v, values %v to %v", from, to, lo, hi)
	}
}

func TestASecondUnitHasAnAxisOnTheRight(t *testing.T) {
	p := plot.NewPane("mixed")
	big := curve(t, "height", "m", 101)
	p.SetCurves([]plot.Curve{curve(t, "roll", "deg", 101), big, curve(t, "pitch", "deg", 101), curve(t, "current", "A", 101)})
	b := newBench(t, p)
	for i, want := range []bool{false, true, false, false} {
		if p.OnRight(i) != want {
			t.Errorf("curve %d on the right: %v, want %v", i, p.OnRight(i), want)
		}
	}
	lo, hi, ok := p.RightRange()
	if !ok || lo > -29 || hi < 29 {
		t.Errorf("right axis %v to %v, %v", lo, hi, ok)
	}
	for _, want := range []string{"deg, A", "m", "height »"} {
		if !slices.Contains(p.Shown(), want) {
			t.Errorf("no %q in %q", want, p.Shown())
		}
	}
	pos, size := p.Plot()
	if room := b.Size().Width - pos.X - size.Width; room < 20 {
		t.Errorf("%v right of the plot leaves no room for labels", room)
	}
	p.SetCurves([]plot.Curve{curve(t, "roll", "deg", 101)})
	if _, _, ok := p.RightRange(); ok {
		t.Error("the right axis stays without a curve")
	}
}

func TestBothAxesZoomTogether(t *testing.T) {
	p := plot.NewPane("mixed")
	p.SetCurves([]plot.Curve{curve(t, "roll", "deg", 101), curve(t, "height", "m", 101)})
	b := newBench(t, p)
	lo, hi, _ := p.RightRange()
	b.SetModifiers(func() fyne.KeyModifier { return fyne.KeyModifierShift })
	scroll(p, at(p, 0.5, 0.5), 0, 25)
	a, c, _ := p.RightRange()
	if math.Abs((c-a)/(hi-lo)-0.8) > 1e-6 {
		t.Errorf("right axis %v to %v after %v to %v", a, c, lo, hi)
	}
}

func TestTheBorderBetweenPanesIsDragged(t *testing.T) {
	b, roll, alt := twoPanes(t)
	upper, lower := roll.Size().Height, alt.Size().Height
	border := fyne.NewPos(300, roll.Size().Height-1)
	drag(roll, border, border.AddXY(0, 20), border.AddXY(0, 50))
	if got := roll.Size().Height - upper; math.Abs(float64(got-50)) > 2 {
		t.Errorf("the upper pane grew by %v, want 50", got)
	}
	if total := roll.Size().Height + alt.Size().Height; math.Abs(float64(total-upper-lower)) > 1 {
		t.Errorf("both are %v high, want %v", total, upper+lower)
	}
	drag(alt, fyne.NewPos(300, 1), fyne.NewPos(300, -2000))
	if got := roll.Size().Height; got < roll.MinSize().Height-1 {
		t.Errorf("the upper pane was pressed to %v", got)
	}
	b.Undo()
	b.Undo()
	if roll.Size().Height != upper {
		t.Errorf("after undo %v high, want %v", roll.Size().Height, upper)
	}
	if len(b.seeks) != 0 {
		t.Error("dragging a border seeks")
	}
}

func TestATitleIsDraggedToAnotherPlace(t *testing.T) {
	b, roll, alt := twoPanes(t)
	drag(roll, fyne.NewPos(100, 10), fyne.NewPos(100, alt.Position().Y+50))
	if got := b.Panes(); got[0] != alt || got[1] != roll {
		t.Errorf("order %q", names(b.Stack))
	}
	b.Undo()
	if got := b.Panes(); got[0] != roll {
		t.Errorf("order after undo %q", names(b.Stack))
	}
}

func TestAClickOnTheCrossRemovesThePane(t *testing.T) {
	b, roll, alt := twoPanes(t)
	press(roll, roll.CloseAt(), desktop.MouseButtonPrimary)
	release(roll, at(roll, 0.5, 0.5))
	if len(b.Panes()) != 2 {
		t.Fatal("let go elsewhere and removed")
	}
	press(roll, roll.CloseAt(), desktop.MouseButtonPrimary)
	release(roll, roll.CloseAt())
	if got := b.Panes(); len(got) != 1 || got[0] != alt {
		t.Errorf("left %q", names(b.Stack))
	}
}

func TestTheMenuOfATitleKnowsWhatIsPossible(t *testing.T) {
	b, roll, _ := twoPanes(t)
	for _, item := range roll.Menu().Items {
		switch item.Label {
		case "Move Up", "Undo", "Redo":
			if !item.Disabled {
				t.Errorf("%s is offered", item.Label)
			}
		case "Remove truth":
			defer func() {
				item.Action()
				if got := names(b.Stack)[0]; got != "roll: estimate" {
					t.Errorf("left %q", got)
				}
			}()
		}
	}
}

func TestUndoAndRedoGoThroughPanesAndViews(t *testing.T) {
	b, roll, _ := twoPanes(t)
	now := time.Unix(0, 0)
	b.SetClock(func() time.Time { return now })
	start := names(b.Stack)
	scroll(roll, at(roll, 0.5, 0.5), 0, 25)
	scroll(roll, at(roll, 0.5, 0.5), 0, 25) // part of the same zoom
	zoomed, _ := b.View()
	now = now.Add(time.Minute)
	b.AddCurve(0, curve(t, "third", "deg", 11))
	b.RemovePane(1)
	end := names(b.Stack)
	for range 3 {
		if !b.CanUndo() {
			t.Fatal("nothing to undo")
		}
		b.Undo()
	}
	from, to := b.View()
	if got := names(b.Stack); !slices.Equal(got, start) || from != 0 || to != 100*time.Second || b.CanUndo() {
		t.Errorf("after undo %q from %v to %v, more: %v", got, from, to, b.CanUndo())
	}
	for b.CanRedo() {
		b.Redo()
	}
	if from, _ := b.View(); !slices.Equal(names(b.Stack), end) || from != zoomed {
		t.Errorf("after redo %q from %v", names(b.Stack), from)
	}
	b.Undo()
	b.MovePane(0, 1)
	if b.CanRedo() {
		t.Error("redo after something new")
	}
	b.SetPanes(plot.NewPane("other flight"))
	if b.CanUndo() {
		t.Error("undo goes back to another flight")
	}
}
