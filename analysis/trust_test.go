package analysis_test

import (
	"strings"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/internal/logtest"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// sound says whether a report holds nothing but remarks.
func sound(r *analysis.Report) bool {
	restarts := 0
	for i := range r.Link.Sources {
		restarts += r.Link.Sources[i].Restarts
	}
	return r.Count(flight.Error)+r.Count(flight.Warning)+restarts+len(r.Log.Boots)+len(r.Log.Steps) == 0
}

func judged(t *testing.T, name string, r *analysis.Report) {
	t.Helper()
	if r.Log.Frames.Len() == 0 {
		return
	}
	verdict := r.Verdict()
	if trusted := strings.HasPrefix(verdict, "It can be trusted"); trusted != sound(r) {
		t.Errorf("%s: %q beside %d errors and %d warnings: %+v", name, verdict, r.Count(flight.Error), r.Count(flight.Warning), r.Findings[:min(3, len(r.Findings))])
	}
	if strings.Contains(verdict, "there is a warning") {
		t.Errorf("%s: no words for a warning: %q", name, verdict)
	}
}

func TestTheVerdictIsThatOfTheFindings(t *testing.T) {
	for seed := range uint64(3) {
		made, err := sim.Fly(sim.DemoConfig(seed)).Demo()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range made {
			for _, cut := range []int{len(f.Bytes), len(f.Bytes) * 2 / 3, len(f.Bytes) - 5, 200} {
				if l, err := decode.Bytes(t.Context(), f.Name, f.Bytes[:cut:cut], nil); err == nil {
					judged(t, f.Name, run(t, l))
				}
			}
		}
	}
	for _, kind := range []flight.Kind{
		flight.EpochReboot, flight.EpochCaptureStep, flight.ClockOutlier, flight.Lost, flight.SeveralSenders, flight.Restart, flight.FrameCRC,
		flight.DialectMismatch, flight.JunkRun, flight.ZeroRun, flight.TextModeDamage, flight.TruncatedTail, flight.EmptyLog, flight.Version,
		flight.FormatMismatch, flight.TimeGap, flight.NoClock, flight.ClockStepped, flight.ClockRate, flight.Causality,
	} {
		for _, severity := range []flight.Severity{flight.Info, flight.Warning, flight.Error} {
			l := heartbeats(9)
			l.Findings = []flight.Finding{{Kind: kind, Severity: severity, Text: "text"}}
			judged(t, string(kind), run(t, l))
		}
	}
}

func TestTheVerdictOnRealLogsIsThatOfTheFindings(t *testing.T) {
	for name, r := range real(t, "*.tlog", "*.raw", "*.BIN", "*.bin", "*.log") {
		judged(t, name, r)
	}
}

// heartbeats is a log without a fault, a frame a second.
func heartbeats(n int) *flight.Log {
	var b logtest.Builder
	for i := range n {
		b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: logtest.Heartbeat, Seq: uint8(i)})
	}
	return b.Log()
}

func TestAVehicleThatFallsSilentIsTheFirstThingToKnow(t *testing.T) {
	var b logtest.Builder
	for i := range 1200 {
		at := time.Duration(i) * 100 * time.Millisecond
		if i < 400 {
			b.Add(logtest.Frame{At: at, Message: logtest.Attitude, Seq: uint8(i), Value: float64(at.Milliseconds())})
		}
		if i%10 == 0 {
			b.Add(logtest.Frame{At: at, Source: flight.MakeSource(255, 190), Message: logtest.Heartbeat, Seq: uint8(i / 10)})
		}
	}
	l := b.Log()
	r := run(t, l)
	if got := r.Verdict(); !strings.Contains(got, "with care: 1:1 was last heard 79 s before the end") {
		t.Errorf("got %q", got)
	}
	if lines := section(text(t, l), "Look first at"); len(lines) == 0 || !strings.Contains(lines[0], "1:1 was last heard at 00:39.900; the recording goes on for 79 s.") {
		t.Errorf("got %q", lines)
	}
}

func TestTheLongestSilenceOfAVehicleIsShown(t *testing.T) {
	var b logtest.Builder
	var at time.Duration
	for i := range 600 {
		at += 100 * time.Millisecond
		switch i {
		case 100:
			at += 8 * time.Second
		case 300:
			at += 40 * time.Second
		}
		b.Add(logtest.Frame{At: at, Message: logtest.Servos, Seq: uint8(i), Fresh: true})
		if i%10 == 0 && (i < 40 || i > 300) {
			b.Add(logtest.Frame{At: at, Source: flight.MakeSource(255, 190), Message: logtest.Heartbeat, Seq: uint8(i / 10)})
		}
	}
	lines := section(text(t, b.Log()), "Look first at")
	if len(lines) == 0 || !strings.Contains(lines[0], "Nothing came from 1:1 for 40.1 s.") || !strings.Contains(lines[0], "(2 more of this kind below.)") {
		t.Errorf("got %q", lines)
	}
}

func TestADateThatCannotBeIsSaid(t *testing.T) {
	for year, want := range map[int]bool{1970: true, 2026: false, 2999: true} {
		l := heartbeats(9)
		l.Start = time.Date(year, 1, 2, 0, 0, 0, 0, time.UTC)
		if got := strings.Contains(text(t, l), "begun at an unbelievable date"); got != want {
			t.Errorf("%d: %v", year, got)
		}
	}
}

func TestTheLoggersOwnLossIsALoss(t *testing.T) {
	message := func(offset int) *flight.Message {
		return &flight.Message{ID: 9, Name: "DSF", MinLength: 4, MaxLength: 4, Fields: []flight.Field{{Name: "Dp", Type: flight.U32, Offset: offset}}}
	}
	report := message(0)
	var b logtest.Builder
	for i, dropped := range []float64{0, 2, 2, 8} {
		b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: report, Value: dropped})
	}
	l := b.Log()
	l.Format = flight.DataFlash
	for _, s := range l.Streams {
		s.Source, s.Bare, s.Message = 0, true, message(10) // a record has no header apart
	}
	r := run(t, l)
	if got := r.Verdict(); !strings.Contains(got, "its logger dropped 8 writes") {
		t.Errorf("%q, %+v", got, r.Findings)
	}
}

func TestAVerdictCountsPlacesAndNotFindings(t *testing.T) {
	l := heartbeats(100)
	l.Findings = append(l.Findings,
		flight.Finding{Kind: flight.ClockOutlier, Severity: flight.Warning, Size: 39},
		flight.Finding{Kind: flight.ClockOutlier, Severity: flight.Warning})
	if v := run(t, l).Verdict(); !strings.Contains(v, "cannot be right in 40 places") {
		t.Errorf("said %q", v)
	}
}
