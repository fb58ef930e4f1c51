package analysis_test

import (
	"math"
	"slices"
	"strings"
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
		seeds = 1
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
				if !s.Reliable || s.Senders != 1 {
					t.Errorf("seed %d, %s, %s: %d senders, %s", seed, name, s.Source, s.Senders, s.Why)
				}
				if got != want {
					t.Errorf("seed %d, %s, %s: counted %+v, made %+v", seed, name, s.Source, got, want)
				}
			}
			for _, f := range r.Findings {
				if f.Kind == flight.DialectMismatch || f.Kind == flight.Restart {
					t.Errorf("seed %d, %s: %+v", seed, name, f)
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
			if junk := junkIn(r.Log); !slices.Equal(junk, truth.Junk) {
				t.Errorf("seed %d, %s: junk at %v, made at %v", seed, name, junk, truth.Junk)
			}
		}
	}
}

func junkIn(l *flight.Log) [][2]int {
	var out [][2]int
	for _, d := range l.Damage {
		if d.Kind == flight.Junk {
			out = append(out, [2]int{int(d.Offset), int(d.Length)})
		}
	}
	return out
}

func TestDemoFlightsAreLaidOnTheirTruth(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		f := sim.Fly(sim.DemoConfig(seed))
		truth := open(t, "gt", f.VGT1())
		for name, wire := range wires {
			data, _ := f.VREC(wire)
			methods := []align.Method{align.Motors, align.BodyRates, align.Attitude}
			for k, method := range methods {
				l := open(t, name, data)
				for _, better := range methods[:k] {
					hide(l, better)
				}
				a, err := align.Find(t.Context(), l, truth)
				if err != nil {
					t.Fatal(err)
				}
				off := 1000 * (a.Offset.Seconds() - f.VGT1MinusVREC())
				// Estimates lag and err; only what was commanded is exact.
				most := map[align.Method]float64{align.Motors: 10, align.BodyRates: 10, align.Attitude: 100}[method]
				if math.Abs(off) > most || a.Method != method || a.Confidence < 0.5 {
					t.Errorf("seed %d, %s by %s: off by %.1f ms (%+v)", seed, name, method, off, a)
				}
			}
		}
	}
}

// hide takes from a fresh log the messages that a method compares.
func hide(l *flight.Log, method align.Method) {
	names := map[align.Method][]string{
		align.Motors:    {"MOTOR_TELEMETRY", "SERVO_OUTPUT_RAW"},
		align.BodyRates: {"CONTROL_TRACE", "IMU_COMPRESSED", "IMU_RAW", "SCALED_IMU", "ATTITUDE_QUATERNION"},
	}[method]
	for i, s := range l.Streams {
		without := *s.Message
		switch {
		case slices.Contains(names, s.Message.Name):
			without.Name = "HIDDEN"
		case method == align.BodyRates && s.Message.Name == "ATTITUDE":
			without.Fields = slices.Clone(without.Fields)
			for k := range without.Fields {
				without.Fields[k].Name = strings.TrimSuffix(without.Fields[k].Name, "speed")
			}
		default:
			continue
		}
		l.Streams[i] = &flight.Stream{Source: s.Source, Message: &without, Bare: s.Bare, Count: s.Count, Index: s.Index}
	}
}

func TestErrorsAgainstTheTruthEqualTheSimulatorsOwn(t *testing.T) {
	seeds := uint64(2)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		f := sim.Fly(sim.DemoConfig(seed))
		truth := attitude.Truth(open(t, "gt", f.VGT1()))
		data, made := f.VREC(sim.NavLink)
		r := run(t, open(t, "rec", data))
		source := attitude.Sources(r.Log)[0]
		offset := time.Duration(math.Round(f.VGT1MinusVREC()*1e6)) * time.Microsecond
		got := attitude.Compare(attitude.Estimate(r.Log, source), truth, offset, 1, r.EpochsOf(source))

		var roll, yaw []float64
		skipped := 0
		for _, e := range made.Estimates {
			best := -1
			for k := range f.Truth {
				if best < 0 || (f.Truth[k].Time-e.Time-offset).Abs() < (f.Truth[best].Time-e.Time-offset).Abs() {
					best = k
				}
			}
			if (f.Truth[best].Time - e.Time - offset).Abs() > 250*time.Millisecond {
				skipped++
				continue
			}
			roll = append(roll, attitude.Wrap(e.Roll*180/math.Pi-f.Truth[best].Euler[0]))
			yaw = append(yaw, attitude.Wrap(e.Yaw*180/math.Pi-f.Truth[best].Euler[2]))
		}
		if got.Pairs != len(roll) || got.Skipped != skipped || len(got.ByEpoch) != 2 || got.ByEpoch[0].Pairs+got.ByEpoch[1].Pairs != got.Pairs {
			t.Fatalf("seed %d: %d pairs, %d skipped; made %d, %d", seed, got.Pairs, got.Skipped, len(roll), skipped)
		}
		if !near(got.Roll, attitude.NewStats(roll)) || !near(got.Yaw, attitude.NewStats(yaw)) {
			t.Errorf("seed %d: %+v, %+v; made %+v, %+v", seed, got.Roll, got.Yaw, attitude.NewStats(roll), attitude.NewStats(yaw))
		}
	}
}

// near allows for the single precision of angles and quaternion in the file.
func near(a, b attitude.Stats) bool {
	const most = 1e-4
	return math.Abs(a.Mean-b.Mean) < most && math.Abs(a.RMS-b.RMS) < most && math.Abs(a.P95-b.P95) < most && math.Abs(a.Max-b.Max) < most
}
