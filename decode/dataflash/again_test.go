package dataflash_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
)

// dated is a log of ten GPS records, 200 ms apart, from a time since power-up on, of a
// vehicle that powered up so long after midnight.
func dated(from, power time.Duration) *logBuilder {
	b := newLog().gpsFormat()
	for i := range 10 {
		at := from + time.Duration(i)*200*time.Millisecond
		b.gps(uint64(at.Microseconds()), 0, 3, uint32((power + at + 18*time.Second).Milliseconds()), week2400)
	}
	return b
}

func TestFormatsThatStartOverAreAnotherLog(t *testing.T) {
	first := dated(100*time.Second, time.Hour)
	for name, c := range map[string]struct {
		second []byte
		again  bool
	}{
		"a later log of the same boot":         {dated(500*time.Second, time.Hour).b, true},
		"the same log":                         {first.b, true},
		"a log of another boot":                {dated(5*time.Second, 2*time.Hour).b, false},
		"a log of another, of a higher uptime": {dated(500*time.Second, 9*time.Hour).b, false},
		"a log without a date":                 {newLog().attFormat().att(5_000_000, 0, 0).att(6_800_000, 0, 0).b, false},
	} {
		l := open(t, slices.Concat(first.b, c.second))
		if len(l.Boots) > 0 || len(l.Steps) != 1 {
			t.Errorf("%s: boots %+v, steps %+v", name, l.Boots, l.Steps)
			continue
		}
		s := l.Steps[0]
		if !s.Joined || s.Again != c.again || s.Offset != int64(len(first.b)) || s.From != 101800*time.Millisecond || l.End != 3600*time.Millisecond {
			t.Errorf("%s: %+v, end %v", name, s, l.End)
		}
		if got := l.Start.Format(time.TimeOnly); got != "01:01:40" {
			t.Errorf("%s: starts at %s", name, got)
		}
	}
}

func TestAPartThatComesAgainIsNoReboot(t *testing.T) {
	b := dated(100*time.Second, time.Hour)
	at := int64(len(b.b))
	again := dated(95*time.Second, time.Hour)
	l := open(t, slices.Concat(b.b, again.b[2*89:]))
	if len(l.Boots) > 0 || len(l.Steps) != 1 || !l.Steps[0].Again || l.Steps[0].Offset != at {
		t.Errorf("boots %+v, steps %+v", l.Boots, l.Steps)
	}
	reboot := dated(5*time.Second, time.Hour+103*time.Second)
	if l := open(t, slices.Concat(b.b, reboot.b[2*89:])); len(l.Boots) != 1 || len(l.Steps) > 0 {
		t.Errorf("boots %+v, steps %+v", l.Boots, l.Steps)
	}
}

func TestAClockThatFallsWhileDatesGoOnBringsNothingAgain(t *testing.T) {
	b := dated(100*time.Second, time.Hour)
	l := open(t, slices.Concat(b.b, dated(100500*time.Millisecond, time.Hour+1500*time.Millisecond).b[2*89:]))
	if len(l.Boots) != 1 || len(l.Steps) > 0 {
		t.Errorf("boots %+v, steps %+v", l.Boots, l.Steps)
	}
}

func TestAVehicleThatRebootsWithinSecondsDidReboot(t *testing.T) {
	b := dated(500*time.Millisecond, time.Hour)
	l := open(t, slices.Concat(b.b, dated(500*time.Millisecond, time.Hour+1900*time.Millisecond).b[2*89:]))
	if len(l.Boots) != 1 || len(l.Steps) > 0 {
		t.Errorf("boots %+v, steps %+v", l.Boots, l.Steps)
	}
}

func TestFormatsOfTextThatStartOverAreAnotherLog(t *testing.T) {
	l := openText(t, textLog+textLog)
	if len(l.Boots) > 0 || len(l.Steps) != 1 || !l.Steps[0].Joined || l.Steps[0].Offset != int64(len(textLog)+strings.Index(textLog, "FMT")) {
		t.Errorf("boots %+v, steps %+v", l.Boots, l.Steps)
	}
}

func TestFormatsDescribedLateAreNoOtherLog(t *testing.T) {
	b := newLog().attFormat().att(5_000_000, 0, 0).gpsFormat().att(6_000_000, 0, 0)
	if l := open(t, b.b); len(l.Steps) > 0 || finding(l, flight.LateFormat) == nil {
		t.Errorf("steps %+v, %+v", l.Steps, l.Findings)
	}
}
