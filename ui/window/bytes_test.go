package window

import (
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/bytemap"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

func TestTimesOfBytesAreThoseOfTheFlight(t *testing.T) {
	w, _ := newTestWindow(t)
	f := testFlight(t)
	b := &f.Bytes[1]
	l := b.Log
	l.Streams = []*flight.Stream{{Message: &flight.Message{Name: "M"}, Count: 1, Bare: true}}
	l.Frames.Append(0, 30*time.Second, 100, 0, 0, 0)
	b.Map, b.Laying = bytemap.New(l, nil), timebase.Shifted(5*time.Second)
	f.Laid = []Laid{{Log: l, Name: b.Name, Tell: func(time.Duration) []string { return nil }}}
	w.ShowFlight(f)
	for moved, want := range map[time.Duration]string{0: "00:25.000", 2 * time.Second: "00:27.000"} {
		w.MoveLog(l, moved)
		w.ShowBytes(l, flight.Span{Offset: 40, Length: 1})
		if got := w.bytes.Said()[0]; !strings.Contains(got, want) {
			t.Errorf("moved by %v: says %q, want %s", moved, got, want)
		}
	}
}

func TestBytesOfAFurtherLogAreShownAsItsOwn(t *testing.T) {
	w, a := newTestWindow(t)
	f := testFlight(t)
	w.ShowFlight(f)
	w.stack.OnBytes(f.Bytes[1].Log, flight.Span{Offset: 40, Length: 4})
	if from, length := w.bytes.Selected(); w.BytesLog() != f.Bytes[1].Log || from != 40 || length != 4 {
		t.Errorf("%d bytes from %d of %s", length, from, w.BytesLog().Path)
	}
	w.stack.OnBytes(nil, flight.Span{Offset: 7, Length: 1})
	if w.BytesLog() != f.Bytes[0].Log || w.bytes.Chosen() != 7 {
		t.Errorf("byte %d of %s", w.bytes.Chosen(), w.BytesLog().Path)
	}
	w.bytes.ShowLog(1)
	f.Findings[0].Span = flight.Span{Offset: 12, Length: 2}
	if w.findings.Choose(0); w.BytesLog() != f.Bytes[0].Log || w.bytes.Chosen() != 12 {
		t.Errorf("a finding of the first log marks byte %d of %s", w.bytes.Chosen(), w.BytesLog().Path)
	}
	if slices.Contains(a.calls, "byte") {
		t.Error("what is shown was reported as chosen")
	}
}
