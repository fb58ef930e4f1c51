package sim_test

import (
	"strings"
	"testing"
	"time"
)

const wallForm = "2006-01-02T15:04:05.000Z07:00"

func lines(t *testing.T, text []byte) []string {
	t.Helper()
	whole, ended := strings.CutSuffix(string(text), "\n")
	if !ended {
		t.Fatalf("ends %q", text[len(text)-10:])
	}
	return strings.Split(whole, "\n")
}

func TestEachLineOfTheNavigatorLogBeginsWithTheStationsClock(t *testing.T) {
	text, truth := shortFlight().NavigatorLog()
	all := lines(t, text)
	if len(all) != truth.Lines || len(all) < 15 || truth.Start != all[0][:len("2026-06-17T09:14:57.800Z")] {
		t.Fatalf("%d lines from %s, want %d from %s", len(all), all[0], truth.Lines, truth.Start)
	}
	var last time.Time
	var falls []time.Duration
	for _, l := range all {
		first, rest, _ := strings.Cut(l, " ")
		at, err := time.Parse(wallForm, first)
		if err != nil || !strings.HasSuffix(first, "Z") || rest == "" {
			t.Fatalf("%q: %v", l, err)
		}
		if at.Before(last) {
			falls = append(falls, last.Sub(at))
		}
		last = at
	}
	if len(falls) > 1 {
		t.Errorf("the clock falls by %v", falls)
	}
}

func TestTheSessionLogHoldsTheSameLinesWithATimeOfDay(t *testing.T) {
	whole, _ := shortFlight().NavigatorLog()
	text, truth := shortFlight().SessionLog()
	all := lines(t, text)
	if len(all) != truth.Lines || truth.Start != "" {
		t.Errorf("%d lines, want %d; starts %q", len(all), truth.Lines, truth.Start)
	}
	for _, l := range all {
		if len(l) < 16 || l[0] != '[' || l[13:15] != "] " {
			t.Fatalf("%q", l)
		}
		if !strings.Contains(string(whole), "T"+l[1:13]+"Z "+l[15:]+"\n") {
			t.Errorf("%q is not in the whole log", l)
		}
	}
}

func TestTheTextLogsTellWhatHappened(t *testing.T) {
	text, _ := shortFlight().NavigatorLog()
	at := 0
	for _, want := range []string{
		"session start", "link /dev/ttyUSB0 open", "nav: IN_AIR", "[ERROR] vehicle 1:1 is silent",
		"vehicle 1:1 is back", "boot: quad-x", "nav: FAILSAFE", "nav: STANDBY", "link closed", "session end",
	} {
		i := strings.Index(string(text)[at:], want)
		if i < 0 {
			t.Fatalf("no %q behind byte %d of\n%s", want, at, text)
		}
		at += i
	}
}
