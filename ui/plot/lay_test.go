package plot_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"postflight/decode/flight"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// laidBench has a curve of the first log and one of another in its upper pane,
// and the latter alone below.
type laidBench struct {
	*bench
	other      *flight.Log
	upper, low *plot.Pane
	moves      []time.Duration
}

func newLaidBench(t *testing.T) *laidBench {
	t.Helper()
	l := &laidBench{other: &flight.Log{}, upper: plot.NewPane("roll"), low: plot.NewPane("other")}
	laid := curve(t, "onboard", "deg", 1001)
	laid.Laid = l.other
	l.upper.SetCurves([]plot.Curve{curve(t, "estimate", "deg", 5001), laid})
	l.low.SetCurves([]plot.Curve{laid})
	l.bench = newBench(t, l.upper, l.low)
	l.SetExtent(plot.Range{To: 100 * time.Second})
	l.OnMoved = func(log *flight.Log, by time.Duration) {
		if log != l.other {
			t.Error("another log was moved")
		}
		l.moves = append(l.moves, by)
	}
	l.TellMove = func(_ *flight.Log, by time.Duration) []string {
		return []string{"moved by " + by.Round(time.Second).String()}
	}
	l.SetModifiers(func() fyne.KeyModifier { return fyne.KeyModifierAlt })
	return l
}

// dragBy drags in the upper pane by a part of its width and leaves the button down.
func (l *laidBench) dragBy(part float32) {
	from := at(l.upper, 0.4, 0.5)
	press(l.upper, from, desktop.MouseButtonPrimary)
	for _, f := range []float32{0.5, 1} {
		pos := at(l.upper, 0.4+f*part, 0.5)
		l.upper.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: pos, AbsolutePosition: l.upper.Position().Add(pos)}})
	}
}

// peak is where the lower pane shows its curve's first value, at time 0 unmoved.
func (l *laidBench) begins() time.Duration {
	for at := -50 * time.Second; at < 100*time.Second; at += 50 * time.Millisecond {
		if v := l.ValuesAt(at); v[2].OK {
			return at
		}
	}
	return -1
}

func TestADragWithAltMovesTheLogOfTheCurve(t *testing.T) {
	l := newLaidBench(t)
	l.dragBy(0.2)
	if got := l.Readout(); !slices.Contains(got, "moved by 20s") {
		t.Errorf("while dragging it says %q", got)
	}
	if len(l.moves) != 0 {
		t.Error("told before the drag ended")
	}
	if got := l.begins(); !near(got, 20*time.Second, 200*time.Millisecond) {
		t.Errorf("while dragging the other log begins at %v", got)
	}
	l.upper.DragEnd()
	if len(l.moves) != 1 || !near(l.moves[0], 20*time.Second, 200*time.Millisecond) {
		t.Fatalf("told %v", l.moves)
	}
	if v := l.ValuesAt(10 * time.Second); !v[0].OK || v[1].OK {
		t.Error("the log that tells the time was moved too")
	}
	if len(l.seeks) > 0 {
		t.Error("the playhead went along")
	}
	l.Undo()
	if got := l.begins(); got != 0 || l.moves[len(l.moves)-1] != 0 {
		t.Errorf("after undo it begins at %v, told %v", got, l.moves)
	}
	l.Redo()
	if got := l.begins(); !near(got, 20*time.Second, 200*time.Millisecond) {
		t.Errorf("after redo it begins at %v", got)
	}
	l.MoveLogsBack()
	if got := l.begins(); got != 0 || l.Moved(l.other) != 0 {
		t.Errorf("after going back it begins at %v", got)
	}
	l.Undo()
	if l.Moved(l.other) == 0 {
		t.Error("going back cannot be undone")
	}
}

func TestADragOfALogCanBeGivenUp(t *testing.T) {
	l := newLaidBench(t)
	l.MoveLog(l.other, 5*time.Second)
	l.dragBy(0.2)
	if !l.CancelDrag() {
		t.Fatal("there is no drag")
	}
	l.upper.DragEnd()
	if got := l.Moved(l.other); got != 5*time.Second || len(l.moves) != 1 {
		t.Errorf("moved by %v, told %v", got, l.moves)
	}
	l.Undo()
	if l.Moved(l.other) != 0 || l.CanUndo() {
		t.Error("the drag that was given up is still there to be undone")
	}
	if l.CancelDrag() {
		t.Error("gave up a drag twice")
	}
}

func TestALogThatTellsTheTimeStaysWhereItIs(t *testing.T) {
	b, roll, _ := twoPanes(t)
	b.SetModifiers(func() fyne.KeyModifier { return fyne.KeyModifierAlt })
	press(roll, at(roll, 0.4, 0.5), desktop.MouseButtonPrimary)
	if got := strings.Join(b.Readout(), " "); !strings.Contains(got, "tells the time") {
		t.Errorf("says %q", got)
	}
	roll.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: at(roll, 0.8, 0.5)}})
	roll.DragEnd()
	if b.CanUndo() || len(b.seeks) > 0 {
		t.Error("something was done")
	}
}

func TestWhatIsAddedLaterLiesWhereItsLogWasMoved(t *testing.T) {
	l := newLaidBench(t)
	l.MoveLog(l.other, 30*time.Second)
	c := curve(t, "late", "deg", 101)
	c.Laid = l.other
	l.AddCurve(plot.NewPaneIndex, c)
	if v := l.ValuesAt(20 * time.Second); v[3].OK {
		t.Error("it lies where its log was before")
	}
	if v := l.ValuesAt(31 * time.Second); !v[3].OK || v[3].At != 31*time.Second {
		t.Errorf("got %+v", v[3])
	}
}

func TestAnotherCurveTakesThePlaceOfOneEverywhere(t *testing.T) {
	l := newLaidBench(t)
	old := l.low.Curves()[0]
	l.MoveLog(l.other, time.Second)
	by := curve(t, "onboard", "deg", 77)
	l.Replace(map[*raster.Series]plot.Curve{old.Series: by})
	shows := func() bool {
		return l.low.Curves()[0].Series == by.Series && l.upper.Curves()[1].Series == by.Series
	}
	if !shows() {
		t.Error("the old curve is still shown")
	}
	l.Undo()
	if !shows() {
		t.Error("undo brings the old curve back")
	}
}
