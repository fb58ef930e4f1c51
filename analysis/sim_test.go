package analysis_test

import (
	"math"
	"os"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/align"
	"postflight/analysis/attitude"
	"postflight/analysis/epoch"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

func open(t *testing.T, name string, data []byte) *flight.Log {
	t.Helper()
	l, err := decode.Bytes(t.Context(), name, data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func run(t *testing.T, l *flight.Log) *analysis.Report {
	t.Helper()
	r, err := analysis.Run(t.Context(), l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var wires = map[string]sim.Wire{"NavLink": sim.NavLink, "MAVLink": sim.MAVLink}

func TestDemoFlightsAreCountedAsTheyWereMade(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		f := sim.Fly(sim.DemoConfig(seed))
		for name, wire := range wires {
			data, truth := f.VREC(wire)
			r := run(t, open(t, name, data))
			for i := range r.Link.Sources {
				s := &r.Link.Sources[i]
				want := truth.Sources[s.Source.String()]
				want.Sent = 0
				got := sim.SourceTruth{
					Lost: s.Lost, Duplicate: s.Duplicate, Late: s.Late, Restarts: s.Restarts, CRCFailed: s.CRCFailed,
				}
				if got != want {
					t.Errorf("seed %d, %s, %s: counted %+v, made %+v", seed, name, s.Source, got, want)
				}
			}
			if r.Link.Wire.Frames != truth.Frames || len(r.Link.Sources) != len(truth.Sources) {
				t.Errorf("seed %d, %s: %d frames of %d sources, made %d of %d", seed, name,
					r.Link.Wire.Frames, len(r.Link.Sources), truth.Frames, len(truth.Sources))
			}
			var reboots []float64
			for _, e := range r.Epochs {
				if e.Clock == epoch.Boot {
					reboots = append(reboots, e.Start.Seconds())
				}
			}
			if len(reboots) != len(truth.Reboots) || len(reboots) > 0 && math.Abs(reboots[0]-truth.Reboots[0]) > 1e-9 {
				t.Errorf("seed %d, %s: reboots at %v, made at %v", seed, name, reboots, truth.Reboots)
			}
			if testing.Verbose() && seed == 0 {
				_ = r.WriteText(os.Stdout)
			}
		}
	}
}

func TestDemoFlightsAreLaidOnTheirTruth(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		f := sim.Fly(sim.DemoConfig(seed))
		truth := open(t, "gt", f.VGT1())
		for name, wire := range wires {
			data, _ := f.VREC(wire)
			l := open(t, name, data)
			began := time.Now()
			a, err := align.Find(t.Context(), l, truth)
			took := time.Since(began)
			if err != nil {
				t.Fatal(err)
			}
			off := a.Offset.Seconds() - f.VGT1MinusVREC()
			t.Logf("seed %d, %s: off by %.1f ms, confidence %.3f, correlation %.4f, %s, %d pairs, %v", seed, name, 1000*off, a.Confidence, a.Correlation, a.Method, a.Pairs, took)
			if math.Abs(off) > 0.01 || a.Method != align.Motors || a.Confidence < 0.8 {
				t.Errorf("seed %d, %s: off by %.1f ms (%+v)", seed, name, 1000*off, a)
			}
			source := attitude.Sources(l)[0]
			c := attitude.Compare(attitude.Estimate(l, source), attitude.Truth(truth), a.Offset, a.Confidence, nil)
			if c.Pairs == 0 || c.Angle.RMS > 30 {
				t.Errorf("seed %d, %s: %+v", seed, name, c.Summary)
			}
		}
	}
}
