package plot

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"

	"postflight/decode/flight"
	"postflight/ui/plot/raster"
)

func TestTheBytesOfTheNearestSampleAreOffered(t *testing.T) {
	s, err := raster.NewSeries([]time.Duration{0, 10 * time.Second, 20 * time.Second}, []float64{1, 2.5, 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	test.NewTempApp(t)
	p := NewPane("roll")
	stack := NewStack(p)
	defer stack.Close()
	var asked []flight.Span
	var of *flight.Log
	stack.OnBytes = func(l *flight.Log, span flight.Span) { of, asked = l, append(asked, span) }
	beside := &flight.Log{}
	p.SetCurves([]Curve{
		{Name: "made", Series: s},
		{Name: "real", Unit: "deg", Series: s, Laid: beside, Bytes: func(i int) flight.Span { return flight.Span{Offset: int64(100 * i), Length: 40} }},
	})
	items := p.byteItems(11 * time.Second)
	if len(items) != 1 || items[0].Label != "Show Bytes of real = 2.5 deg at 00:10.000" {
		t.Fatalf("offered %v", items[0].Label)
	}
	for _, at := range []time.Duration{0, 11 * time.Second} {
		c := stack.Panes()[0].Curves()
		c[1].Hold.Limit = 2 * time.Second
		p.SetCurves(c)
		if n := len(p.byteItems(at + 3*time.Second)); n != 0 {
			t.Errorf("%d offered in a silence", n)
		}
	}
	items[0].Action()
	if of != beside || len(asked) != 1 || asked[0] != (flight.Span{Offset: 100, Length: 40}) {
		t.Errorf("asked for %v", asked)
	}
}
