package events_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"postflight/analysis/events"
	"postflight/decode"
	"postflight/decode/flight"
)

// said is the events as "text" or, where the severity matters, "n: text".
func said(l *flight.Log) []string {
	var out []string
	for _, e := range events.Messages(l) {
		out = append(out, e.Text)
	}
	return out
}

func expect(t *testing.T, b *builder, want ...string) {
	t.Helper()
	if got := said(&b.log); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

const fifty = "01234567890123456789012345678901234567890123456789"

func TestChunksOfATextAreJoined(t *testing.T) {
	var b builder
	b.add(copter, statusText, values{"text": fifty, "id": 7, "severity": 4})
	b.add(copter, statusText, values{"text": " end", "id": 7, "chunk_seq": 1, "severity": 4})
	b.add(copter, statusText, values{"text": "plain", "severity": 6})
	expect(t, &b, fifty+" end", "plain")
	if e := events.Messages(&b.log)[0]; e.Time != 0 || e.Severity != events.Warning || e.Span.Offset != 0 {
		t.Errorf("got %+v", e)
	}
}

func TestATextThatFillsItsNavLinkFrameGoesOnInTheNext(t *testing.T) {
	var b builder
	add := func(text string, severity int) {
		b.add(copter, navText, values{"text": text, "severity": severity})
	}
	add(fifty, 6)
	add(", end", 6)
	b.together()
	add(fifty, 6)
	add(fifty, 6)
	b.together()
	b.again()
	add("!", 6)
	b.together()
	add(fifty, 6) // its end was lost
	b.seq++
	add("later", 6)
	b.together()
	add(fifty, 6)
	add("long after", 6)
	add(fifty, 6)
	add("graver", 2)
	b.together()
	expect(t, &b, fifty+", end", fifty+fifty+"!", fifty, "later", fifty, "long after", fifty, "graver")
}

func TestAFullMAVLinkTextWithoutANumberIsWhole(t *testing.T) {
	var b builder
	b.add(copter, statusText, values{"text": fifty})
	b.add(copter, statusText, values{"text": "next"})
	b.together()
	expect(t, &b, fifty, "next")
}

func TestAMissingChunkIsMarked(t *testing.T) {
	var b builder
	b.add(copter, statusText, values{"text": fifty, "id": 7})
	b.add(copter, statusText, values{"text": "end", "id": 7, "chunk_seq": 2})
	b.add(copter, statusText, values{"text": fifty, "id": 8})
	expect(t, &b, fifty+"[…]end", fifty)
}

func TestATextThatCameTwiceIsSaidOnce(t *testing.T) {
	var b builder
	b.add(copter, statusText, values{"text": "hello"})
	b.again()
	b.add(copter, statusText, values{"text": "hello"})
	b.add(copter, statusText, values{"text": fifty, "id": 7})
	b.again()
	b.add(copter, statusText, values{"text": ".", "id": 7, "chunk_seq": 1})
	b.again()
	expect(t, &b, "hello", "hello", fifty+".")
}

func TestControlCharactersOfALogAreEscaped(t *testing.T) {
	var b builder
	b.add(copter, statusText, values{"text": "a\x1b[31mred\x07\xff\tb\r\n"})
	b.add(copter, statusText, values{"text": "left \u202e right é"})
	expect(t, &b, `a\x1b[31mred\x07\xff b`, `left \u202e right é`)
}

func TestModesAndArmingAreTakenFromAutopilotsAlone(t *testing.T) {
	var b builder
	beat := func(source flight.Source, kind, autopilot, base, custom int) {
		b.add(source, heartbeat, values{"type": kind, "autopilot": autopilot, "base_mode": base, "custom_mode": custom})
	}
	beat(copter, 2, 3, 1, 0)
	beat(gimbal, 26, 8, 1, 77)
	beat(copter, 26, 8, 129, 5) // a gimbal under the vehicle's id
	beat(copter, 2, 3, 129, 0)
	beat(copter, 2, 3, 129, 5)
	beat(copter, 2, 3, 129, 5)
	beat(copter, 2, 3, 1, 5)
	expect(t, &b, "Mode STABILIZE when first heard", "Armed", "Mode LOITER", "Disarmed")
}

func TestNavLinkTellsStatesAndModes(t *testing.T) {
	var b builder
	for _, state := range []int{2, 4, 5, 5, 6} {
		b.add(copter, navBeat, values{"nav_state": state})
	}
	b.add(copter, navMode, values{"mode": 0})
	b.add(copter, navMode, values{"mode": 1})
	expect(t, &b, "State STANDBY when first heard", "State ARMED", "Armed", "State IN_AIR", "State FAILSAFE",
		"Mode ANGLE when first heard", "Mode ACRO")
}

func TestAnOnBoardLogTellsByName(t *testing.T) {
	var b builder
	b.add(0, msg, values{"Message": "ArduCopter V4.5.7"})
	b.add(0, mode, values{"Mode": 5, "ModeNum": 5})
	b.add(0, mode, values{"Mode": 6, "ModeNum": 6})
	b.add(0, ev, values{"Id": 11})
	b.add(0, ev, values{"Id": 10})
	b.add(0, ev, values{"Id": 18})
	b.add(0, ev, values{"Id": 11})
	b.add(0, ev, values{"Id": 250})
	b.add(0, fail, values{"Subsys": 6, "ECode": 1})
	b.add(0, fail, values{"Subsys": 6})
	b.add(0, fail, values{"Subsys": 200, "ECode": 3})
	expect(t, &b, "ArduCopter V4.5.7", "Mode LOITER when first heard", "Mode RTL", "Event: disarmed", "Armed",
		"Event: landing complete", "Disarmed", "Event: number 250", "Error: failsafe battery, code 1",
		"Error resolved: failsafe battery", "Error: subsystem 200, code 3")
}

func TestParametersListTheirChanges(t *testing.T) {
	var b builder
	tell := func(name string, v float32) {
		b.add(copter, paramValue, values{"param_id": name, "param_value": v, "param_type": 9})
	}
	tell("RTL_ALT", 15)
	tell("ANGLE_MAX", 30)
	tell("RTL_ALT", 15)
	tell("RTL_ALT", 20)
	tell("SIXTEEN_CHARS_LO", 1)
	got := events.Parameters(&b.log)
	if len(got) != 3 || got[0].Name != "ANGLE_MAX" || got[1].Name != "RTL_ALT" || got[2].Name != "SIXTEEN_CHARS_LO" {
		t.Fatalf("got %+v", got)
	}
	p := got[1]
	if p.First() != 15 || p.Last() != 20 || p.Count != 3 || !p.Changed() || got[0].Changed() || p.Source != copter {
		t.Errorf("got %+v", p)
	}
	if c := p.Values[1]; c.Time != 3*time.Second || c.Span.Offset != b.log.Frames.Offset[3] || c.Span.Length != int64(b.log.Frames.Length[3]) {
		t.Errorf("the change is at %+v", c)
	}
	if !math.IsNaN(p.Default) {
		t.Errorf("default %v", p.Default)
	}
}

func TestWholeNumbersOfPX4KeepTheirBits(t *testing.T) {
	var b builder
	b.add(copter, heartbeat, values{"type": 2, "autopilot": 12})
	b.add(copter, paramValue, values{"param_id": "COM_X", "param_value": math.Float32frombits(0xFFFFFFF9), "param_type": 6})
	if got := events.Parameters(&b.log)[0].First(); got != -7 {
		t.Errorf("got %v, want -7", got)
	}
}

func TestParametersOfAnOnBoardLogKnowTheirDefaults(t *testing.T) {
	var b builder
	b.add(0, parm, values{"Name": "WPNAV_SPEED", "Value": float32(750), "Default": float32(1000)})
	p := events.Parameters(&b.log)[0]
	if p.Name != "WPNAV_SPEED" || p.First() != 750 || p.Default != 1000 {
		t.Errorf("got %+v", p)
	}
}

func TestALogWithoutEventsHasNone(t *testing.T) {
	if got := events.Messages(&flight.Log{}); got != nil {
		t.Errorf("got %v", got)
	}
	if got := events.Parameters(&flight.Log{}); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestRealLogsTellSomething(t *testing.T) {
	folder := os.Getenv("POSTFLIGHT_LOGS")
	if folder == "" {
		t.Skip("POSTFLIGHT_LOGS names no folder")
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, path := range paths {
		l, err := decode.Open(t.Context(), path, nil)
		if err != nil {
			continue
		}
		found, parameters := events.Messages(l), events.Parameters(l)
		last := time.Duration(0)
		for _, e := range found {
			if e.Time < last || e.Span.Length <= 0 || e.Span.End() > l.Size() {
				t.Errorf("%s: %+v after %v", path, e, last)
			}
			last = e.Time
		}
		summary := fmt.Sprintf("%s: %d events, %d parameters", filepath.Base(path), len(found), len(parameters))
		for _, e := range found[:min(len(found), 6)] {
			summary += fmt.Sprintf("\n    %v %s %d %s", e.Time, e.Source, e.Severity, e.Text)
		}
		t.Log(summary)
	}
}
