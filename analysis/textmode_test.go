package analysis_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
)

// Each stamp of these days holds a byte 0A, which copying as text makes two of.
func TestALogCopiedAsTextOfWhichEachStampIsDamagedIsNoUnknownContainer(t *testing.T) {
	c := capture{begun: time.Unix(1_700_000_000, 0)}
	for i := range 600 {
		c.add(time.Duration(i)*40*time.Millisecond, autopilot, heartbeatID, 0)
	}
	r := run(t, open(t, "hand.tlog", bytes.ReplaceAll(c.bytes, []byte("\n"), []byte("\r\n"))))
	if f := findingsOf(r, flight.TextModeDamage); len(f) != 1 || !strings.Contains(f[0].Text, "It was likely a telemetry log") {
		t.Errorf("%+v", f)
	}
	for _, f := range findingsOf(r, flight.FormatMismatch, flight.JunkRun) {
		if f.Severity != flight.Info {
			t.Errorf("%+v", f)
		}
	}
}
