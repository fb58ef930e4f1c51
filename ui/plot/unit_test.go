package plot_test

import (
	"math"
	"testing"

	"postflight/ui/plot"
)

func TestACurveTakesTheUnitOfThePaneThatMeasuresTheSame(t *testing.T) {
	b, _, _ := twoPanes(t) // deg, and m
	for _, c := range []struct {
		unit string
		pane int
		want string
		by   float64
	}{
		{"rad", 0, "deg", 180 / math.Pi},
		{"cdeg", 0, "deg", 0.01},
		{"deg", 0, "deg", 1},
		{"mm", 1, "m", 0.001},
		{"m", 0, "m", 1},
		{"rad", 1, "rad", 1},
		{"rad/s", 0, "rad/s", 1},
		{"", 0, "", 1},
		{"rad", plot.NewPaneIndex, "rad", 1},
		{"rad", 7, "rad", 1},
	} {
		before := curve(t, "x", c.unit, 101)
		before.Turn = 2
		got := b.InUnitOf(c.pane, before)
		if got.Unit != c.want || math.Abs(got.Turn-2*c.by) > 1e-12 {
			t.Errorf("%q in pane %d: %q with a turn of %v", c.unit, c.pane, got.Unit, got.Turn)
		}
		for i := range 101 {
			_, a := before.Series.At(i)
			if _, v := got.Series.At(i); math.Abs(v-a*c.by) > 1e-9 {
				t.Fatalf("%q in pane %d: %v became %v", c.unit, c.pane, a, v)
			}
		}
	}
	yaw := curve(t, "yaw", "rad", 101)
	b.AddCurve(0, b.InUnitOf(0, yaw))
	if _, _, ok := b.Panes()[0].RightRange(); ok {
		t.Error("it has an axis of its own")
	}
}
