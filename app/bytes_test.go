package app

import (
	"slices"
	"testing"
	"time"

	"postflight/analysis/bytemap"
	"postflight/analysis/catalog"
	"postflight/decode/flight"
)

// signalOf is one of a log of a flight, by its name.
func signalOf(t *testing.T, o *opened, l *flight.Log, name string) catalog.Signal {
	t.Helper()
	c := &catalog.Catalog{}
	c.Add(l, o.layingOf(l), nil)
	for _, r := range c.Rows("", func(catalog.Key) bool { return true }) {
		if r.Level == catalog.FieldLevel && r.Signal.Name() == name {
			return r.Signal
		}
	}
	t.Fatalf("no %s", name)
	return catalog.Signal{}
}

func TestSamplesOfAFurtherLogLeadToItsBytes(t *testing.T) {
	telemetry, boots, _, _ := demoLogs(t)
	// The second boot has no place: its samples are not drawn.
	o := mustOpen(t, telemetry, file{path: "both.BIN", data: append(slices.Clone(otherFlight()), boots[1].data...)})
	l := o.others[0].log
	s := signalOf(t, o, l, "ATT.Roll")
	curve, err := o.curve(s)
	if err != nil {
		t.Fatal(err)
	}
	column := l.Column(s.Stream, s.Field, s.Element)
	if n := curve.Series.Len(); n == 0 || n == len(column.Time) || curve.Laid != l {
		t.Fatalf("%d of %d samples are drawn, of %v", n, len(column.Time), curve.Laid)
	}
	for i := 0; i < curve.Series.Len(); i += 97 {
		at, value := curve.Series.At(i)
		place := bytemap.New(l, nil).At(curve.Bytes(i).Offset)
		if place.Field != s.Field || place.Span != curve.Bytes(i) {
			t.Fatalf("sample %d leads to %s, %+v of %+v", i, place.Label, curve.Bytes(i), place.Span)
		}
		frame := place.Frame
		row, ok := slices.BinarySearch(column.Frame, uint32(frame))
		placed, _ := o.layingOf(l).ToFlight(l.Frames.Time[frame])
		if !ok || column.Shown()[row] != value || placed != at {
			t.Fatalf("sample %d of %v at %v leads to frame %d, %v at %v", i, value, at, frame, column.Shown()[row], placed)
		}
	}
}

func TestEveryLogOfAFlightShowsItsBytes(t *testing.T) {
	telemetry, boots, _, truth := demoLogs(t)
	o := mustOpen(t, telemetry, truth, boots[0])
	shown := o.bytes()
	want := []*flight.Log{o.log, o.truth, o.others[0].log}
	for i, l := range want {
		if len(shown) != len(want) || shown[i].Log != l || shown[i].Name == "" {
			t.Fatalf("shown %v", shown)
		}
	}
	panes, err := o.panes()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range panes {
		for _, c := range p.Curves {
			l := o.log
			if c.Laid != nil {
				l = c.Laid
			}
			if c.Bytes == nil {
				t.Errorf("%s %s has no bytes", p.Title, c.Name)
				continue
			}
			for _, i := range []int{0, c.Series.Len() / 2, c.Series.Len() - 1} {
				if span := c.Bytes(i); span.Length <= 0 || span.End() > l.Size() {
					t.Errorf("%s %s: sample %d at %v", p.Title, c.Name, i, span)
				}
			}
		}
	}
}

func TestTheBytesAtThePlayheadAreOfTheLogThatIsShown(t *testing.T) {
	telemetry, boots, _, truth := demoLogs(t)
	o := mustOpen(t, telemetry, truth, boots[0])
	o = o.withMoves(moves{o.others[0].log: time.Second, o.truth: -time.Second})
	const at = 40 * time.Second
	for _, b := range o.bytes() {
		span, ok := o.frameAt(b.Log, at)
		i, _ := slices.BinarySearch(b.Log.Frames.Offset, span.Offset)
		if !ok || i >= b.Log.Frames.Len() {
			t.Fatalf("%s: %v, %v", b.Name, span, ok)
		}
		placed := b.Log.Frames.Time[i]
		if laying := o.laidNow(b.Log); laying != nil {
			placed, _ = laying.ToFlight(placed)
		}
		if placed > at || placed < at-2*time.Second {
			t.Errorf("%s: the record of %v", b.Name, placed)
		}
	}
}
