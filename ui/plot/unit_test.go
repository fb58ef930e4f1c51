package plot_test

import (
	"math"
	"slices"
	"strings"
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

func TestAnglesAreShownInTheOtherUnitAndBackAsTheyWere(t *testing.T) {
	b, _, _ := twoPanes(t)
	b.AddCurves(plot.NewPaneIndex, []plot.Curve{curve(t, "roll", "rad", 101), curve(t, "rate", "rad/s", 101), curve(t, "height", "m", 101)})
	at := len(b.Panes()) - 1
	p := b.Panes()[at]
	before := p.Curves()
	labels := func() (out []string) {
		for _, i := range p.Menu().Items {
			if strings.HasPrefix(i.Label, "Show ") {
				out = append(out, i.Label)
			}
		}
		return out
	}
	if got := labels(); !slices.Equal(got, []string{"Show rad in deg", "Show rad/s in deg/s"}) {
		t.Errorf("the menu offers %q", got)
	}
	b.ShowIn(at, "rad", "deg")
	c := p.Curves()
	if c[0].Unit != "deg" || c[1].Unit != "rad/s" || c[0].Origin().Series != before[0].Series {
		t.Errorf("units %q, %q", c[0].Unit, c[1].Unit)
	}
	_, v := c[0].Series.At(30)
	_, was := before[0].Series.At(30)
	if math.Abs(v-was*180/math.Pi) > 1e-9 {
		t.Errorf("%v rad became %v deg", was, v)
	}
	if got := labels(); !slices.Contains(got, "Show deg in rad") {
		t.Errorf("then the menu offers %q", got)
	}
	b.ShowIn(at, "deg", "rad")
	if got := p.Curves()[0]; got.Series != before[0].Series || got.Unit != "rad" {
		t.Error("back in its unit it is not the same series")
	}
	b.Undo()
	if got := p.Curves()[0].Unit; got != "deg" {
		t.Errorf("undone it is in %q", got)
	}
}
