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

// A block that never came leaves a head of one entry and a tail of another.
func TestABlockOfZerosThatCutsAnEntryIsNamed(t *testing.T) {
	around := func(head, zeros, tail int) []byte {
		return slices.Concat(slices.Repeat([]byte{0xA7}, head), make([]byte, zeros), slices.Repeat([]byte{0x53}, tail))
	}
	scattered := make([]byte, 400) // as payloads are, of which much is zero
	for i := 0; i < len(scattered); i += 40 {
		scattered[i] = 9
	}
	const zeros, junk = "junk, most of them zero", scan.ReasonChecksum
	for _, c := range []struct {
		name, want string
		junk       []byte
	}{
		{"a page between two halves", zeros, around(30, 4096, 17)},
		{"the shortest block", zeros, around(8, 64, 8)},
		{"one that is shorter", junk, around(8, 63, 8)},
		{"as much else as may be", zeros, around(50, 300, 50)},
		{"more than that", junk, around(51, 300, 50)},
		{"one that nothing follows", zeros, around(30, 512, 0)},
		{"zeros here and there", junk, scattered},
	} {
		var b logtest.Builder
		b.Add(logtest.Frame{Message: logtest.Heartbeat})
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonChecksum}, c.junk)
		b.Add(logtest.Frame{Message: logtest.Heartbeat, Seq: 1, Fresh: true})
		l := b.Log()
		if got, _ := link.Reasons(t.Context(), l); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if f := find(count(l), flight.ZeroRun); (len(f) == 1) != (c.want == zeros) {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
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
		{flight.DataFlash, scan.ReasonText, []byte("hello\r\n"), "text between the records"},
		{flight.DataFlash, scan.ReasonZeros, make([]byte, 40), "zero where a record should be"},
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
