package catalog_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/catalog"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// demo is the recordings and the ground truth of a flight.
func demo(t *testing.T) []*flight.Log {
	t.Helper()
	files, err := sim.Fly(sim.Config{Seed: 4, Length: 20 * time.Second}).Demo()
	if err != nil {
		t.Fatal(err)
	}
	var logs []*flight.Log
	for _, f := range files {
		if l, err := decode.Bytes(context.Background(), f.Name, f.Bytes, nil); err == nil && strings.HasSuffix(f.Name, ".bin") && l.Format != flight.DataFlash {
			logs = append(logs, l)
		}
	}
	return logs
}

func all(catalog.Key) bool  { return true }
func none(catalog.Key) bool { return false }

func text(rows []catalog.Row) []string {
	var out []string
	for _, r := range rows {
		switch r.Level {
		case catalog.SourceLevel:
			out = append(out, r.Source.Name)
		case catalog.MessageLevel:
			out = append(out, "  "+r.Message.Stream.Label())
		default:
			out = append(out, "    "+r.Signal.Label())
		}
	}
	return out
}

func TestSourcesAreNamedByTheirHeartbeats(t *testing.T) {
	got := text(catalog.New(demo(t)...).Rows("", none))
	for _, want := range []string{"1:1 flight controller (NavLink)", "1:1 quadrotor (ArduPilot)", "ground truth"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
}

func TestOnlyWhatIsOpenIsListed(t *testing.T) {
	c := catalog.New(demo(t)...)
	opened := catalog.Key{}
	for _, r := range c.Rows("", all) {
		if r.Level == catalog.MessageLevel && r.Message.Stream.Label() == "RC_CHANNELS" {
			opened = r.Key()
		}
	}
	source := opened
	source.Stream = nil
	rows := c.Rows("", func(k catalog.Key) bool { return k == opened || k == source })
	got := text(rows)
	if !slices.Contains(got, "    chan[3]") && !slices.Contains(got, "    chan3_raw") {
		t.Errorf("got %q", got)
	}
	fields := 0
	for _, r := range rows {
		if r.Level == catalog.FieldLevel && r.Message.Stream != opened.Stream {
			fields++
		}
	}
	if fields > 0 {
		t.Errorf("%d fields of messages that are shut", fields)
	}
}

func TestAFilterFindsBySourceMessageAndField(t *testing.T) {
	c := catalog.New(demo(t)...)
	for filter, want := range map[string][]string{
		"truth duty[2]":        {"ground truth", "  GROUND_TRUTH", "    duty[2]"},
		"Attitude_Euler PITCH": {"1:1 flight controller (NavLink)", "  ATTITUDE_EULER", "    pitch", "    pitchspeed"},
		"nothing like this":    nil,
		"navlink attitude_eu":  {"1:1 flight controller (NavLink)", "  ATTITUDE_EULER"},
	} {
		if got := text(c.Rows(filter, none)); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", filter, got, want)
		}
	}
}

func TestValuesAreThoseAtTheTime(t *testing.T) {
	logs := demo(t)
	for _, l := range logs {
		for _, r := range catalog.New(l).Rows("", all) {
			if r.Level != catalog.FieldLevel || !r.Signal.Plots() {
				continue
			}
			var decoded *flight.Column
			column := l.Column(r.Signal.Stream, r.Signal.Field, r.Signal.Element)
			if r.Signal.NeedsDecoding() {
				decoded = column
			}
			for _, at := range []time.Duration{0, 7 * time.Second, l.End} {
				v, ok := r.Signal.At(at, decoded)
				row, known := column.At(at)
				if ok != known {
					t.Fatalf("%s at %v: known %v", r.Signal.Name(), at, ok)
				}
				if !ok {
					continue
				}
				if r.Signal.Field.IsInvalid(column.Value[row]) {
					if v.Text != "none" {
						t.Fatalf("%s at %v: %q for a value that says that there is none", r.Signal.Name(), at, v.Text)
					}
					continue
				}
				number, _, _ := strings.Cut(v.Text, " ")
				var got float64
				if _, err := fmt.Sscan(number, &got); err != nil {
					t.Fatalf("%s: %q", r.Signal.Name(), v.Text)
				}
				want := column.Value[row] * r.Signal.Field.Factor()
				if math.Abs(got-want) > 1e-5*math.Abs(want) || math.IsNaN(got) != math.IsNaN(want) || v.At > at {
					t.Fatalf("%s at %v: %q of %v, want %v", r.Signal.Name(), at, v.Text, v.At, want)
				}
			}
		}
	}
}

func TestBeforeItsFirstSampleASignalHasNoValue(t *testing.T) {
	for _, r := range catalog.New(demo(t)...).Rows("", all) {
		if r.Level == catalog.FieldLevel {
			if _, ok := r.Signal.At(-time.Second, nil); ok {
				t.Fatalf("%s has a value before the log begins", r.Signal.Name())
			}
		}
	}
}

func TestTheListEndsBeforeItIsTooLong(t *testing.T) {
	wide := &flight.Message{Name: "WIDE", Fields: []flight.Field{{Name: "x", Type: flight.U8, Array: 250}}}
	l := &flight.Log{}
	for i := range 1000 {
		l.Streams = append(l.Streams, &flight.Stream{Message: wide, Index: uint16(i), Count: 1, Bare: true})
		l.Frames.Append(0, 0, 0, uint16(i), 0, 0)
	}
	rows := catalog.New(l).Rows("", all)
	if n := len(rows); n != catalog.MaxRows || rows[n-1].Level != catalog.MoreLevel {
		t.Errorf("%d rows, the last of level %d", n, rows[n-1].Level)
	}
}
