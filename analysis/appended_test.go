package analysis_test

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/epoch"
	"postflight/decode/flight"
)

// flown is a capture of a vehicle, begun at a time, that has been up for so long and
// counts from a number.
func flown(at time.Time, up time.Duration, seq uint8) []byte {
	c := capture{begun: at, seq: map[flight.Source]uint8{autopilot: seq}}
	for i := range 1500 {
		since := time.Duration(i) * 40 * time.Millisecond
		c.add(since, autopilot, attitudeID, up+since)
	}
	return c.bytes
}

func TestLogsPutEndToEndAreNotCalledAReboot(t *testing.T) {
	first := flown(begun, 5*time.Second, 0)
	for _, c := range []struct {
		name   string
		second []byte
		says   string
	}{
		{"an earlier flight", flown(begun.Add(-time.Hour), 3*time.Second, 77), "jumps from 64.960 s to 3.000 s and its sequence breaks off. "},
		{"an earlier boot that lasted long", flown(begun.Add(-time.Hour), 2*time.Hour, 77), "jumps from 64.960 s to 7200.000 s"},
		{"the same flight", first, "as if a part of it came again."},
	} {
		r := run(t, open(t, "hand.tlog", slices.Concat(first, c.second)))
		f := findingsOf(r, flight.EpochReboot, flight.Restart, flight.EpochCaptureStep)
		if len(f) != 1 || !strings.HasPrefix(f[0].Text, "Another recording likely begins here: the clock of the ground station falls by ") || !strings.Contains(f[0].Text, c.says) {
			t.Errorf("%s: %+v", c.name, f)
		}
		if v := r.Verdict(); v != "What is shown can be trusted, but with care: it is likely of recordings that were put end to end." {
			t.Errorf("%s: %s", c.name, v)
		}
		if s := r.Link.Of(autopilot); s.Lost != 0 || s.Restarts != 0 || len(r.EpochsOf(autopilot)) != 2 {
			t.Errorf("%s: lost %d, restarts %d, epochs %+v", c.name, s.Lost, s.Restarts, r.Epochs)
		}
	}
}

// A later capture looks like a pause of the station in which the vehicle rebooted.
func TestALaterLogBehindOneMayBeAReboot(t *testing.T) {
	r := run(t, open(t, "hand.tlog", slices.Concat(flown(begun, 5*time.Second, 0), flown(begun.Add(time.Hour), 3*time.Second, 77))))
	f := findingsOf(r, flight.EpochReboot)
	if len(f) != 1 || !strings.Contains(f[0].Text, "Against it: nothing was recorded from anyone then: another recording may begin here.") {
		t.Errorf("%+v", f)
	}
}

func TestAClockThatIsSetBackIsNoOtherRecording(t *testing.T) {
	var c capture
	for i := range 3000 {
		at := time.Duration(i) * 40 * time.Millisecond
		stamp := at
		if i >= 1500 {
			stamp -= time.Hour
		}
		c.add(stamp, autopilot, attitudeID, at+5*time.Second)
	}
	if f := findingsOf(c.report(t), flight.EpochCaptureStep); len(f) != 1 || !strings.Contains(f[0].Text, "was set back by") {
		t.Errorf("%+v", f)
	}
}

// onboard is a log of a vehicle: its firmware, and a second of attitudes from a time
// since power-up on.
func onboard(firmware string, from time.Duration) []byte {
	format := func(kind, length byte, name, letters, columns string) []byte {
		b := make([]byte, 89)
		copy(b, []byte{0xA3, 0x95, 0x80, kind, length})
		copy(b[5:], name)
		copy(b[9:], letters)
		copy(b[25:], columns)
		return b
	}
	b := slices.Concat(format(128, 89, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns"),
		format(130, 75, "MSG", "QZ", "TimeUS,Message"), format(131, 13, "ATT", "Qh", "TimeUS,Roll"))
	b = binary.LittleEndian.AppendUint64(append(b, 0xA3, 0x95, 130), uint64(from.Microseconds()))
	b = append(append(b, firmware...), make([]byte, 64-len(firmware))...)
	for i := range 50 {
		b = append(b, 0xA3, 0x95, 131)
		b = binary.LittleEndian.AppendUint64(b, uint64((from + time.Duration(i)*20*time.Millisecond).Microseconds()))
		b = append(b, 0, 0)
	}
	return b
}

func TestAnOnboardLogBehindAnotherIsNamed(t *testing.T) {
	first := onboard("ArduCopter V4.4.4 (865cffa5)", 100*time.Second)
	for _, up := range []time.Duration{5 * time.Second, 265 * time.Second} {
		r := run(t, open(t, "hand.BIN", slices.Concat(first, onboard("ArduSub V4.1.0 (89639005)", up))))
		f := findingsOf(r, flight.EpochReboot, flight.EpochCaptureStep, flight.TimeGap)
		if len(f) != 1 || !strings.HasPrefix(f[0].Text, "Another log begins here, of ArduSub V4.1.0: its formats start over") || f[0].Span.Offset != int64(len(first)) {
			t.Errorf("up %v: %+v", up, f)
		}
		e := r.EpochsOf(0)
		if len(e) != 2 || e[1].Clock != epoch.Recording || !math.IsNaN(e[1].From) || !math.IsNaN(e[1].To) {
			t.Errorf("up %v: %+v", up, e)
		}
		var text strings.Builder
		if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "the recording begins anew") {
			t.Errorf("up %v: %v, %s", up, err, text.String())
		}
	}
}
