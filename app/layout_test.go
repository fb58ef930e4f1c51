package app

import (
	"context"
	"slices"
	"testing"

	"fyne.io/fyne/v2/test"

	"postflight/analysis/catalog"
	"postflight/ui/window"
)

// testProgram shows a flight in a window without a screen.
func testProgram(t *testing.T, o *opened) (*program, *window.Flight) {
	t.Helper()
	p := &program{app: test.NewTempApp(t)}
	p.settings = newSettings("")
	p.ctx, p.cancel = context.WithCancel(t.Context())
	actions := p.actions()
	actions.UI = func(func()) {} // what comes back from the work behind the plots is not waited for
	p.win = window.New(p.app, version(), actions, []float64{1}, 1)
	t.Cleanup(p.win.Close)
	view, err := o.view()
	if err != nil {
		t.Fatal(err)
	}
	p.show(o, view)
	return p, view
}

func paneSignals(p *program) (out []string) {
	arranged, _ := p.win.Arrangement()
	for _, pane := range arranged.Panes {
		out = append(out, pane.Signals...)
	}
	return out
}

// someSignal is the name of some signal of a flight that can be plotted.
func someSignal(t *testing.T, view *window.Flight) string {
	t.Helper()
	for _, r := range view.Catalog.Rows("pitch", func(catalog.Key) bool { return true }) {
		if r.Level == catalog.FieldLevel && r.Signal.Plots() {
			return r.Signal.Stream.Source.String() + " " + r.Signal.Name()
		}
	}
	t.Fatal("the flight has no such signal")
	return ""
}

func TestWhatTheCommandLineAsksForIsPlotted(t *testing.T) {
	p, view := testProgram(t, demoFlight(t))
	signal := someSignal(t, view)
	p.layout = layout{{signal, "NOTHING.x"}, {"NOTHING.y"}}
	p.plotLayout(p.flight, view.Catalog)
	p.work.Wait()
	if got := paneSignals(p); !slices.Equal(got, []string{signal}) {
		t.Errorf("plotted %q", got)
	}
}

func TestCurvesOfAFlightAreNotDrawnIntoTheNextOne(t *testing.T) {
	old := demoFlight(t)
	p, view := testProgram(t, old)
	p.layout = layout{{someSignal(t, view)}}
	next := demoFlight(t)
	nextView, err := next.view()
	if err != nil {
		t.Fatal(err)
	}
	p.show(next, nextView)
	p.plotLayout(old, view.Catalog)
	p.work.Wait()
	if got := paneSignals(p); len(got) > 0 {
		t.Errorf("plotted %q of the flight before", got)
	}
}
