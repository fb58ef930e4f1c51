package window

import (
	"testing"

	"fyne.io/fyne/v2"

	"postflight/analysis/catalog"
	"postflight/decode/flight"
	"postflight/ui/plot"
)

func TestASignalDroppedBesideThePlotsIsNotPlotted(t *testing.T) {
	w, a := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	w.Resize(fyne.NewSize(1280, 800))
	s := catalog.Signal{
		Stream: &flight.Stream{Message: &flight.Message{Name: "ATTITUDE"}}, Field: &flight.Field{Name: "roll", Type: flight.F32},
	}
	from := fyne.CurrentApp().Driver().AbsolutePositionForObject(w.stack)
	inside := from.AddXY(w.stack.Size().Width/2, w.stack.Size().Height/2)
	for _, at := range []fyne.Position{from.AddXY(w.stack.Size().Width+40, 100), from.AddXY(50, w.stack.Size().Height+20), from.AddXY(-40, 50)} {
		w.signals.OnDrag(s, at)
		w.signals.OnDragEnd()
		w.signals.OnDrop(s, at)
	}
	if len(a.calls) != 0 {
		t.Fatalf("asked for %q", a.calls)
	}
	w.signals.OnDrop(s, inside)
	if len(a.calls) != 1 || a.calls[0] != "plot ATTITUDE.roll" {
		t.Errorf("asked for %q", a.calls)
	}
}

func TestAPlotOfSeveralCurvesIsUndoneAtOnce(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	curves := append([]plot.Curve{}, w.flight.Panes[0].Curves[0], w.flight.Panes[0].Curves[0])
	curves[0].Name, curves[1].Name = "1:1 received", "lost"
	w.AddPane(nil, curves)
	if panes := w.stack.Panes(); len(panes) != 2 || len(panes[1].Curves()) != 2 {
		t.Fatalf("%d panes", len(panes))
	}
	w.stack.Undo()
	if n := len(w.stack.Panes()); n != 1 || w.stack.CanUndo() {
		t.Errorf("%d panes after one undo, more to undo: %v", n, w.stack.CanUndo())
	}
}

func TestASignalJoinsAPaneInTheUnitOfThat(t *testing.T) {
	w, _ := newTestWindow(t)
	w.ShowFlight(testFlight(t))
	c := w.flight.Panes[0].Curves[0]
	c.Name, c.Unit = "1:1 ATTITUDE.roll", "rad"
	s := catalog.Signal{
		Stream: &flight.Stream{Message: &flight.Message{Name: "ATTITUDE"}}, Field: &flight.Field{Name: "roll", Type: flight.F32, Unit: "rad"},
	}
	w.AddSignal(s, c, 0)
	joined := w.stack.Panes()[0].Curves()
	if len(joined) != 2 || joined[1].Unit != "deg" {
		t.Fatalf("curves %+v", joined)
	}
	w.removeSignal(s)
	if n := len(w.stack.Panes()[0].Curves()); n != 1 {
		t.Errorf("%d curves after its tick went", n)
	}
}
