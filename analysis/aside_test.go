package analysis_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/replay/sim"
)

// whole is a telemetry log without a fault.
func whole() []byte {
	data, _ := sim.Fly(sim.Config{Seed: 1, Length: 20 * time.Second}).TLog()
	return data
}

func TestSpaceThatWasNeverWrittenLeavesALogReadable(t *testing.T) {
	for _, fill := range []byte{0, 0xFF} {
		r := run(t, open(t, "a.tlog", append(whole(), bytes.Repeat([]byte{fill}, 300000)...)))
		v := r.Verdict()
		if !strings.HasPrefix(v, "It can be trusted") || !strings.Contains(v, "its last 300000 bytes are space that was never written") || strings.Contains(v, "cut") {
			t.Errorf("%#x: %q", fill, v)
		}
	}
}

func TestARecordingBehindALogIsNoDamage(t *testing.T) {
	recording, _ := sim.Fly(sim.DemoConfig(2)).VREC(sim.MAVLink)
	// Line ends that lost their CR would be found in it.
	r := run(t, open(t, "a.tlog", slices.Concat(whole(), bytes.ReplaceAll(recording, []byte("\r\n"), []byte("\n")))))
	if v := r.Verdict(); v != "What is shown can be trusted, but with care: another log lies behind it in the file, which was not read." {
		t.Error(v)
	}
	if n := r.Count(flight.Error); n != 0 || len(findingsOf(r, flight.FormatMismatch)) != 1 {
		t.Errorf("%d errors, %+v", n, r.Findings)
	}
}
