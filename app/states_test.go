package app

import (
	"strings"
	"testing"

	"postflight/analysis/catalog"
)

// plotted is how a signal of a flight is drawn: what its last value stands for, whether
// its line goes on to the end of the log, and whether in steps.
func plotted(t *testing.T, o *opened, name string) (meaning string, held, step bool) {
	t.Helper()
	c := &catalog.Catalog{}
	c.Add(o.log, nil, o.report.Epochs)
	s, err := find(c, name)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := o.curve(s)
	if err != nil {
		t.Fatal(err)
	}
	_, last, _ := drawn.Series.Span()
	v, _, held := drawn.Latest(o.log.End)
	if drawn.Meaning != nil {
		meaning = drawn.Meaning(v)
	}
	_, _, seen := drawn.Series.Seen(nil, last+1, o.log.End, true)
	return meaning, held && seen, drawn.Style.Step
}

func TestAModeGoesOnToTheEndOfTheLogAndIsNamed(t *testing.T) {
	o := mustOpen(t, file{path: "x.BIN", data: otherFlight()})
	if name, held, step := plotted(t, o, "MODE.ModeNum"); !held || !step || name == "" {
		t.Errorf("held %v, in steps %v, named %q", held, step, name)
	}
	if _, held, step := plotted(t, o, "EV.Id"); held || !step {
		t.Errorf("an event goes on %v, in steps %v", held, step)
	}
	if _, held, step := plotted(t, o, "ATT.Roll"); held || step {
		t.Errorf("an attitude goes on %v, in steps %v", held, step)
	}
}

func TestASignalOfSeveralInstancesIsAskedForByItsNumber(t *testing.T) {
	o := mustOpen(t, file{path: "x.BIN", data: otherFlight()})
	c := &catalog.Catalog{}
	c.Add(o.log, nil, o.report.Epochs)
	for _, r := range c.Rows("[0]", func(catalog.Key) bool { return true }) {
		if r.Level != catalog.FieldLevel {
			continue
		}
		name := r.Signal.Stream.Message.Name + "." + r.Signal.Label()
		if _, err := find(c, name); err == nil || !strings.Contains(err.Error(), r.Signal.Name()) {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	t.Skip("the flight has no instances")
}
