package sim_test

import (
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/epoch"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

func report(t *testing.T, name string, data []byte) *analysis.Report {
	t.Helper()
	l, err := decode.Bytes(t.Context(), name, data, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	r, err := analysis.Run(t.Context(), l)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

func TestTelemetryLogsOpenAsTheyWereMade(t *testing.T) {
	seeds := uint64(16)
	if slow || testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		f := demoFlight()
		if seed%4 == 3 {
			f = sim.Fly(sim.DemoConfig(1 + seed))
		} else if seed > 0 {
			f = f.Relinked(seed, harsh)
		}
		file, truth := f.TLog()
		r := report(t, "demo.tlog", file)
		sources := map[string]sim.SourceTruth{}
		for _, s := range r.Link.Sources {
			id := s.Source.String()
			sources[id] = sim.SourceTruth{
				Sent: truth.Sources[id].Sent, Lost: s.Lost, Duplicate: s.Duplicate, Late: s.Late,
				Restarts: s.Restarts, CRCFailed: s.CRCFailed,
			}
		}
		if !maps.Equal(sources, truth.Sources) || r.Link.Wire.Frames != truth.Frames || r.Log.Count() != truth.Records {
			t.Errorf("seed %d: %d frames, %v; made %d, %v", seed, r.Link.Wire.Frames, sources, truth.Frames, truth.Sources)
		}
		compareJunk(t, truth.Junk, junkOf(r.Log))
		if got := r.Log.Start.Format("2006-01-02T15:04:05.000000Z07:00"); got != truth.Start {
			t.Errorf("seed %d: starts at %s, made at %s", seed, got, truth.Start)
		}
		var reboots []float64
		captures := map[float64]int{}
		for _, e := range r.Epochs {
			switch e.Clock {
			case epoch.Boot:
				reboots = append(reboots, e.Start.Seconds())
			case epoch.Capture:
				captures[r.Log.Steps[0].Time.Seconds()]++
			}
		}
		if !slices.Equal(reboots, truth.Reboots) {
			t.Errorf("seed %d: reboots at %v, made at %v", seed, reboots, truth.Reboots)
		}
		if steps := truth.CaptureSteps; len(steps) != 2 || len(r.Log.Steps) != 1 || captures[steps[0][0]] != len(truth.Sources) {
			t.Errorf("seed %d: capture epochs at %v, steps made %v", seed, captures, steps)
		}
		compareAttitudes(t, truth.Estimates, r.Log)
	}
}

func junkOf(l *flight.Log) [][2]int {
	var out [][2]int
	for _, d := range l.Damage {
		if d.Kind == flight.Junk {
			out = append(out, [2]int{int(d.Offset), int(d.Length)})
		}
	}
	return out
}

func compareAttitudes(t *testing.T, made []sim.Estimate, l *flight.Log) {
	t.Helper()
	s := l.Stream(flight.MakeSource(1, 1), "ATTITUDE")
	rolls := l.Column(s, s.Message.Field("roll"), 0)
	if len(rolls.Value) != len(made) {
		t.Errorf("%d attitudes, made %d", len(rolls.Value), len(made))
		return
	}
	for i, e := range made {
		if at := l.Frames.Time[rolls.Frame[i]]; rolls.Value[i] != e.Roll || at != e.Time {
			t.Fatalf("attitude %d: roll %v at %v, made %v at %v", i, rolls.Value[i], at, e.Roll, e.Time)
		}
	}
}

func TestLogsOnBoardOpenAsTheyWereMade(t *testing.T) {
	for i, b := range demoFlight().DataFlash() {
		r := report(t, "00000042.BIN", b.Bytes)
		l := r.Log
		count := map[string]int{}
		for _, s := range l.Streams {
			count[s.Message.Name] += s.Count
		}
		var tail int64
		for _, d := range l.Damage {
			if d.Kind != flight.Tail {
				t.Errorf("log %d: damage %+v", i, d)
			}
			tail += d.Length
		}
		if !maps.Equal(count, b.Truth.Types) || int(tail) != b.Truth.Tail || l.Format != flight.DataFlash {
			t.Errorf("log %d: %v and %d bytes, made %v and %d", i, count, tail, b.Truth.Types, b.Truth.Tail)
		}
		if got := l.Start.Format(wallForm); got != b.Truth.Start {
			t.Errorf("log %d: starts at %s, made at %s", i, got, b.Truth.Start)
		}
		instances := 0
		for _, s := range l.Streams {
			if s.Message.Name == "IMU" && s.Instanced {
				instances++
			}
			if f := s.Message.Field("Roll"); s.Message.Name == "ATT" && (f.Unit != "deg" || f.Scale != 0 && f.Scale != 1) {
				t.Errorf("log %d: roll in %q, scale %v", i, f.Unit, f.Scale)
			}
		}
		if instances != 2 {
			t.Errorf("log %d: %d instances of IMU", i, instances)
		}
		// Records that are stamped with their own time lie at that time.
		att := l.Stream(0, "ATT")
		us := l.Column(att, att.Message.Field("TimeUS"), 0)
		first := l.Frames.Time[us.Frame[0]].Microseconds() - int64(us.Value[0])
		for k, v := range us.Value {
			if l.Frames.Time[us.Frame[k]].Microseconds()-int64(v) != first {
				t.Fatalf("log %d: ATT %d at %v", i, k, l.Frames.Time[us.Frame[k]])
			}
		}
	}
}

func TestTextLogsOpenAsTheyWereMade(t *testing.T) {
	f := demoFlight()
	for _, c := range []struct {
		made func() ([]byte, sim.FileTruth)
		form flight.Format
	}{{f.NavigatorLog, flight.NavigatorLog}, {f.SessionLog, flight.SessionLog}} {
		text, truth := c.made()
		l := report(t, "text.log", text).Log
		if l.Format != c.form || string(l.Format) != truth.Format || l.Frames.Len() != truth.Lines || len(l.Damage) != 0 {
			t.Errorf("%s: %d lines, made %s of %d", l.Format, l.Frames.Len(), truth.Format, truth.Lines)
		}
		if start := l.Start; truth.Start != "" && start.Format(wallForm) != truth.Start {
			t.Errorf("%s starts at %v, made at %s", l.Format, start, truth.Start)
		}
		if seconds := l.End.Seconds(); math.Abs(seconds-197) > 7 {
			t.Errorf("%s lasts %v", l.Format, time.Duration(seconds*1e9))
		}
	}
}
