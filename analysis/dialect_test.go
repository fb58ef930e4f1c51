package analysis_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/decode/flight"
)

// otherDialect is a capture in which every third frame is of another dialect, and
// so many frames in a row are missing.
func otherDialect(t *testing.T, missing int) *analysis.Report {
	var c capture
	for i := range 1500 {
		at := time.Duration(i) * 40 * time.Millisecond
		if i == 700 {
			c.seq[autopilot] += uint8(missing)
		}
		if i%3 > 0 {
			c.add(at, autopilot, attitudeID, at)
			continue
		}
		c.add(at, autopilot, systemTimeID, at)
		c.bytes[len(c.bytes)-1] ^= 0x55
	}
	return c.report(t)
}

func TestWhatIsOfAnotherDialectIsNotSaidToBeMissing(t *testing.T) {
	for missing, want := range map[int]string{
		0:   "count as lost.",
		100: "count as lost; 6.3 % of the frames never arrived whole.",
	} {
		r := otherDialect(t, missing)
		s := r.Link.Of(autopilot)
		if s.Lost < 499+missing || s.Missing() != missing {
			t.Errorf("%d missing: lost %d, of these unread %d", missing, s.Lost, s.Unread)
		}
		if v := r.Verdict(); !strings.HasSuffix(v, want) {
			t.Errorf("%d missing: %s", missing, v)
		}
		if f := findingsOf(r, flight.Lost); len(f) != 1 || (f[0].Severity == flight.Warning) != (missing > 0) || !strings.Contains(f[0].Text, "frames came, of another dialect.") {
			t.Errorf("%d missing: %+v", missing, f)
		}
		var out strings.Builder
		if err := r.WriteText(&out); err != nil {
			t.Fatal(err)
		}
		if first := section(out.String(), "Look first at"); len(first) == 0 || !strings.Contains(first[0], "of SYSTEM_TIME from 1:1 fail the CRC") {
			t.Errorf("%d missing: %q", missing, first)
		}
	}
}

func TestTheVerdictOnARealLogNamesItsDialectAndNotItsLoss(t *testing.T) {
	r := real(t, "ardusub_pymavlink_bug.tlog")["ardusub_pymavlink_bug.tlog"]
	if v := r.Verdict(); strings.Contains(v, "61") || !strings.Contains(v, "messages of 1:194, 1:100 and 255:0 are of another dialect") {
		t.Error(v)
	}
	if s := r.Link.Of(source(t, "1:194")); s.Lost != 1955 || s.Missing() != 11 {
		t.Errorf("lost %d, of these unread %d", s.Lost, s.Unread)
	}
}
