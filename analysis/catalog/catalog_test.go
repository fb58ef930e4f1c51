package catalog_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/bytemap"
	"postflight/analysis/catalog"
	"postflight/analysis/epoch"
	"postflight/analysis/gap"
	"postflight/analysis/timebase"
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
				known = known && gap.HoldOf(column.Time, nil).Reaches(column.Time[row], at)
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

func TestAValueEndsWithItsEpochAndInASilence(t *testing.T) {
	m := &flight.Message{Name: "M", Fields: []flight.Field{{Name: "x", Type: flight.U8}}}
	l := &flight.Log{Streams: []*flight.Stream{{Source: 0x0101, Message: m, Count: 20, Bare: true}}, Data: make([]byte, 20)}
	for i := range 20 {
		at := time.Duration(i) * time.Second
		if i >= 10 {
			at += 20 * time.Second
		}
		l.Frames.Append(int64(i), at, 1, 0, 0, 0)
	}
	c := &catalog.Catalog{}
	c.Add(l, nil, []epoch.Epoch{{Source: 0x0101}, {Source: 0x0101, Index: 1, Start: 31500 * time.Millisecond}, {Source: 0x0202, Start: time.Second}})
	for _, r := range c.Rows("", all) {
		if r.Level != catalog.FieldLevel {
			continue
		}
		for at, want := range map[time.Duration]bool{
			2 * time.Second: true, 13 * time.Second: true, 14 * time.Second: false, 29 * time.Second: false,
			31 * time.Second: true, 31700 * time.Millisecond: false, 32 * time.Second: true,
		} {
			if _, ok := r.Signal.At(at, nil); ok != want {
				t.Errorf("at %v: %v", at, ok)
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

func TestAValueOfALaidLogHoldsFromWhereItLies(t *testing.T) {
	l := demo(t)[0]
	c := &catalog.Catalog{}
	const later = 3 * time.Second
	c.Add(l, timebase.Shifted(-later), nil)
	plain := catalog.New(l)
	laid, own := c.Rows("HEARTBEAT", all), plain.Rows("HEARTBEAT", all)
	compared := 0
	for i := range laid {
		if laid[i].Level != catalog.FieldLevel || laid[i].Signal.NeedsDecoding() {
			continue
		}
		for at := time.Duration(0); at < l.End; at += 1700 * time.Millisecond {
			want, ok := own[i].Signal.At(at, nil)
			got, laidOK := laid[i].Signal.At(at+later, nil)
			if ok != laidOK || ok && (got.Text != want.Text || got.At != want.At+later) {
				t.Fatalf("%s at %v: %+v, %v; want %+v, %v later", laid[i].Signal.Name(), at, got, laidOK, want, ok)
			}
			compared++
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

func TestWhatCameInABurstHasNoRate(t *testing.T) {
	m := &flight.Message{Name: "M", Fields: []flight.Field{{Name: "x", Type: flight.U8}}}
	for name, c := range map[string]struct {
		every time.Duration
		end   time.Duration
		rate  float64
	}{
		"all at once":                       {0, 100 * time.Second, math.NaN()},
		"in less than a second":             {50 * time.Millisecond, time.Second, math.NaN()},
		"at the beginning alone":            {500 * time.Millisecond, 100 * time.Second, math.NaN()},
		"over a good part of the log":       {500 * time.Millisecond, 50 * time.Second, 2},
		"over a short log, for two seconds": {200 * time.Millisecond, 3 * time.Second, 5},
	} {
		l := &flight.Log{End: c.end, Streams: []*flight.Stream{{Source: 0x0101, Message: m, Count: 11, Bare: true}}, Data: make([]byte, 11)}
		for i := range 11 {
			l.Frames.Append(int64(i), time.Duration(i)*c.every, 1, 0, 0, 0)
		}
		if got := catalog.New(l).Sources[0].Messages[0].Rate; got != c.rate && !(math.IsNaN(got) && math.IsNaN(c.rate)) {
			t.Errorf("%s: %v, want %v", name, got, c.rate)
		}
	}
}

func TestAShortValueHasFourSignificantDigits(t *testing.T) {
	for v, want := range map[float64]string{-1.23456789: "-1.235", 123456.7: "123457", 0.000123456: "0.0001235", 1e12: "1e+12", 9999.5: "10000", 5: "5"} {
		if got := bytemap.Round(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
