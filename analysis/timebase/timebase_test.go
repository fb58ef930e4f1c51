package timebase_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

const (
	ms = int64(time.Millisecond)
	s  = int64(time.Second)
)

// remote is a clock that was at boot ns at the start of a log and is off by ppm.
type remote struct {
	boot int64
	ppm  float64
}

func (r remote) at(since int64) int64 {
	return r.boot + since + int64(r.ppm/1e6*float64(since))
}

// fly adds attitudes at 20 Hz for a while, delayed by 5 ms and up to 75 more.
func (r *recording) fly(from, until int64, source flight.Source, c remote, random *rand.Rand) {
	for at := from; at < until; at += s / 20 {
		delay := 5*ms + random.Int64N(75*ms)
		r.add(start+at+delay, source, "ATTITUDE", fields{"time_boot_ms": c.at(at) / ms})
	}
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func TestABootClockIsFoundBehindTheDelays(t *testing.T) {
	for seed := range uint64(8) {
		var r recording
		r.fly(0, 120*s, vehicle, remote{40 * s, 25}, source(seed))
		found := r.tlog(t)
		c := clockOf(t, found, vehicle, timebase.Envelope, timebase.Boot)
		want := remote{40 * s, 25}.at(c.At-start) - c.At - 5*ms // the fastest frame
		if off := float64(c.Offset() - want); !c.Ready || math.Abs(off) > 3*float64(max(c.Sigma, ms)) {
			t.Errorf("seed %d: offset wrong by %.2f ms, sigma %.2f ms, ready %v", seed, off/1e6, float64(c.Sigma)/1e6, c.Ready)
		}
		if middle := c.At - start - 60*s; middle < -s/2 || middle > s/2 {
			t.Errorf("seed %d: the offset is told %.3f s from the middle", seed, float64(middle)/1e9)
		}
		if math.Abs(c.SkewPPM()-25) > 3*max(c.SkewSigma, 1) {
			t.Errorf("seed %d: skew %.2f ± %.2f ppm", seed, c.SkewPPM(), c.SkewSigma)
		}
		if d := c.Delay; d.Count != 2400 || d.Median < 30*time.Millisecond || d.Median > 45*time.Millisecond || d.Most > 78*time.Millisecond {
			t.Errorf("seed %d: delays %+v", seed, d)
		}
		if len(found.Findings) > 0 {
			t.Errorf("seed %d: %+v", seed, found.Findings)
		}
	}
}

func TestAClockIsToldOfInASentence(t *testing.T) {
	var r recording
	r.fly(0, 300*s, vehicle, remote{40 * s, 25}, source(1))
	found := r.tlog(t)
	text := found.Clocks[0].Sentence()
	if !strings.HasPrefix(text, "1:1 runs 25.") && !strings.HasPrefix(text, "1:1 runs 24.") ||
		!strings.Contains(text, "ppm fast against the station; 9 in 10 of its frames took 4") ||
		!strings.HasSuffix(text, "to 72 ms longer than the fastest.") {
		t.Error(text)
	}
}

func TestAFewReadingsDoNotTellARate(t *testing.T) {
	var r recording
	r.fly(0, 10*s, vehicle, remote{40 * s, 25}, source(1))
	found := r.tlog(t)
	c := &found.Clocks[0]
	text := c.Sentence()
	if c.Ready || !strings.HasPrefix(text, "1:1 was read 200 times in ") ||
		!strings.HasSuffix(text, " s: how fast it runs against the station is not known.") {
		t.Errorf("ready %v: %s", c.Ready, text)
	}
}

func TestSeriesGivesTheDelayOfEachReading(t *testing.T) {
	var r recording
	r.fly(0, 60*s, vehicle, remote{40 * s, 0}, source(2))
	found := r.tlog(t)
	c := &found.Clocks[0]
	series, err := found.Series(t.Context(), c)
	if err != nil || len(series.Value) != c.Pairs || len(series.Time) != c.Pairs || len(series.Frame) != c.Pairs {
		t.Fatalf("%v: %d values, %d pairs", err, len(series.Value), c.Pairs)
	}
	most := 0.0
	for i, v := range series.Value {
		if v < 0 || i > 0 && series.Time[i] < series.Time[i-1] {
			t.Fatalf("value %d: %v at %v", i, v, series.Time[i])
		}
		most = max(most, v)
	}
	if want := c.Delay.Most.Seconds() * 1000; math.Abs(most-want) > 0.001 {
		t.Errorf("at most %v ms, the distribution says %v", most, want)
	}
}

func TestAStepIsToldWithTheRecordsOnBothSides(t *testing.T) {
	var r recording
	r.fly(0, 60*s, vehicle, remote{40 * s, 0}, source(3))
	r.fly(60*s, 120*s, vehicle, remote{40*s + 500*ms, 0}, source(4))
	r.fly(0, 120*s, camera, remote{900 * s, 0}, source(5))
	found := r.tlog(t)
	f := findingOf(t, found, flight.ClockStepped)
	if f.Source != "1:1" || f.Severity != flight.Warning || (f.Time-60*time.Second).Abs() > time.Second ||
		!strings.HasPrefix(f.Text, "1:1 stepped by +0.5") || f.Span.Length == 0 {
		t.Errorf("%+v", f)
	}
	c := clockOf(t, found, vehicle, timebase.Envelope, timebase.Boot)
	if len(c.Changes) != 1 || c.Changes[0].Before >= c.Changes[0].After {
		t.Errorf("changes %+v", c.Changes)
	}
}

func TestAChangedRateIsTold(t *testing.T) {
	var r recording
	slow := remote{40 * s, -50}
	r.fly(0, 300*s, vehicle, slow, source(8))
	r.fly(300*s, 600*s, vehicle, remote{slow.at(300*s) - 300*s - 300*s*50/1_000_000, 50}, source(9))
	f := findingOf(t, r.tlog(t), flight.ClockRate)
	if f.Source != "1:1" || f.Severity != flight.Info || !strings.Contains(f.Text, "changed its rate by +") {
		t.Errorf("%+v", f)
	}
}

func TestACounterThatRunsOverIsOneClock(t *testing.T) {
	const lap = (int64(1) << 32) * ms
	var r recording
	for at := int64(0); at < 60*s; at += s / 20 {
		r.add(start+at+5*ms, vehicle, "ATTITUDE", fields{"time_boot_ms": (lap - 30*s + at) % lap / ms})
	}
	found := r.tlog(t)
	c := clockOf(t, found, vehicle, timebase.Envelope, timebase.Boot)
	if len(found.Clocks) != 1 || c.Pairs < 1199 || len(c.Changes) > 0 {
		t.Errorf("%d clocks, the first with %d pairs and changes %+v", len(found.Clocks), c.Pairs, c.Changes)
	}
}

func TestAReadingAloneAheadOfTheOthersCarriesNothing(t *testing.T) {
	var r recording
	r.fly(0, 60*s, vehicle, remote{40 * s, 0}, source(10))
	r.add(start+30*s, vehicle, "ATTITUDE", fields{"time_boot_ms": 75 * s / ms})
	c := clockOf(t, r.tlog(t), vehicle, timebase.Envelope, timebase.Boot)
	if c.Pairs != 1200 || c.Sigma > 5*ms {
		t.Errorf("%d pairs, sigma %d", c.Pairs, c.Sigma)
	}
}

func TestSignaturesAreAClockOfTheirOwn(t *testing.T) {
	var r recording
	for at := int64(0); at < 60*s; at += s / 10 {
		r.messages = append(r.messages, message{
			at: start + at + 5*ms, source: vehicle, name: "ATTITUDE", signed: start + at + 2*s,
			fields: fields{"time_boot_ms": (40*s + at) / ms},
		})
	}
	found := r.tlog(t)
	c := clockOf(t, found, vehicle, timebase.Envelope, timebase.Signature)
	if off := c.Offset() - (2*s - 5*ms); off < -ms || off > ms || c.Link != 7 || c.Pairs != 600 {
		t.Errorf("%+v, offset %d", c, c.Offset())
	}
	if text := c.Sentence(); !strings.Contains(text, "link 7") || !strings.Contains(text, "2.00 s ahead of the station's") {
		t.Error(text)
	}
}

func TestTheDateOfAVehicleShowsWhatTheStationsClockIsWorth(t *testing.T) {
	var r recording
	for at := int64(0); at < 90*s; at += s / 2 {
		date := (start + at - 3600*s) / 1000
		if at < 10*s {
			date = 0 // no fix yet
		}
		r.add(start+at+5*ms, vehicle, "SYSTEM_TIME", fields{"time_unix_usec": date, "time_boot_ms": (40*s + at) / ms})
	}
	found := r.tlog(t)
	c := clockOf(t, found, vehicle, timebase.GPS, timebase.UTC)
	if c.Pairs != 160 || c.PowerUp != start-3600*s-40*s {
		t.Errorf("%d pairs, powered up at %d", c.Pairs, c.PowerUp)
	}
	// It had been up for 90 s in the middle of its dates.
	rate := (math.Abs(c.SkewPPM()) + c.SkewSigma) / 1e6
	if _, sigma := c.PoweredUp(); sigma < time.Duration(c.Sigma) || math.Abs(sigma.Seconds()-math.Hypot(float64(c.Sigma)/1e9, 90*rate)) > 0.001 {
		t.Errorf("powered up ± %v, rate within %v", sigma, rate)
	}
	utc, by, ok := found.UTC(20 * time.Second)
	if want := time.Unix(0, start-3600*s+20*s); !ok || by == nil || utc.Sub(want).Abs() > time.Millisecond {
		t.Errorf("UTC %v by %v", utc, by)
	}
	capture, ok := found.Capture(20 * time.Second)
	if want := time.Unix(0, start+20*s+5*ms); !ok || capture.Sub(want).Abs() > time.Millisecond {
		t.Errorf("capture %v", capture)
	}
	boot, ok := found.Boot(vehicle, 20*time.Second)
	if want := 60 * time.Second; !ok || (boot-want).Abs() > 2*time.Millisecond {
		t.Errorf("boot %v", boot)
	}
	if _, ok := found.Boot(camera, 0); ok {
		t.Error("a source without a clock has a boot time")
	}
}

func TestTheMiddleOfTheGPSRecordsCountsNotTheFirst(t *testing.T) {
	base := time.Date(2026, 4, 5, 23, 0, 0, 0, time.UTC)
	var fixes []fix
	for i := range 50 {
		at := time.Duration(i) * 200 * time.Millisecond
		f := fix{boot: 80*time.Second + at, utc: base.Add(at)}
		if i == 0 {
			f.utc = f.utc.Add(-6 * time.Millisecond)
		}
		fixes = append(fixes, f)
	}
	found := onboard(t, fixes)
	c := clockOf(t, found, 0, timebase.GPS, timebase.UTC)
	if off := c.Offset() - base.Add(-80*time.Second).UnixNano(); off < -ms || off > ms || c.Pairs != 50 {
		t.Errorf("offset wrong by %d ns, %d pairs", off, c.Pairs)
	}
	if boot, ok := found.Boot(0, time.Second); !ok || boot != 81*time.Second {
		t.Errorf("boot time %v", boot)
	}
}

func TestDamagedDatesOfAnOnboardLogMoveNoOthers(t *testing.T) {
	base := time.Date(2026, 4, 5, 23, 0, 0, 0, time.UTC)
	for name, damage := range map[string]func(f *fix, i int){
		"three weeks of receivers": func(f *fix, i int) {
			f.utc = f.utc.Add(map[bool]time.Duration{true: 16 * 7 * 24 * time.Hour}[i >= 40 && i < 43])
		},
		"a stamp near 2^32 ms": func(f *fix, i int) { f.off = map[bool]time.Duration{true: 1 << 32 * time.Millisecond}[i == 54] },
		"a stamp and dates here and there": func(f *fix, i int) {
			f.off = map[bool]time.Duration{true: 1 << 53 * time.Microsecond}[i == 15]
			f.utc = f.utc.Add(map[bool]time.Duration{true: -9000 * time.Hour}[i%20 == 7])
		},
	} {
		var fixes []fix
		for i := range 125 {
			at := time.Duration(i) * 200 * time.Millisecond
			f := fix{boot: 80*time.Second + at, utc: base.Add(at)}
			damage(&f, i)
			fixes = append(fixes, f)
		}
		c := clockOf(t, onboard(t, fixes), 0, timebase.GPS, timebase.UTC)
		up := base.Add(-80 * time.Second).UnixNano()
		if off := c.Offset() - up; off < -ms || off > ms || c.PowerUp != up || c.Sigma > 5*ms || c.Pairs < 117 {
			t.Errorf("%s: offset wrong by %d ns, powered up %v, sigma %v, %d pairs", name, off, time.Unix(0, c.PowerUp).UTC(), time.Duration(c.Sigma), c.Pairs)
		}
	}
}
