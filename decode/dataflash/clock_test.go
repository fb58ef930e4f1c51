package dataflash_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
)

func TestLogTimeIsTheTimeSinceTheFirstStamp(t *testing.T) {
	b := newLog().attFormat().att(5_000_000, 0, 0).format(9, 3, "X", "", "").add(9).att(5_500_000, 0, 0)
	l := open(t, b.b)
	want := []time.Duration{0, 0, 0, 0, 0, 500 * time.Millisecond}
	for i, w := range want {
		if l.Frames.Time[i] != w {
			t.Errorf("record %d: %v, want %v", i, l.Frames.Time[i], w)
		}
	}
}

func TestRecordsWrittenALittleLateHoldLogTime(t *testing.T) {
	b := newLog().attFormat().att(5_000_000, 0, 0).att(4_000_000, 0, 0).att(5_100_000, 0, 0)
	l := open(t, b.b)
	if l.Frames.Time[3] != 0 || l.End != 100*time.Millisecond || len(l.Boots) > 0 || finding(l, flight.ClockOutlier) != nil {
		t.Errorf("%v, %+v", l.Frames.Time, l.Findings)
	}
}

func TestAClockThatStartsOverIsABoot(t *testing.T) {
	b := newLog().attFormat().att(5_000_000, 0, 0).att(6_000_000, 0, 0)
	at := int64(len(b.b))
	b.att(1_000_000, 0, 0).att(1_500_000, 0, 0)
	l := open(t, b.b)
	want := flight.ClockStep{Offset: at, Time: time.Second, From: 6 * time.Second, To: time.Second}
	if len(l.Boots) != 1 || l.Boots[0] != want || l.End != 1500*time.Millisecond {
		t.Errorf("%+v, end %v", l.Boots, l.End)
	}
}

func TestAStrayStampMovesNothing(t *testing.T) {
	b := newLog().attFormat().att(5_000_000, 0, 0).att(5_000_000_000, 0, 0).att(5_100_000, 0, 0).att(5_200_000, 0, 0)
	l := open(t, b.b)
	if l.End != 200*time.Millisecond || len(l.Boots) > 0 || finding(l, flight.ClockOutlier) == nil {
		t.Errorf("end %v, %+v", l.End, l.Findings)
	}
}

func TestOldLogsCountMilliseconds(t *testing.T) {
	b := newLog().format(1, 9, "ATT", "Ic", "TimeMS,Roll").
		add(1, u32(1000), u16(0)).add(1, u32(1250), u16(0))
	l := open(t, b.b)
	f := l.Stream(0, "ATT").Message.Field("TimeMS")
	if l.End != 250*time.Millisecond || f.Unit != "s" || f.Factor() != 1e-3 {
		t.Errorf("end %v, %+v", l.End, f)
	}
}

func TestMillisecondsThatRunOverAreNoBoot(t *testing.T) {
	b := newLog().format(1, 7, "ATT", "I", "TimeMS").add(1, u32(1<<32-500)).add(1, u32(500)).add(1, u32(600))
	l := open(t, b.b)
	if len(l.Boots) > 0 || finding(l, flight.BootWrap) == nil {
		t.Errorf("%+v, %+v", l.Boots, l.Findings)
	}
}

func TestMicrosecondsOf32BitsThatRunOverAreNoBoot(t *testing.T) {
	b := newLog().format(1, 7, "ATT", "I", "TimeUS")
	text := "FMT, 1, 7, ATT, I, TimeUS\n"
	for i := range uint32(1000) {
		us := uint32(1<<32-10_000_000) + i*20_000
		b.add(1, u32(us))
		text += fmt.Sprintf("ATT, %d\n", us)
	}
	l, asText := open(t, b.b), openText(t, text)
	for _, l := range []*flight.Log{l, asText} {
		if len(l.Boots) > 0 || finding(l, flight.BootWrap) == nil || l.End != 19980*time.Millisecond {
			t.Errorf("%s: %+v, %+v, end %v", l.Format, l.Boots, l.Findings, l.End)
		}
	}
	wide := newLog().attFormat().att(1<<32-2000, 0, 0).att(1<<32-1000, 0, 0).att(100, 0, 0).att(200, 0, 0)
	if l := open(t, wide.b); len(l.Boots) != 1 {
		t.Errorf("a counter of 64 bits that falls there: %+v", l.Findings)
	}
}

// flown is attitudes every 20 ms for 10 s, some of them stamped otherwise.
func flown(bit int, at ...int) []byte {
	b := newLog().attFormat()
	for i := range 500 {
		us := uint64(10_000_000 + i*20_000)
		if slices.Contains(at, i) {
			us ^= 1 << bit
		}
		b.att(us, 0, 0)
	}
	return b.b
}

func TestBadStampsAnywhereAreStraysAndMoveNothing(t *testing.T) {
	for _, at := range [][]int{{0}, {1}, {250}, {250, 251}, {250, 252}, {498}, {499}} {
		for bit := 24; bit < 64; bit++ {
			l := open(t, flown(bit, at...))
			late := l.End - 499*20*time.Millisecond
			if late.Abs() > 40*time.Millisecond || len(l.Boots) != 0 || finding(l, flight.ClockOutlier) == nil {
				t.Errorf("bit %d of stamps %v: end %v, %+v", bit, at, l.End, l.Findings)
			}
		}
	}
}

func TestStampsDamagedHereAndThereMakeNoBootAndNoYears(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		b := flown(0)
		for range len(b) * 8 / 10_000 {
			at := 89 + random.IntN(len(b)-89)
			b[at] ^= 1 << random.IntN(8)
		}
		if l := open(t, b); len(l.Boots) != 0 || l.End > 11*time.Second {
			t.Errorf("end %v, boots %+v", l.End, l.Boots)
		}
	}
}

func TestRecordsBetweenTwoOfTheGPSLieBetweenThemInTime(t *testing.T) {
	b := newLog().format(1, 9, "GPS", "BBI", "Status,NSats,Time").format(2, 5, "X", "H", "v").add(1, []byte{3, 9}, u32(1000))
	for range 41 {
		b.add(2, u16(1))
	}
	l := open(t, b.add(1, []byte{3, 9}, u32(43_000)).b)
	for i := 3; i < l.Frames.Len(); i++ {
		if step := l.Frames.Time[i] - l.Frames.Time[i-1]; i > 3 && step != time.Second {
			t.Errorf("record %d is %v behind the one before", i, step)
		}
	}
}

func TestALogWithoutATimeSaysSo(t *testing.T) {
	b := newLog().format(1, 5, "X", "H", "v").add(1, u16(1)).add(1, u16(2))
	if l := open(t, b.b); !l.Timeless {
		t.Error("a log of numbered records has no time")
	}
	if l := open(t, flown(0)); l.Timeless {
		t.Error("a log with a boot clock has time")
	}
}

func TestOldGPSRecordsHaveTheirClockInT(t *testing.T) {
	b := newLog().format(1, 14, "GPS", "BIHI", "Status,TimeMS,Week,T").
		add(1, []byte{3}, u32(109_206_800), u16(1774), u32(66_937)).
		add(1, []byte{3}, u32(109_207_000), u16(1774), u32(67_137))
	l := open(t, b.b)
	if l.End != 200*time.Millisecond || l.Start.Format(time.RFC3339Nano) != "2014-01-06T06:19:50.8Z" {
		t.Errorf("start %v, end %v", l.Start, l.End)
	}
}

func TestALogWithoutAClockCountsRecords(t *testing.T) {
	b := newLog().format(1, 5, "X", "H", "v").add(1, u16(1)).add(1, u16(2))
	l := open(t, b.b)
	if f := finding(l, flight.NoClock); f == nil || l.End != 3*time.Millisecond || !l.Start.IsZero() {
		t.Errorf("end %v, %+v", l.End, f)
	}
}

const week2400 = 2400 // begins 4 January 2026

func TestTheWallClockIsTheMedianOfTheFixes(t *testing.T) {
	b := newLog().gpsFormat()
	b.gps(1_000_000, 0, 1, 999_000, 2300) // before the fix
	for i, late := range []uint32{5, 0, 1, 900, 0} {
		b.gps(uint64(2_000_000+i*200_000), 0, 3, 101_000+uint32(i*200)+late, week2400)
	}
	l := open(t, b.b)
	if got := l.Start.Format(time.RFC3339Nano); got != "2026-01-04T00:01:22.001Z" {
		t.Errorf("starts at %s", got)
	}
}

func TestATimeBeforeTheFixIsBetterThanNone(t *testing.T) {
	l := open(t, newLog().gpsFormat().gps(0, 0, 1, 0, 0).gps(1_000_000, 0, 1, 19_000, week2400).b)
	if got := l.Start.Format(time.RFC3339Nano); got != "2026-01-04T00:00:00Z" {
		t.Errorf("starts at %s", got)
	}
}

func TestAReceiverThatForgotARolloverIsPutRight(t *testing.T) {
	l := open(t, newLog().gpsFormat().gps(0, 0, 3, 18_000, week2400-1024).b)
	if got := l.Start.Format(time.RFC3339Nano); got != "2026-01-04T00:00:00Z" {
		t.Errorf("starts at %s", got)
	}
	if f := finding(l, flight.ClockOutlier); f == nil || !strings.Contains(f.Text, "1376") || !strings.Contains(f.Text, "2400") {
		t.Errorf("finding %+v", f)
	}
}

func TestNoGPSIsNoWallClock(t *testing.T) {
	b, _ := attitudes(3)
	l := open(t, b.b)
	if f := finding(l, flight.NoClock); f == nil || f.Severity != flight.Info || !l.Start.IsZero() {
		t.Errorf("start %v, %+v", l.Start, f)
	}
}

func TestTheWallClockHoldsBehindABoot(t *testing.T) {
	b := newLog().attFormat().gpsFormat().att(10_000_000, 0, 0).att(20_000_000, 0, 0).
		att(1_000_000, 0, 0).gps(3_000_000, 0, 3, 32_000, week2400).gps(4_000_000, 0, 3, 33_000, week2400)
	l := open(t, b.b)
	// Log time 10 s is where the clock says 1 s, and 2 s later it is 14 s past midnight.
	if got := l.Start.Format(time.RFC3339Nano); got != "2026-01-04T00:00:02Z" {
		t.Errorf("starts at %s", got)
	}
}
