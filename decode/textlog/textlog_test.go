package textlog_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"postflight/decode/flight"
	"postflight/decode/textlog"
)

const navigator = `2026-06-17T23:59:58.500Z === session started ===
2026-06-17T23:59:59.000Z [GCS] armed
and a second line
2026-06-18T00:00:01.250Z [ERROR] link lost
`

func open(t testing.TB, text string) *flight.Log {
	t.Helper()
	l, err := textlog.Open(context.Background(), "x.log", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSound(t, l)
	return l
}

// checkSound checks that the lines tile the file and log time never falls.
func checkSound(t testing.TB, l *flight.Log) {
	t.Helper()
	var at int64
	var now time.Duration
	for i := range l.Frames.Len() {
		if l.Frames.Offset[i] != at || l.Frames.Time[i] < now {
			t.Fatalf("line %d at %d, %v follows %d, %v", i, l.Frames.Offset[i], l.Frames.Time[i], at, now)
		}
		at, now = at+int64(l.Frames.Length[i]), l.Frames.Time[i]
	}
	if at != l.Size() || now != l.End || l.Streams[0].Count != l.Frames.Len() {
		t.Fatalf("lines reach to %d of %d and end at %v of %v", at, l.Size(), now, l.End)
	}
}

func lines(l *flight.Log) (texts []string, times []time.Duration) {
	f := l.Streams[0].Message.Field("text")
	for i := range l.Frames.Len() {
		texts = append(texts, f.Text(l.Payload(i)))
	}
	return texts, l.Frames.Time
}

func checkTimes(t *testing.T, l *flight.Log, want ...float64) {
	t.Helper()
	if len(want) != l.Frames.Len() {
		t.Fatalf("%d lines", l.Frames.Len())
	}
	for i, w := range want {
		if got := l.Frames.Time[i].Seconds(); got != w {
			t.Errorf("line %d is at %v s, want %v", i, got, w)
		}
	}
}

func finding(l *flight.Log, kind flight.Kind) *flight.Finding {
	for i := range l.Findings {
		if l.Findings[i].Kind == kind {
			return &l.Findings[i]
		}
	}
	return nil
}

func TestAPersistentLogHasAWallClock(t *testing.T) {
	for name, text := range map[string]string{"unix": navigator, "dos": strings.ReplaceAll(navigator, "\n", "\r\n")} {
		l := open(t, text)
		checkTimes(t, l, 0, 0.5, 0.5, 2.75)
		texts, _ := lines(l)
		want := []string{"=== session started ===", "[GCS] armed", "and a second line", "[ERROR] link lost"}
		if strings.Join(texts, "|") != strings.Join(want, "|") {
			t.Errorf("%s: %q", name, texts)
		}
		if l.Format != flight.NavigatorLog || l.Start.Format(time.RFC3339Nano) != "2026-06-17T23:59:58.5Z" {
			t.Errorf("%s: %s starts at %v", name, l.Format, l.Start)
		}
	}
}

func TestAByteOrderMarkCostsNoTime(t *testing.T) {
	l := open(t, "\xEF\xBB\xBF"+navigator)
	checkTimes(t, l, 0, 0.5, 0.5, 2.75)
	if texts, _ := lines(l); texts[0] != "=== session started ===" {
		t.Errorf("%q", texts[0])
	}
	if l.Start.Format(time.RFC3339Nano) != "2026-06-17T23:59:58.5Z" {
		t.Errorf("starts at %v", l.Start)
	}
}

func TestALastLineYearsAheadIsAStray(t *testing.T) {
	l := open(t, navigator+"2262-06-17T09:19:00.000Z far\n")
	if l.End != 2750*time.Millisecond || finding(l, flight.ClockOutlier) == nil {
		t.Errorf("end %v, %+v", l.End, l.Findings)
	}
}

func TestDatesCenturiesOffAreStraysWhereverTheyStand(t *testing.T) {
	for name, text := range map[string]string{
		"last":   navigator + "0001-01-01T00:00:00.000Z early\n9999-09-09T09:09:09.000Z far\n",
		"middle": strings.Replace(navigator, "and a second line", "9999-09-09T09:09:09.000Z far", 1),
	} {
		l := open(t, text)
		f := finding(l, flight.ClockOutlier)
		if l.End != 2750*time.Millisecond || f == nil || !strings.Contains(f.Text, "centuries off") {
			t.Errorf("%s: end %v, %+v", name, l.End, l.Findings)
		}
	}
}

func TestASessionLogRollsOverAtMidnight(t *testing.T) {
	l := open(t, "[23:59:59.000] a\n[00:00:00.500] b\nmore\n[00:00:01.000] c\n")
	checkTimes(t, l, 0, 1.5, 1.5, 2)
	if l.Format != flight.SessionLog || !l.Start.IsZero() || finding(l, flight.NoClock) == nil || len(l.Steps) > 0 {
		t.Errorf("%s starts at %v, steps %v, %+v", l.Format, l.Start, l.Steps, l.Findings)
	}
}

func TestASessionLogOfFlightTime(t *testing.T) {
	l := open(t, "[T+00:00:01.250] a\n[T+25:00:01.250] b\n")
	checkTimes(t, l, 0, 90000)
	if texts, _ := lines(l); texts[1] != "b" {
		t.Errorf("%q", texts)
	}
}

func TestAClockSetBackIsAStep(t *testing.T) {
	l := open(t, "[10:00:00.000] a\n[10:00:05.000] b\n[09:59:00.000] c\n[09:59:01.000] d\n")
	checkTimes(t, l, 0, 5, 5, 6)
	want := flight.ClockStep{Offset: 34, Time: 5 * time.Second, From: 5 * time.Second, To: -time.Minute}
	if len(l.Steps) != 1 || l.Steps[0] != want {
		t.Errorf("%+v", l.Steps)
	}
}

func TestAStrayTimeMovesNothing(t *testing.T) {
	l := open(t, "[10:00:00.000] a\n[15:00:05.000] b\n[10:00:01.000] c\n[10:00:02.000] d\n")
	checkTimes(t, l, 0, 0, 1, 2)
	if finding(l, flight.ClockOutlier) == nil {
		t.Errorf("%+v", l.Findings)
	}
}

func TestALastLineWithoutItsBreakIsKept(t *testing.T) {
	l := open(t, "[10:00:00.000] a\n[10:00:01.000] b")
	checkTimes(t, l, 0, 1)
	if finding(l, flight.TruncatedTail) == nil {
		t.Errorf("%+v", l.Findings)
	}
}

func TestALineTooLongForAFrameIsSeveral(t *testing.T) {
	l := open(t, "[10:00:00.000] "+strings.Repeat("[11:00:00.000] ", 10_000)+"\n[10:00:01.000] b\n")
	if l.Frames.Len() != 4 || l.End != time.Second {
		t.Errorf("%d lines, end %v", l.Frames.Len(), l.End)
	}
}

func TestWhatHasNoTimesIsNoLog(t *testing.T) {
	for _, text := range []string{
		"", "hello\n", "[12:34] x\n", "[12:60:00.000] x\n", "[24:00:00.000] x\n", "2026-13-01T00:00:00.000Z x\n",
		"2026-06-17T12:34:56.789 x\n", "[12:34:56,789] x\n",
	} {
		if textlog.Sniff([]byte(text)) {
			t.Errorf("%q is taken for a log", text)
		}
		if _, err := textlog.Open(context.Background(), "", []byte(text), nil); err == nil {
			t.Errorf("%q opens", text)
		}
	}
	if !textlog.Sniff([]byte("banner\n\n" + navigator)) {
		t.Error("a banner hides the log")
	}
}

func FuzzTextLog(f *testing.F) {
	f.Add([]byte(navigator))
	f.Add([]byte("[23:59:59.000] a\n[00:00:00.500] b\n\xff\x00\n[T+99:00:01.000] c"))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := textlog.Open(context.Background(), "", data, nil)
		if err != nil {
			return
		}
		checkSound(t, l)
		lines(l)
	})
}
