package app

import (
	"math"
	"testing"
	"time"

	"postflight/analysis/catalog"
	"postflight/ui/window"
)

func demoFlight(t *testing.T) *opened {
	t.Helper()
	files, err := demoFiles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o, err := openFlight(t.Context(), files, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func pane(t *testing.T, panes []window.Pane, title string) window.Pane {
	t.Helper()
	for _, p := range panes {
		if p.Title == title {
			return p
		}
	}
	t.Fatalf("no pane %s", title)
	return window.Pane{}
}

func TestTheHorizonTellsTheErrorThatThePlotTells(t *testing.T) {
	o := demoFlight(t)
	panes, err := o.panes()
	if err != nil {
		t.Fatal(err)
	}
	angle := pane(t, panes, "estimate − truth").Curves[3]
	at := o.attitudes()
	compared, old := 0, 0
	for now := time.Duration(0); now < o.log.End; now += 37 * time.Millisecond {
		r := at(now)
		if r.Age > 0 {
			old++
		}
		if !r.Paired {
			continue
		}
		want, _, ok := angle.Latest(now)
		if ok && math.Abs(want-r.Between) > 1e-9 {
			t.Fatalf("at %v: horizon %v, plot %v", now, r.Between, want)
		}
		if r.Truth == nil {
			t.Fatalf("at %v: an angle to nothing", now)
		}
		compared++
	}
	if compared < 1000 || old == 0 || old > compared/4 {
		t.Errorf("compared %d, %d of them old", compared, old)
	}
}

func TestAfterARebootNothingIsShownFromBefore(t *testing.T) {
	o := demoFlight(t)
	v, err := o.view()
	if err != nil {
		t.Fatal(err)
	}
	epochs := o.report.EpochsOf(o.estimate.Source)
	if len(epochs) < 2 {
		t.Fatalf("epochs %+v", epochs)
	}
	begin := epochs[1].Start
	for _, p := range v.Panes {
		for _, c := range p.Curves {
			if c.Name == "truth" {
				continue
			}
			if _, when, ok := c.Latest(begin); ok && when < begin {
				t.Errorf("%s %s is from %v, before the reboot at %v", p.Title, c.Name, when, begin)
			}
		}
	}
	for _, r := range v.Catalog.Rows("1:1", func(catalog.Key) bool { return true }) {
		if r.Message == nil || r.Signal.Field == nil || r.Signal.Stream.Source != o.estimate.Source || r.Signal.NeedsDecoding() {
			continue
		}
		if value, ok := r.Signal.At(begin, nil); ok && value.At < begin {
			t.Errorf("%s is from %v, before the reboot at %v", r.Signal.Name(), value.At, begin)
		}
	}
}
