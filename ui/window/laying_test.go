package window

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"postflight/decode/flight"
	"postflight/replay"
	"postflight/ui/horizon"
	"postflight/ui/plot"
	"postflight/ui/plot/raster"
)

// laidFlight is the test flight with a curve of another log, which its second pane
// compares with the first.
func laidFlight(t *testing.T) (*Flight, *flight.Log) {
	t.Helper()
	f, other := testFlight(t), &flight.Log{}
	c := f.Panes[0].Curves[0]
	c.Name, c.Laid = "onboard", other
	f.Panes[0].Curves = append(f.Panes[0].Curves, c)
	f.Panes = append(f.Panes, Pane{Title: "error", Curves: []plot.Curve{constant(t, 1)}})
	f.Laid = []Laid{{other, "b.BIN", func(time.Duration) []string { return nil }}}
	f.Attitudes = func(time.Duration) horizon.Reading { return horizon.Reading{} }
	return f, other
}

func constant(t *testing.T, v float64) plot.Curve {
	t.Helper()
	s, err := raster.NewSeries([]time.Duration{0, 99 * time.Second}, []float64{v, v}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plot.Curve{Name: "roll", Unit: "deg", Series: s}
}

func menuItem(t *testing.T, w *Window, label string) *fyne.MenuItem {
	t.Helper()
	for _, m := range w.menu().Items {
		for _, i := range m.Items {
			if i.Label == label {
				return i
			}
		}
	}
	t.Fatalf("no menu entry %q", label)
	return nil
}

func TestALogThatWasMovedCanGoBackByTheMenu(t *testing.T) {
	w, a := newTestWindow(t)
	f, other := laidFlight(t)
	w.ShowFlight(f)
	if !menuItem(t, w, "Back to Clocks").Disabled {
		t.Error("nothing was moved, and can go back")
	}
	menuItem(t, w, "Offset of b.BIN…").Action()
	w.MoveLog(other, 3*time.Second)
	if want := []string{"offset", "moved"}; !slices.Equal(a.calls, want) {
		t.Errorf("asked for %q, want %q", a.calls, want)
	}
	menuItem(t, w, "Back to Clocks").Action()
	if w.Moved(other) != 0 {
		t.Error("it is still moved")
	}
	w.stack.Undo()
	if w.Moved(other) != 3*time.Second {
		t.Error("going back was not undone")
	}
	w.ShowFlight(f)
	if w.Moved(other) != 0 {
		t.Error("another flight begins with logs moved")
	}
}

func TestWhatComesOfMovingALogTakesThePlaceOfWhatWasShown(t *testing.T) {
	w, _ := newTestWindow(t)
	f, other := laidFlight(t)
	w.ShowFlight(f)
	w.stack.SetView(10*time.Second, 20*time.Second)
	w.MoveLog(other, time.Second)
	w.Relay(Relaid{Placing: "by hand", Attitudes: f.Attitudes, Panes: []Pane{{Title: "error", Curves: []plot.Curve{constant(t, 7)}}}})
	w.SetState(replay.State{At: 15 * time.Second})
	if v := w.stack.ValuesAt(15 * time.Second); v[2].Value != 7 {
		t.Errorf("the comparison shows %v", v[2].Value)
	}
	if from, to := w.stack.View(); from != 10*time.Second || to != 20*time.Second {
		t.Errorf("the view went to %v … %v", from, to)
	}
	if w.placing.Text != "by hand" || !w.placing.Visible() {
		t.Errorf("says %q", w.placing.Text)
	}
	w.Relay(Relaid{Attitudes: f.Attitudes, Panes: []Pane{{Title: "error", Curves: []plot.Curve{constant(t, 8)}}}})
	if v := w.stack.ValuesAt(15 * time.Second); v[2].Value != 8 {
		t.Errorf("the second time the comparison shows %v", v[2].Value)
	}
}

func TestTimesGoByTheNextClock(t *testing.T) {
	w, a := newTestWindow(t)
	f := testFlight(t)
	f.Datings = []Dating{
		{"UTC", &plot.Clock{Name: "UTC", Dated: true, Stretches: []plot.ClockStretch{{To: 50 * time.Second, Name: "UTC", At: func(t time.Duration) int64 { return int64(45296*time.Second + t) }}}}},
		{"Time since Power-up of 1:1", &plot.Clock{Name: "power-up of 1:1"}},
	}
	w.ShowFlight(f)
	w.SetState(replay.State{At: 4 * time.Second, Whole: f.Whole})
	for _, want := range []string{"UTC", "Time since Power-up of 1:1", "Log Time", "UTC"} {
		w.nextDating()
		if got := a.calls[len(a.calls)-1]; got != "dating "+want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	d := w.chosenDating()
	if got := d.time(4 * time.Second); got != "12:35:00.00" {
		t.Errorf("the replay bar says %q", got)
	}
	if got := d.date(60 * time.Second); got != "UTC not known here" || d.time(60*time.Second) != "not known" {
		t.Errorf("beyond it says %q", got)
	}
	checked := ""
	for _, i := range w.dateMenu().Items {
		if i.Checked {
			checked += i.Label
		}
	}
	if checked != "UTC" {
		t.Errorf("checked is %q", checked)
	}
}
