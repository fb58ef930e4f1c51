package analysis_test

import (
	"encoding/json"
	"io"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

func TestAHostileLogIsTakenApartInTime(t *testing.T) {
	const frames = 60_000
	boots := []float64{100000, 100001, 1, 2}
	for name, add := range map[string]func(b *logtest.Builder, i int){
		"a sender a frame": func(b *logtest.Builder, i int) {
			b.Add(logtest.Frame{Source: flight.Source(i + 1), Message: logtest.Attitude, Seq: uint8(i)})
			b.Damage(flight.Damage{Kind: flight.CRCFailed, Source: flight.Source(i), Message: logtest.Attitude, Frame: 1}, []byte{0})
		},
		"a reboot every other frame": func(b *logtest.Builder, i int) {
			b.Add(logtest.Frame{Message: logtest.Attitude, Seq: uint8(i * 37), Value: boots[i%4]})
		},
		"a clock set back before every frame": func(b *logtest.Builder, i int) {
			b.Step(time.Duration(i), time.Hour, 0)
			b.Add(logtest.Frame{Source: flight.Source(i%1000 + 1), Message: logtest.Heartbeat, Seq: uint8(i)})
		},
		"one frame over and over": func(b *logtest.Builder, i int) {
			b.Add(logtest.Frame{Message: logtest.Heartbeat, Seq: uint8(i / 30000)})
		},
		"thousands of senders on bad links": func(b *logtest.Builder, i int) {
			at := time.Duration(i) * time.Millisecond
			b.Add(logtest.Frame{At: at, Source: flight.Source(i%2000 + 1), Message: logtest.Attitude, Seq: uint8(i / 2000 * 7), Value: float64(i % 40 * 200)})
		},
		"gaps only": func(b *logtest.Builder, i int) {
			b.Add(logtest.Frame{Message: logtest.Heartbeat, Seq: uint8(i * 129), Fresh: true})
		},
	} {
		var b logtest.Builder
		for i := range frames {
			add(&b, i)
		}
		began := time.Now()
		r := run(t, b.Log())
		if err := r.WriteText(io.Discard); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		judged(t, name, r)
		if len(r.Findings) > 2000 {
			t.Errorf("%s: %d findings", name, len(r.Findings))
		}
		t.Logf("%s: %v, %d epochs, %d findings", name, time.Since(began), len(r.Epochs), len(r.Findings))
	}
}

// TestALogCutAnywhereIsTakenApart cuts the files of the demo, of each format, at
// many places and expects a report of whatever can be opened.
func TestALogCutAnywhereIsTakenApart(t *testing.T) {
	made, err := sim.Fly(sim.DemoConfig(3)).Demo()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made {
		for cut := 1; cut < len(f.Bytes); cut += 1 + cut/6 {
			l, err := decode.Bytes(t.Context(), f.Name, f.Bytes[:cut:cut], nil)
			if err != nil {
				continue
			}
			r := run(t, l)
			judged(t, f.Name, r)
			if err := r.WriteText(io.Discard); err != nil {
				t.Fatal(err)
			}
			if _, err := json.Marshal(r); err != nil {
				t.Errorf("%s cut at %d: %v", f.Name, cut, err)
			}
		}
	}
}
