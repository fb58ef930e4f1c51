package link_test

import (
	"slices"
	"strings"
	"testing"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

// stamped is text as a station leaves it that stamps every byte.
func stamped(text string) []byte {
	var out []byte
	for i := range len(text) {
		out = append(append(out, 0, 6, 0x34, 0xAB, 1, 2, 3, byte(i)), text[i])
	}
	return out
}

func TestARunOfJunkHasOneReasonEverywhere(t *testing.T) {
	for _, c := range []struct {
		format flight.Format
		reason string
		junk   []byte
		want   string
	}{
		{flight.TLog, scan.ReasonChecksum, stamped("Init ArduRover"), "text between the frames, a byte an entry"},
		{flight.TLog, scan.ReasonText, []byte("hello\r\n"), "text between the frames"},
		{flight.Raw, scan.ReasonText, sentence("GPGLL,4807.0,N"), "text between the frames, 1 NMEA sentence"},
		{flight.Raw, scan.ReasonNoFrame, ublox(1, 7, 1, 2, 3), "1 u-blox packet"},
		{flight.Raw, scan.ReasonZeros, make([]byte, 40), "zero where a frame should be"},
		{flight.Raw, scan.ReasonNoFrame, []byte{1, 2, 3}, scan.ReasonNoFrame},
	} {
		var b logtest.Builder
		b.Add(logtest.Frame{Message: logtest.Heartbeat})
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: c.reason}, c.junk)
		l := b.Log()
		l.Format = c.format
		if got, _ := link.Reasons(t.Context(), l); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q, want %q", got, c.want)
		}
		told := false
		for _, f := range count(l).Findings {
			told = told || f.Span == l.Damage[0].Span && strings.Contains(strings.ToLower(f.Text), strings.ToLower(c.want))
		}
		if !told {
			t.Errorf("no finding says %q: %+v", c.want, count(l).Findings)
		}
	}
}
