package epoch_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

// status and command are messages that tell of a reboot; beat is a heartbeat
// with a state.
var (
	status = &flight.Message{ID: 253, Name: "STATUSTEXT", MinLength: 30, MaxLength: 30, Fields: []flight.Field{
		{Name: "severity", Type: flight.U8}, {Name: "text", Type: flight.Char, Offset: 1, Array: 29},
	}}
	command = &flight.Message{ID: 76, Name: "COMMAND_LONG", MinLength: 2, MaxLength: 2, Fields: []flight.Field{
		{Name: "command", Type: flight.U16},
	}}
	stateful = &flight.Message{ID: 0, Name: "HEARTBEAT", MinLength: 2, MaxLength: 2, Fields: []flight.Field{
		{Name: "system_status", Type: flight.U8}, {Name: "base_mode", Type: flight.U8, Offset: 1},
	}}
	clockTime = &flight.Message{ID: 2, Name: "SYSTEM_TIME", MinLength: 12, MaxLength: 12, Fields: []flight.Field{
		{Name: "time_boot_ms", Type: flight.U32}, {Name: "time_unix_usec", Type: flight.U64, Offset: 4},
	}}
)

// write puts bytes into the payload of the frame added last.
func (s *sender) write(m *flight.Message, source flight.Source, payload []byte) *sender {
	bytes := s.Add(logtest.Frame{At: s.at, Source: source, Message: m, Seq: s.seq})
	data := s.Log().Data
	copy(data[len(data)-len(bytes)+10:], payload)
	s.at += 100 * time.Millisecond
	if source == 0 {
		s.seq++
	}
	return s
}

func (s *sender) say(text string) *sender { return s.write(status, 0, append([]byte{6}, text...)) }

func (s *sender) state(state, mode byte) *sender { return s.write(stateful, 0, []byte{state, mode}) }

func (s *sender) date(boot, seconds byte) *sender {
	return s.write(clockTime, 0, []byte{0, boot, 0, 0, 0, 0, 0, seconds})
}

func (s *sender) wait(d time.Duration) *sender { s.at += d; return s }

func ramp(from, step float64, n int) []float64 {
	var out []float64
	for i := range n {
		out = append(out, from+step*float64(i))
	}
	return out
}

func TestARebootListsWhatAgreesAndWhatDoesNot(t *testing.T) {
	before := func() *sender { return new(sender).number(200).boot(ramp(60000, 100, 20)...) }
	for _, c := range []struct {
		name     string
		log      *sender
		has, not string
	}{
		{"nothing else", before().boot(ramp(100, 100, 9)...), "Against it: its sequence goes on, from 219 to 220", "For it"},
		{"the sequence", before().number(0).boot(ramp(100, 100, 9)...), "For it: its sequence starts anew, 0 after 219.", "Against"},
		{"a silence", before().wait(5 * time.Second).number(0).boot(ramp(100, 100, 9)...), "nothing came from it for 5.1 s", "Against"},
		{"a silence too short", before().number(0).boot(ramp(30000, 100, 9)...), "it says to be up for 30.0 s, but its last frame before came 0.1 s ago", "nothing came"},
		{"a text", before().number(0).boot(ramp(100, 100, 9)...).say("ArduPilot Ready"), `it says "ArduPilot Ready"`, "Against"},
		{"a text that tells nothing", before().number(0).boot(ramp(100, 100, 9)...).say("Low battery"), "starts anew", "it says"},
		{"a heartbeat of one that starts", before().state(4, 0x80).number(0).state(1, 0).boot(ramp(100, 100, 9)...), "heartbeat says that it is starting up", "Against"},
		{"a heartbeat of one that stays armed", before().state(4, 0x80).number(0).state(4, 0x80).boot(ramp(100, 100, 9)...), "Against it: it is armed before and after", ""},
		{"one that was armed", before().state(4, 0x80).number(0).state(3, 0).boot(ramp(100, 100, 9)...), "was armed and is not any more", "Against"},
		{"a date that goes on", before().date(242, 1).number(0).boot(ramp(100, 100, 9)...).date(4, 2), "SYSTEM_TIME falls as well, while its date goes on", "Against"},
		{"a date that is lost", before().date(242, 1).number(0).boot(ramp(100, 100, 9)...).date(4, 0), "SYSTEM_TIME has lost the date", "Against"},
		{"a date that falls", before().date(242, 2).number(0).boot(ramp(100, 100, 9)...).date(4, 1), "date in SYSTEM_TIME falls as well", ""},
		{"a request", before().write(command, flight.MakeSource(255, 190), []byte{246, 0}).number(0).boot(ramp(100, 100, 9)...), "255:190 had asked for a reboot 0.1 s before", "Against"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := find(c.log.Log())
			if kinds(r.Findings) != "epoch-reboot" {
				t.Fatalf("findings %+v", r.Findings)
			}
			if text := r.Findings[0].Text; !strings.Contains(text, c.has) || c.not != "" && strings.Contains(text, c.not) {
				t.Errorf("got %q", text)
			}
		})
	}
}

func TestASmallFallIsNoEpochButAFinding(t *testing.T) {
	before := func() *sender { return new(sender).number(200).boot(ramp(4000, 100, 40)...) }
	late := append(ramp(5000, 100, 12), ramp(8100, 100, 20)...)
	for _, c := range []struct {
		name     string
		log      *sender
		findings string
		restarts int
	}{
		{"with a sequence that starts anew", before().wait(3 * time.Second).number(0).boot(ramp(2400, 100, 30)...), "restart", 1},
		{"with one that starts anew, but sooner than it says", before().number(0).boot(ramp(2400, 100, 30)...), "clock-outlier", 0},
		{"with one that goes on", before().boot(ramp(2400, 100, 30)...), "clock-outlier", 0},
		{"frames that come late in a burst", before().boot(late...), "", 0},
		{"one that is late", before().boot(5000).boot(ramp(8000, 100, 20)...), "", 0},
		{"a second", before().boot(ramp(6900, 100, 30)...), "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := find(c.log.Log())
			if len(r.Epochs) != 1 || kinds(r.Findings) != c.findings || len(r.Restarts) != c.restarts {
				t.Errorf("%d epochs, restarts %+v, findings %+v", len(r.Epochs), r.Restarts, r.Findings)
			}
			if c.restarts == 1 && (r.Restarts[0].Reboot || !strings.Contains(r.Findings[0].Text, "likely rebooted")) {
				t.Errorf("%+v", r)
			}
		})
	}
}
