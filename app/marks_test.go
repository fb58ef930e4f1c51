package app

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"postflight/analysis/catalog"
	"postflight/analysis/events"
	"postflight/decode/flight"
	"postflight/replay/sim"
	"postflight/ui/plot"
)

const second = time.Second

func TestABandOfAModeEndsWhereTheVehicleFallsSilent(t *testing.T) {
	vehicle := flight.Source(0x0101)
	all := []events.Event{
		{Time: second, Source: vehicle, Mode: "AUTO"},
		{Time: 50 * second, Source: vehicle, Mode: "RTL"},
	}
	heard := func(flight.Source) []plot.Range {
		return []plot.Range{{From: 0, To: 21 * second}, {From: 40 * second, To: 60 * second}}
	}
	want := []plot.Band{
		{From: second, To: 21 * second, Label: "AUTO"},
		{From: 40 * second, To: 50 * second, Label: "AUTO"},
		{From: 50 * second, To: 60 * second, Label: "RTL"},
	}
	if got := modeBands(all, 100*second, heard); !slices.Equal(got, want) {
		t.Errorf("bands %v, want %v", got, want)
	}
	if got := modeBands(nil, second, heard); got != nil {
		t.Errorf("bands of nothing: %v", got)
	}
}

// hollowed is the demo's recording, its middle third zeros.
func hollowed(t *testing.T) *opened {
	t.Helper()
	data, _ := sim.Fly(sim.DemoConfig(1)).VREC(sim.MAVLink)
	clear(data[len(data)/3 : 2*len(data)/3])
	o, err := openFlight(t.Context(), []file{{path: "demo.bin", data: data}}, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestNoModeIsDrawnThroughAHoleInTheRecording(t *testing.T) {
	o := hollowed(t)
	v, err := o.view()
	if err != nil {
		t.Fatal(err)
	}
	longest, at := time.Duration(0), time.Duration(0)
	for i, when := range o.log.Frames.Time {
		if i > 0 && when-o.log.Frames.Time[i-1] > longest {
			longest, at = when-o.log.Frames.Time[i-1], when
		}
	}
	if longest < 20*second || len(v.Modes) < 2 {
		t.Fatalf("a hole of %v and %d bands: nothing to see", longest, len(v.Modes))
	}
	for _, b := range v.Modes {
		if middle := at - longest/2; b.From < middle && b.To > middle {
			t.Errorf("%s lasts from %v to %v, through the hole before %v", b.Label, b.From, b.To, at)
		}
	}
}

func TestAYawInRadiansIsBrokenWhereItWraps(t *testing.T) {
	data, _ := sim.Fly(sim.DemoConfig(1)).VREC(sim.MAVLink)
	o, err := openFlight(t.Context(), []file{{path: "demo.bin", data: data}}, func(string, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	c := &catalog.Catalog{}
	c.Add(o.log, nil, o.report.Epochs)
	for name, turns := range map[string]bool{"ATTITUDE.yaw": true, "ATTITUDE.roll": false} {
		s, err := find(c, name)
		if err != nil {
			t.Fatal(err)
		}
		curve, err := o.curve(s)
		if err != nil {
			t.Fatal(err)
		}
		if (curve.Turn > 0) != turns {
			t.Errorf("%s has a turn of %v", name, curve.Turn)
		}
		for _, col := range curve.Series.Reduce(nil, nil, 0, o.log.End, 1<<20) {
			if col.N > 1 && !col.Break && col.Max-col.Min > math.Pi {
				t.Errorf("%s: a stroke of %v at %v", name, col.Max-col.Min, col.X)
				break
			}
		}
	}
}

func TestACountOfDecimalPartsKeepsItsDigits(t *testing.T) {
	for _, c := range []struct {
		field flight.Field
		want  float64
	}{
		{flight.Field{Type: flight.I32, Unit: "deg", Scale: 1e-7}, 1e-7},
		{flight.Field{Type: flight.U16, Unit: "deg", Scale: 0.01}, 0.01},
		{flight.Field{Type: flight.U8}, 1},
		{flight.Field{Type: flight.I16, Divisor: 1000}, 0.001},
		{flight.Field{Type: flight.I16, Scale: 0.3}, 0},
		{flight.Field{Type: flight.F32}, 0},
	} {
		if got := resolution(&c.field); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%+v: %v, want %v", c.field, got, c.want)
		}
	}
}

func TestAFloodOfForeignHeartbeatsHidesNoMode(t *testing.T) {
	folder := os.Getenv("POSTFLIGHT_LOGS")
	if folder == "" {
		t.Skip("POSTFLIGHT_LOGS names no folder of real logs")
	}
	o := mustOpen(t, file{path: filepath.Join(folder, "wlichon_flood_heartbeat.tlog")})
	v, err := o.view()
	if err != nil {
		t.Fatal(err)
	}
	s := signalOf(t, o, o.log, "HEARTBEAT.custom_mode")
	mode, autopilot := o.log.Column(s.Stream, s.Field, 0), o.log.Column(s.Stream, s.Stream.Message.Field("autopilot"), 0)
	told := 0
	for i, at := range mode.Time {
		if autopilot.Value[i] == 8 || at == 0 {
			continue
		}
		told++
		covered := slices.ContainsFunc(v.Modes, func(b plot.Band) bool { return b.From <= at && at <= b.To })
		if !covered {
			t.Errorf("mode %v at %v is in no band", mode.Value[i], at)
		}
	}
	if told < 20 {
		t.Errorf("%d heartbeats tell a mode", told)
	}
}
