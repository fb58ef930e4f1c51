package dataflash_test

import (
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
)

// evenly are attitudes every 2.5 ms, with a pause before the one at 3000, and so many
// bytes of a torn record in it.
func evenly(pause time.Duration, torn int) []byte {
	b := newLog().attFormat()
	at := 10 * time.Second
	for i := range 6000 {
		if i == 3000 {
			at += pause
			b.raw(make([]byte, torn)...)
		}
		b.att(uint64(at.Microseconds()), 0, 0)
		at += 2500 * time.Microsecond
	}
	return b.b
}

func TestAPauseFarAboveTheRhythmOfTheLogIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		pause    time.Duration
		torn     int
		severity flight.Severity // "" for none
		says     string
	}{
		"none":                         {0, 0, "", ""},
		"a short one":                  {90 * time.Millisecond, 12, "", ""},
		"a stall":                      {120 * time.Millisecond, 0, flight.Info, "Nothing was recorded for 0.12 s, where records are 2 ms apart at most as a rule."},
		"a lost block":                 {1150 * time.Millisecond, 12, flight.Warning, "a part of the log is missing, and 12 bytes there are damaged."},
		"a block lost between records": {1150 * time.Millisecond, 0, flight.Warning, "a part of the log is likely missing."},
		"one of the whole log":         {3 * time.Second, 0, "", ""},
	} {
		l := open(t, evenly(c.pause, c.torn))
		f := finding(l, flight.TimeGap)
		if (f != nil) != (c.severity != "") || f != nil && (f.Severity != c.severity || !strings.HasSuffix(f.Text, c.says)) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
