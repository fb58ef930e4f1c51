package analysis_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/analysis/clock"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// clocksOf are the clocks that a program reads of a report.
func clocksOf(t *testing.T, r *analysis.Report) []map[string]any {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Clocks []map[string]any }
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got.Clocks
}

func TestTheReportTellsOfClocks(t *testing.T) {
	data, _ := sim.Fly(sim.Config{Length: 100 * time.Second}).TLog()
	r := run(t, open(t, "a.tlog", data))
	got := clocksOf(t, r)
	kinds := map[string]bool{}
	for _, c := range got {
		if k := strings.Join(keys(c), " "); k != "clock epoch kind offset_ns pairs ready sigma_ns skew_ppm skew_sigma_ppm source span_s" {
			t.Errorf("a clock has %s", k)
		}
		kinds[c["source"].(string)+" "+c["kind"].(string)+" "+c["clock"].(string)] = true
	}
	for _, want := range []string{
		"1:1 envelope boot", "1:1 gps utc", "1:1 timesync boot", "1:100 envelope boot", "1:100 envelope signature",
	} {
		if !kinds[want] {
			t.Errorf("no clock %q in %v", want, kinds)
		}
	}
	if c := got[0]; c["ready"] != true || c["pairs"].(float64) < 2000 || c["sigma_ns"].(float64) > 1e6 ||
		c["skew_sigma_ppm"].(float64) <= 0 || c["skew_sigma_ppm"].(float64) > 10 {
		t.Errorf("the first clock is %v", c)
	}
	lines := clockLines(t, r)
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "  1:1 keeps pace with the station, within 0.") ||
		!strings.Contains(lines[0], "ms longer than the fastest; a round trip took at least ") {
		t.Errorf("%q", lines)
	}
}

func clockLines(t *testing.T, r *analysis.Report) []string {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	return section(out.String(), "Clocks")
}

// clocked is a report of the clocks given, and of nothing else.
func clocked(t *testing.T, clocks ...timebase.Clock) *analysis.Report {
	r := run(t, troubled())
	r.Clocks = &timebase.Result{Clocks: clocks}
	return r
}

// known is a clock of an epoch of 1:1 that is known well, and off by offset.
func known(remote timebase.Remote, epoch, of int, offset time.Duration) timebase.Clock {
	c := timebase.Clock{
		Source: flight.MakeSource(1, 1), Epoch: epoch, Of: of, Kind: timebase.Envelope, Remote: remote, Against: "the station",
		HostUnix: true, Pairs: 2000, Span: 100 * time.Second,
		Estimate: clock.Estimate{
			Line:  clock.Line{Offset: int64(offset), Skew: 24.1e-6},
			Sigma: int64(time.Millisecond), SkewSigma: 3.2, Ready: true,
		},
	}
	if remote == timebase.UTC {
		c.Kind = timebase.GPS
	}
	return c
}

func TestAWrongDateIsToldBesideTheBootClock(t *testing.T) {
	for offset, want := range map[time.Duration]string{
		7 * time.Hour:           "is 7 h 0 min ahead of the station's.",
		-15 * time.Second:       "is 15.00 s behind the station's.",
		900 * time.Millisecond:  "",
		-900 * time.Millisecond: "",
	} {
		lines := clockLines(t, clocked(t, known(timebase.Boot, 0, 1, -1e18), known(timebase.UTC, 0, 1, offset)))
		if !strings.HasPrefix(lines[0], "  1:1 runs 24.1 ± 3.2 ppm fast against the station; ") {
			t.Errorf("%v: %q", offset, lines)
		}
		if want == "" && len(lines) == 1 {
			continue
		}
		if len(lines) != 2 || want == "" || !strings.HasPrefix(lines[1], "  The date of 1:1 ") || !strings.HasSuffix(lines[1], want) {
			t.Errorf("%v: %q", offset, lines)
		}
	}
}

func TestTheClockOfEachEpochIsTold(t *testing.T) {
	lines := clockLines(t, clocked(t,
		known(timebase.Boot, 0, 2, -1e18), known(timebase.UTC, 0, 2, 0), known(timebase.Boot, 1, 2, -1e18), known(timebase.UTC, 1, 2, 5*time.Second)))
	want := []string{"  Epoch 1: 1:1 runs ", "  Epoch 2: 1:1 runs ", "  Epoch 2: The date of 1:1 "}
	if len(lines) != len(want) {
		t.Fatalf("%q", lines)
	}
	for i := range want {
		if !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("line %d is %q, want %q", i, lines[i], want[i])
		}
	}
}

func TestOfManyClocksAWrongDateIsNotLeftOut(t *testing.T) {
	var clocks []timebase.Clock
	for i := range 40 {
		clocks = append(clocks, known(timebase.Boot, i, 40, -1e18))
	}
	clocks = append(clocks, known(timebase.UTC, 39, 40, time.Hour))
	lines := clockLines(t, clocked(t, clocks...))
	if len(lines) > 8 {
		t.Errorf("%d lines", len(lines))
	}
	all := strings.Join(lines, "\n")
	if !strings.Contains(all, "Epoch 40: The date of 1:1 ") || !strings.HasSuffix(all, fmt.Sprintf("  and %d more; --json lists them all.", 41-len(lines)+1)) {
		t.Errorf("%s", all)
	}
}

func TestARateThatIsNotKnownIsNotReady(t *testing.T) {
	vague, held := known(timebase.Boot, 0, 1, -1e18), known(timebase.Boot, 0, 1, -1e18)
	vague.SkewSigma = 180
	held.Line.Held, held.Line.Skew, held.Ready, held.Sigma, held.SkewSigma = true, 0, false, -1, -1
	got := clocksOf(t, clocked(t, known(timebase.Boot, 0, 1, -1e18), vague, held))
	for i, want := range []struct {
		ready bool
		sigma float64
	}{{true, 3.2}, {false, 180}, {false, -1}} {
		if got[i]["ready"] != want.ready || got[i]["skew_sigma_ppm"] != want.sigma {
			t.Errorf("clock %d is %v, want %v", i, got[i], want)
		}
	}
}

func TestAClockThatIsSetBackAllTheTimeExplainsItsPace(t *testing.T) {
	for _, c := range []struct {
		by    time.Duration
		pace  int // the vehicle's clock goes on so many times as fast as it should
		says  string
		blame bool
	}{
		{1900 * time.Millisecond, 1, ". That is because the latter was set back 6 times, by 11.2 s in all, the first time at byte 20024. Rates", false},
		{1900 * time.Millisecond, 3, "wrong. The clock of the recording was set back 6 times, by 11.2 s in all, the first time at byte 20024. Rates", true},
		{0, 3, " s, 3 times as fast: a simulation", true},
	} {
		var cap capture
		for i := range 3000 {
			at := time.Duration(i) * 40 * time.Millisecond
			cap.add(at-c.by*time.Duration(min(6, i/417)), autopilot, attitudeID, 5*time.Second+at*time.Duration(c.pace))
		}
		f := findingsOf(cap.report(t), flight.ClockRate)
		if len(f) != 1 || !strings.Contains(f[0].Text, c.says) || strings.Contains(f[0].Text, "a simulation") != c.blame {
			t.Errorf("%+v: %+v", c, f)
		}
	}
}
