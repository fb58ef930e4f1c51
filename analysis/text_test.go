package analysis_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

func text(t *testing.T, l *flight.Log) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(t, l).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// section is the lines below a heading, up to the next empty one.
func section(text, heading string) []string {
	_, rest, found := strings.Cut(text, "\n"+heading)
	if !found {
		return nil
	}
	body, _, _ := strings.Cut(rest, "\n\n")
	return strings.Split(strings.TrimRight(body, "\n"), "\n")[1:]
}

func TestFindingsThatSayTheSameAreOneLine(t *testing.T) {
	var b logtest.Builder
	for i := range 40 {
		at := time.Duration(i) * time.Second
		b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(i), Value: float64(1000 * i)})
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonNoFrame, Time: at}, make([]byte, 10+i))
		b.Damage(flight.Damage{Kind: flight.Junk, Reason: scan.ReasonText, Time: at}, fmt.Appendf(nil, "line %d\n", i))
	}
	lines := section(text(t, b.Log()), "Findings:")
	if len(lines) != 2 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	for _, l := range lines {
		if !strings.Contains(l, ". 39 more like it until 00:39.000.") {
			t.Errorf("got %q", l)
		}
	}
}

func TestSilencesOfWhichMoreIsKnownAreALineOfTheirOwn(t *testing.T) {
	l := heartbeats(9)
	for i, more := range []string{"", " Its own clock went on by 0.1 s only.", "", " Its own clock went on by 0.4 s only."} {
		l.Findings = append(l.Findings, flight.Finding{
			Kind: flight.TimeGap, Severity: flight.Warning, Source: "1:1", Time: time.Duration(i) * time.Second, Size: float64(9 - i),
			Text: fmt.Sprintf("Nothing came from 1:1 for %d.0 s.", 9-i) + more,
		})
	}
	lines := section(text(t, l), "Findings:")
	if len(lines) != 2 || !strings.Contains(lines[0], "9.0 s. Once more at 00:02.000.") || !strings.Contains(lines[1], "0.1 s only. Once more at 00:03.000.") {
		t.Errorf("got %q", lines)
	}
}

func TestEveryFindingIsASentence(t *testing.T) {
	for name, r := range real(t, "*.tlog", "*.raw", "*.BIN", "*.bin", "*.log") {
		for _, f := range r.Findings {
			if !strings.HasSuffix(f.Text, ".") {
				t.Errorf("%s: %q", name, f.Text)
			}
		}
	}
}

func TestWhatIsAddedToAFindingIsASentenceOfItsOwn(t *testing.T) {
	l := heartbeats(9)
	for i := range 3 {
		l.Findings = append(l.Findings, flight.Finding{Kind: flight.NoClock, Severity: flight.Warning, Text: "no stop", Time: time.Duration(i)})
	}
	if lines := section(text(t, l), "Look first at"); len(lines) != 1 || !strings.Contains(lines[0], "no stop. 2 more like it") {
		t.Errorf("%q", lines)
	}
}

func TestAtMostFiveThingsAreNamedFirstTheGravestAtTheTop(t *testing.T) {
	l := troubled()
	kinds := []flight.Kind{
		flight.TruncatedTail, flight.TimeGap, flight.FormatMismatch, flight.ClockOutlier, flight.DialectMismatch,
		flight.ZeroRun, flight.EpochCaptureStep,
	}
	for i, k := range kinds {
		l.Findings = append(l.Findings, flight.Finding{Kind: k, Severity: flight.Warning, Text: fmt.Sprintf("number %d", i)})
	}
	lines := section(text(t, l), "Look first at")
	if len(lines) != 5 || !strings.Contains(lines[0], "rebooted") || !strings.Contains(lines[1], "number 6") {
		t.Errorf("got %q", lines)
	}
}

func TestSourcesAreNamedAndWhatCannotBeToldIsSaid(t *testing.T) {
	got := text(t, troubled())
	for _, want := range []string{"Loss of 255:190 cannot be told: it sent a single frame.", "Gaps of 1:1 were revealed by ATTITUDE 4."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	for _, l := range strings.Split(got, "\n") {
		if strings.TrimRight(l, " ") != l {
			t.Errorf("blanks at the end of %q", l)
		}
	}
}

func TestAVerdictNamesWhatIsWrong(t *testing.T) {
	var shared, noise logtest.Builder
	for i := range 400 {
		at := time.Duration(i) * 20 * time.Millisecond
		m := []*flight.Message{logtest.Attitude, logtest.Servos, logtest.Position}[i/2%3]
		shared.Add(logtest.Frame{At: at, Message: m, Seq: uint8(i/2 + 100*(i%2)), Fresh: true})
	}
	noise.Add(logtest.Frame{Message: logtest.Heartbeat})
	noise.Damage(flight.Damage{Kind: flight.Junk}, bytes.Repeat([]byte{1}, 10000))
	slipped := troubled()
	slipped.Findings = []flight.Finding{{Kind: flight.ClockOutlier, Severity: flight.Info, Time: time.Second}}
	for _, c := range []struct {
		log  *flight.Log
		want string
	}{
		{shared.Log(), "several senders speak as 1:1"},
		{noise.Log(), "Little of it can be read: "},
		{slipped, "the clock it was recorded by goes back in one place"},
	} {
		if got := run(t, c.log).Verdict(); !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
