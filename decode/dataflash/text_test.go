package dataflash_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"postflight/decode/dataflash"
	"postflight/decode/flight"
)

const textLog = `7

ArduCopter V3.1
Free RAM: 1044
FMT, 128, 89, FMT, BBnNZ, Type,Length,Name,Format
FMT, 129, 23, PARM, Nf, Name,Value
FMT, 1, 19, ATT, IccC, TimeMS,Roll,Pitch,Yaw
FMT, 3, 6, MODE, Mh, Mode,ThrCrs
FMT, 132, 67, MSG, Z, Message
FMT, 23, 8, DU32, BI, Id,Value
PARM, SYSID, 120.0000
PARM, COMPASS_X, NaN
MSG, one, two, three
MODE, Stabilize, 424
ATT, 1000, 1.25, -2.5, 180.00
DU32, 7, 270937
ATT, 1100, 1.50, -2.25, 181.00
`

func openText(t testing.TB, text string) *flight.Log {
	t.Helper()
	l, err := dataflash.OpenText(context.Background(), "test.log", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, l)
	return l
}

func textOf(t *testing.T, l *flight.Log, message, field string, row int) string {
	t.Helper()
	s := l.Stream(0, message)
	if s == nil {
		t.Fatalf("no stream %s", message)
	}
	return s.Message.Field(field).Text(l.Payload(int(l.Rows(s).Frame[row])))
}

func TestTextIsReadLineByLine(t *testing.T) {
	if !dataflash.SniffText([]byte(textLog)) || dataflash.Sniff([]byte(textLog)) {
		t.Error("not recognised")
	}
	for name, text := range map[string]string{
		"unix": textLog, "dos": strings.ReplaceAll(textLog, "\n", "\r\n"),
	} {
		l := openText(t, text)
		if got := column(t, l, "ATT", "Roll"); len(got) != 2 || got[1] != 1.5 {
			t.Errorf("%s: Roll %v", name, got)
		}
		if got := column(t, l, "PARM", "Value"); got[0] != 120 || !math.IsNaN(got[1]) {
			t.Errorf("%s: Value %v", name, got)
		}
		if got := column(t, l, "DU32", "Value"); got[0] != 270937 {
			t.Errorf("%s: DU32 %v", name, got)
		}
		for _, c := range []struct{ message, field, want string }{
			{"MSG", "Message", "one, two, three"},
			{"MODE", "Mode", "Stabilize"},
			{"PARM", "Name", "SYSID"},
			{"PREAMBLE", "text", "7"},
			{"FMT", "Name", "FMT"},
		} {
			if got := textOf(t, l, c.message, c.field, 0); got != c.want {
				t.Errorf("%s: %s.%s is %q, want %q", name, c.message, c.field, got, c.want)
			}
		}
		if l.End != 100*time.Millisecond || len(l.Damage) > 0 {
			t.Errorf("%s: end %v, %+v", name, l.End, l.Damage)
		}
	}
}

func TestTornLines(t *testing.T) {
	for _, c := range []struct {
		name, tail string
		att        int
		kind       flight.DamageKind
		damaged    int64
		finding    flight.Kind
	}{
		{"a line of no type", "0.3, 4.5, 6\n", 2, flight.Junk, 12, ""},
		{"zeros", "\x00\x00\x00\n", 2, flight.Junk, 4, ""},
		{"a line cut at the end", "ATT, 1200, 1.0", 2, flight.Tail, 14, ""},
		{"a name cut at the end", "AT", 2, flight.Tail, 2, ""},
		{"a whole line without its break", "ATT, 1200, 1.0, 2, 3", 3, 0, 0, flight.TruncatedTail},
		{"a line that lacks an item", "ATT, 1200, 1.0, 2\n", 3, 0, 0, flight.FormatMismatch},
		{"two lines in one", "ATT, 1200, 1.0ATT, 1200, 1.0, 2, 3\n", 3, 0, 0, flight.FormatMismatch},
	} {
		l := openText(t, textLog+c.tail)
		if got := count(l, "ATT"); got != c.att {
			t.Errorf("%s: %d lines", c.name, got)
		}
		if c.damaged == 0 != (len(l.Damage) == 0) || c.damaged > 0 && (l.Damage[0].Length != c.damaged || l.Damage[0].Kind != c.kind) {
			t.Errorf("%s: %+v", c.name, l.Damage)
		}
		if c.finding != "" && finding(l, c.finding) == nil {
			t.Errorf("%s: %+v", c.name, l.Findings)
		}
	}
}

func TestMissingItemsAreNoNumber(t *testing.T) {
	l := openText(t, textLog+"ATT, 1200, 1.0, 2\n")
	if got := column(t, l, "ATT", "Yaw"); !math.IsNaN(got[2]) {
		t.Errorf("got %v", got)
	}
}

func TestOnlyDecimalsWithAPointAreNumbers(t *testing.T) {
	l := openText(t, "FMT, 1, 2, A, ffff, a,b,c,d\nA, 0x10, 1_0, 1;5, -1.5e3\n")
	for _, c := range []string{"a", "b", "c"} {
		if got := column(t, l, "A", c)[0]; !math.IsNaN(got) {
			t.Errorf("%s: %v", c, got)
		}
	}
	if got := column(t, l, "A", "d")[0]; got != -1500 {
		t.Errorf("d: %v", got)
	}
}

func TestTextWithTheTimeOfTheWeekFollowsThat(t *testing.T) {
	l := openText(t, "FMT, 130, 35, GPS, BIB, Status,Time,NSats\nFMT, 1, 5, X, h, v\nX, 1\nGPS, 3, 1000, 9\nX, 2\nGPS, 3, 1200, 9\n")
	if l.End != 200*time.Millisecond || finding(l, flight.NoClock) == nil || !l.Start.IsZero() {
		t.Errorf("end %v, %+v", l.End, l.Findings)
	}
}

func TestTextWithoutAClockCountsLines(t *testing.T) {
	l := openText(t, "FMT, 1, 5, X, h, v\nX, 1\nX, 2\n")
	if l.End != 2*time.Millisecond || finding(l, flight.NoClock) == nil {
		t.Errorf("end %v, %+v", l.End, l.Findings)
	}
}

func TestTextHasUnitsAndInstancesToo(t *testing.T) {
	l := openText(t, `FMT, 9, 20, BAT, QBc, TimeUS,I,Volt
FMT, 4, 76, UNIT, QbZ, TimeUS,Id,Label
FMT, 5, 20, MULT, Qbd, TimeUS,Id,Mult
FMT, 6, 44, FMTU, QBNN, TimeUS,FmtType,UnitIds,MultIds
FMTU, 1, 9, s#v, F-B
UNIT, 1, 115, s
UNIT, 1, v, V
MULT, 1, 70, 0.000001
MULT, 1, B, 0.01
BAT, 1000000, 0, 12.5
BAT, 1000000, 1, 11.5
`)
	s := l.Stream(0, "BAT")
	f := s.Message.Field("Volt")
	if s.Label() != "BAT[0]" || s.Count != 1 || f.Unit != "V" || f.Factor() != 1 || s.Message.Field("TimeUS").Factor() != 1e-6 {
		t.Errorf("%s, %d, %+v", s.Label(), s.Count, f)
	}
}
