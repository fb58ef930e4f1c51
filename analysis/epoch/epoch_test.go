package epoch_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"postflight/analysis/epoch"
	"postflight/analysis/internal/logtest"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

// find splits a log; nothing cancels it.
func find(l *flight.Log) *epoch.Result {
	plan, _ := sequence.MakePlan(context.Background(), l)
	r, _ := epoch.Find(context.Background(), l, plan)
	return r
}

// sender adds ATTITUDE frames of one source every 100 ms of log time.
type sender struct {
	logtest.Builder
	at  time.Duration
	seq uint8
}

func (s *sender) boot(ms ...float64) *sender {
	for _, v := range ms {
		s.Add(logtest.Frame{At: s.at, Message: logtest.Attitude, Seq: s.seq, Value: v})
		s.at += 100 * time.Millisecond
		s.seq++
	}
	return s
}

func (s *sender) beat(n int) *sender {
	for range n {
		s.Add(logtest.Frame{At: s.at, Message: logtest.Heartbeat, Seq: s.seq, Fresh: true})
		s.at += 100 * time.Millisecond
		s.seq++
	}
	return s
}

func (s *sender) number(seq uint8) *sender { s.seq = seq; return s }

func kinds(findings []flight.Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, string(f.Kind))
	}
	return strings.Join(out, " ")
}

func TestEpochsOfABootClock(t *testing.T) {
	const end = 1 << 32
	for _, c := range []struct {
		name     string
		log      *sender
		starts   []int // first frame of each epoch
		findings string
	}{
		{"a clock that moves on is one", new(sender).boot(1000, 1100, 1200), []int{0}, ""},
		{"a fall of 10 s is none", new(sender).boot(30000, 20000, 20100), []int{0}, ""},
		{"a fall of more is a new one", new(sender).boot(30000, 30100, 19900, 20000), []int{0, 2}, "epoch-reboot"},
		{"it starts where the numbers do", new(sender).boot(30000, 30100).beat(2).number(0).beat(3).boot(100, 200), []int{0, 4}, "epoch-reboot"},
		{"it starts at the stamp where they do not", new(sender).boot(30000, 30100).beat(3).boot(100, 200), []int{0, 5}, "epoch-reboot"},
		{
			"a frame lost just before is not mistaken for it",
			new(sender).boot(30000, 30100).beat(2).number(9).beat(2).number(0).beat(3).boot(100, 200),
			[]int{0, 6},
			"epoch-reboot",
		},
		{"a single stray is none", new(sender).boot(30000, 100, 30100, 30200), []int{0}, "clock-outlier"},
		{"a field left empty is none", new(sender).boot(30000, 0, 30100, 0, 30200), []int{0}, ""},
		{"a counter that runs over is none", new(sender).boot(end-200, end-100, 0, 100, 200), []int{0}, "boot-wrap"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := find(c.log.Log())
			var starts []int
			for i, e := range r.Epochs {
				starts = append(starts, e.FirstFrame)
				if e.Index != i || (i == 0) != (e.Clock == epoch.Start) || i == 0 && !math.IsNaN(e.From) {
					t.Errorf("epoch %+v", e)
				}
			}
			if !slices.Equal(starts, c.starts) || kinds(r.Findings) != c.findings {
				t.Errorf("epochs at %v with %q, want %v with %q", starts, kinds(r.Findings), c.starts, c.findings)
			}
		})
	}
}

func TestTimeOfAPositionFixAndOfACommandIsNoBootTime(t *testing.T) {
	for _, m := range []*flight.Message{logtest.Position, logtest.SetAttitude} {
		var b logtest.Builder
		for i, v := range []float64{90000, 90100, 100, 200, 300} {
			b.Add(logtest.Frame{Message: m, Seq: uint8(i), Value: v})
		}
		if r := find(b.Log()); len(r.Epochs) != 1 || len(r.Findings) != 0 {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}

func TestAMessageThatNeverFillsItsBootTimeSplitsNothing(t *testing.T) {
	var b logtest.Builder
	for i := range 40 {
		b.Add(logtest.Frame{Message: logtest.Attitude, Seq: uint8(3 * i), Value: 50000 + 100*float64(i)})
		b.Add(logtest.Frame{Message: logtest.SystemTime, Seq: uint8(3*i + 1)})
		b.Add(logtest.Frame{Message: logtest.SystemTime, Seq: uint8(3*i + 2)})
	}
	if r := find(b.Log()); len(r.Epochs) != 1 || len(r.Findings) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestTicksOfNavLinkAreTakenAsMillisecondsAndSaid(t *testing.T) {
	var b logtest.Builder
	for i, v := range []float64{90000, 90100, 200, 300} {
		m := logtest.NavHeartbeat
		if i == 2 {
			m = logtest.NavPerf
		}
		// the first field of the heartbeat is not the clock: give the clock a value by hand
		frame := logtest.Frame{Message: m, Seq: uint8(i), NavLink: true, At: time.Duration(i) * time.Second}
		bytes := b.Add(frame)
		field := m.Field("timestamp")
		if field == nil {
			field = m.Field("uptime_ticks")
		}
		at := len(b.Log().Data) - len(bytes) + 10 + field.Offset
		for k := range 4 {
			b.Log().Data[at+k] = byte(int(v) >> (8 * k))
		}
	}
	r := find(b.Log())
	if len(r.Epochs) != 2 || r.Epochs[1].From != 90.1 || r.Epochs[1].To != 0.2 || !strings.Contains(r.Findings[0].Text, "tick") {
		t.Errorf("%+v", r)
	}
}

func TestAStepOfTheCaptureClockSplitsEverySource(t *testing.T) {
	var b logtest.Builder
	other := flight.MakeSource(1, 100)
	quiet := flight.MakeSource(9, 9)
	b.Add(logtest.Frame{Source: quiet, Message: logtest.Heartbeat})
	for i := range 4 {
		if i == 2 {
			b.Step(2*time.Second, 50*time.Second, 40*time.Second)
		}
		b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: logtest.Attitude, Seq: uint8(i), Value: 1000})
		b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Source: other, Message: logtest.Heartbeat, Seq: uint8(i)})
	}
	r := find(b.Log())
	for source, want := range map[flight.Source]int{flight.MakeSource(1, 1): 2, other: 2, quiet: 1} {
		if got := epoch.Of(r.Epochs, source); len(got) != want || want == 2 && (got[1].Clock != epoch.Capture || got[1].From != 50 || got[1].To != 40) {
			t.Errorf("%s: %+v", source, got)
		}
	}
	if kinds(r.Findings) != "epoch-capture-step" {
		t.Errorf("findings %q", kinds(r.Findings))
	}
}

func TestTwoRecordingsInOneFileAreTwoEpochsNotThree(t *testing.T) {
	s := new(sender).boot(60000, 60100).beat(3)
	s.Step(s.at, 80*time.Second, 20*time.Second)
	s.number(0).beat(2).boot(100, 200)
	r := find(s.Log())
	if len(r.Epochs) != 2 || r.Epochs[1].Clock != epoch.Capture || r.Epochs[1].FirstFrame != 5 ||
		kinds(r.Findings) != "epoch-capture-step" || len(r.Restarts) != 0 || r.Appended != 1 {
		t.Errorf("%+v, findings %q", r.Epochs, kinds(r.Findings))
	}
}

func TestNumbersThatAllBeginAnewAreARestart(t *testing.T) {
	for _, c := range []struct {
		name  string
		types int
		want  int
	}{{"of three message types", 3, 1}, {"two may be chance", 2, 0}} {
		t.Run(c.name, func(t *testing.T) {
			var b logtest.Builder
			messages := []*flight.Message{logtest.NavMotors, logtest.NavBaro, logtest.NavMode}
			for i := range 100 {
				for k, m := range messages {
					n := 40 + i
					if i >= 60 && k < c.types {
						n = i - 60
					}
					b.Add(logtest.Frame{At: time.Duration(i) * 50 * time.Millisecond, Message: m, NavLink: true, Seq: uint8(n), Fresh: true})
				}
			}
			r := find(b.Log())
			if len(r.Restarts) != c.want || len(r.Epochs) != 1 || c.want == 1 && (r.Restarts[0].Frame != 180 || r.Findings[0].Kind != flight.Restart) {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestAnEmptyLogHasNoEpochs(t *testing.T) {
	if r := find(&flight.Log{}); len(r.Epochs) != 0 || len(r.Findings) != 0 {
		t.Errorf("%+v", r)
	}
}
