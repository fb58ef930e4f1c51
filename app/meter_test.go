package app

import (
	"bytes"
	"testing"
	"time"
)

func TestWhatTakesLongShowsHowFarItIsAndThenMakesRoom(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	m := &meter{out: &out, now: func() time.Time { return now }}
	m.next = now.Add(patience)
	m.tell("Reading a.tlog", 0.1)
	m.clear()
	if out.Len() > 0 {
		t.Errorf("at once it says %q", out.String())
	}
	now = now.Add(patience)
	m.tell("Reading a.tlog", 0.25)
	m.tell("Reading a.tlog", 0.26)
	now = now.Add(patience)
	m.tell("Analysing", notKnown)
	m.clear()
	m.clear()
	if want := "\rReading a.tlog  25 %\rAnalysing           \r         \r"; out.String() != want {
		t.Errorf("it says %q, want %q", out.String(), want)
	}
}

func TestNothingIsShownWhereThereIsNoTerminal(t *testing.T) {
	in := &invocation{stderr: new(bytes.Buffer)}
	m := in.meter()
	m.next = time.Time{}
	m.tell("Reading a.tlog", 0.5)
	m.clear()
	if got := in.stderr.(*bytes.Buffer).String(); got != "" {
		t.Errorf("it says %q", got)
	}
}
