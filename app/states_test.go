package app

import (
	"strings"
	"testing"

	"postflight/analysis/catalog"
	"postflight/decode/flight"
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
	imu := &flight.Message{Name: "IMU", Fields: []flight.Field{{Name: "GyrX", Type: flight.U8}}}
	for instances, want := range map[int]string{1: "", 2: "IMU[0].GyrX, IMU[1].GyrX"} {
		l := &flight.Log{Data: make([]byte, instances)}
		for i := range instances {
			l.Streams = append(l.Streams, &flight.Stream{Message: imu, Instance: i, Instanced: true, Index: uint16(i), Count: 1, Bare: true})
			l.Frames.Append(int64(i), 0, 1, uint16(i), 0, 0)
		}
		c := &catalog.Catalog{}
		c.Add(l, nil, nil)
		_, err := find(c, "IMU.GyrX")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("of %d: %v", instances, err)
		}
	}
}
