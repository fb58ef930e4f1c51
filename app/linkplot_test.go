package app

import (
	"math"
	"strings"
	"testing"
	"time"

	"postflight/replay/sim"
)

func TestTheCurvesOfALinkAddUpToItsRow(t *testing.T) {
	data, _ := sim.Fly(sim.DemoConfig(1)).VREC(sim.MAVLink)
	o, err := openFlight(t.Context(), []file{{path: "demo.bin", data: data}}, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	happened := 0
	for i := range o.report.Link.Sources {
		s := &o.report.Link.Sources[i]
		curves, err := o.linkCurves(s)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, c := range curves {
			name := strings.TrimPrefix(c.Name, s.Source.String()+" ")
			for k := range c.Series.Len() - 1 { // the last ends the last stretch
				from, value := c.Series.At(k)
				if until, _ := c.Series.At(k + 1); c.Unit == perSecond && k < c.Series.Len()-2 {
					value *= (until - from).Seconds()
				} else if c.Unit == perSecond {
					first, _ := c.Series.At(1)
					value *= first.Seconds()
				}
				got[name] += value
			}
		}
		for name, want := range map[string]int{
			"received": s.Frames, "lost": s.Lost, "late": s.Late, "duplicate": s.Duplicate, "CRC failed": s.CRCFailed, "restarts": s.Restarts,
		} {
			if want > 0 {
				happened++
			}
			if math.Abs(got[name]-float64(want)) > 1e-6*float64(1+want) {
				t.Errorf("%s, %s: %g drawn, %d counted", s.Source, name, got[name], want)
			}
		}
	}
	if happened < 6 {
		t.Errorf("only %d counts to compare", happened)
	}
}

func TestALossThatCannotBeToldIsNotDrawnAsNone(t *testing.T) {
	data, _ := sim.Fly(sim.DemoConfig(1)).VREC(sim.MAVLink)
	o, err := openFlight(t.Context(), []file{{path: "demo.bin", data: data}}, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	s := o.report.Link.Sources[0]
	s.Reliable = false
	curves, err := o.linkCurves(&s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range curves {
		if c.Name == "lost" {
			t.Errorf("%s is drawn", c.Name)
		}
		if _, last, _ := c.Series.Span(); last < o.log.End-time.Millisecond {
			t.Errorf("%s ends at %v of %v", c.Name, last, o.log.End)
		}
	}
}
