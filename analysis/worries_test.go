package analysis_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/decode/flight"
)

func TestTheVerdictKeepsTheDoubtOfAFinding(t *testing.T) {
	l := heartbeats(9)
	l.Findings = []flight.Finding{{Kind: flight.EpochReboot, Severity: flight.Error, Text: "text"}}
	if v := run(t, l).Verdict(); !strings.Contains(v, "the flight controller rebooted once, or another log begins there") {
		t.Errorf("got %q", v)
	}
	l.Findings = append(l.Findings, l.Findings[0])
	if v := run(t, l).Verdict(); !strings.Contains(v, "rebooted twice, or other logs begin there") {
		t.Errorf("got %q", v)
	}
}

// talk adds a minute of two sources to a log; heard says which frames came.
func talk(b *logtest.Builder, every map[flight.Source]time.Duration, heard func(source flight.Source, number int, at time.Duration) bool) {
	for i := range 6000 {
		at := time.Duration(i) * 10 * time.Millisecond
		for _, source := range []flight.Source{autopilot, flight.MakeSource(1, 100), flight.MakeSource(2, 1)} {
			if step, ok := every[source]; ok && at%step == 0 && heard(source, int(at/step), at) {
				b.Add(logtest.Frame{At: at, Source: source, Message: logtest.Servos, Seq: uint8(at / step), Fresh: true})
			}
		}
	}
}

func TestAVerdictNamesTheSourceOfALossThatTheFindingGivesOtherwise(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	var b logtest.Builder
	talk(&b, map[flight.Source]time.Duration{autopilot: 20 * time.Millisecond, flight.MakeSource(1, 100): 100 * time.Millisecond},
		func(source flight.Source, number int, _ time.Duration) bool {
			return source != autopilot || number < 5 || random.IntN(6) > 0
		})
	r := run(t, b.Log())
	lost := findingsOf(r, flight.Lost)
	if len(lost) != 1 {
		t.Fatalf("%+v", lost)
	}
	if v := r.Verdict(); !strings.Contains(v, "% of those of 1:1)") {
		t.Errorf("%q beside %q", v, lost[0].Text)
	}
}

func TestAVerdictSaysOnceThatNumbersDoNotShowWhatIsMissing(t *testing.T) {
	var b logtest.Builder
	talk(&b, map[flight.Source]time.Duration{
		autopilot: 20 * time.Millisecond, flight.MakeSource(1, 100): 40 * time.Millisecond, flight.MakeSource(2, 1): 50 * time.Millisecond,
	}, func(_ flight.Source, _ int, at time.Duration) bool { return at < 20*time.Second || at > 40*time.Second })
	v := run(t, b.Log()).Verdict()
	if strings.Count(v, "cannot show how many frames are missing") != 1 || !strings.Contains(v, "where the numbers of 2:1, 1:100 and 1:1 cannot show") {
		t.Errorf("got %q", v)
	}
}

func TestALossOfNothingOrMoreIsSaidAsWhatIsLikely(t *testing.T) {
	var b logtest.Builder
	talk(&b, map[flight.Source]time.Duration{autopilot: 20 * time.Millisecond},
		func(_ flight.Source, number int, _ time.Duration) bool { return number < 1000 || number >= 1000+512 })
	l := b.Log()
	r := run(t, l)
	if s := r.Link.Of(autopilot); s.Lost != 0 || s.Hidden != 512 {
		t.Fatalf("%+v", *s)
	}
	if got := text(t, l); !strings.Contains(got, "about 512") || strings.Contains(got, "0 or more") {
		t.Error(got)
	}
}
