package analysis_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis"
	"postflight/replay/sim"
)

// compared counts the sources of a report that the slow reference counts alike, and
// says where it does not.
func compared(t *testing.T, name string, r *analysis.Report) (n int) {
	t.Helper()
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		if !s.Reliable || s.PerMessage {
			continue
		}
		n++
		if ref := slowly(r.Log, s.Source); ref.lost != s.Lost || ref.late != s.Late || ref.copies != s.Duplicate {
			t.Errorf("%s, %s: lost %d, late %d, duplicate %d; the reference: %d, %d, %d", name, s.Source,
				s.Lost, s.Late, s.Duplicate, ref.lost, ref.late, ref.copies)
		}
	}
	return n
}

func TestASlowReferenceCountsRealLogsAlike(t *testing.T) {
	counted := 0
	for name, r := range real(t, "*.tlog", "*.raw") {
		counted += compared(t, name, r)
	}
	if counted < 20 {
		t.Errorf("only %d sources compared", counted)
	}
}

// mixed is a flight over a link with faults of any number, with reboots, and clocks
// that are set back.
func mixed(seed uint64) *sim.Flight {
	random := rand.New(rand.NewPCG(seed, 8))
	share := func(most float64) float64 { return most * random.Float64() }
	c := sim.Config{Seed: seed, Length: 60 * time.Second, Faults: sim.Faults{
		Loss: share(0.1), BurstLoss: share(0.003), FlippedBits: share(0.01), DamagedHeader: share(0.005), Junk: share(0.005),
		Duplicate: share(0.03), Late: share(0.03), MissingStamps: share(0.002), GarbageStamps: random.IntN(3),
	}}
	for range random.IntN(3) {
		c.Reboots = append(c.Reboots, time.Duration(random.IntN(60))*time.Second)
	}
	for range random.IntN(2) {
		c.ClockSteps = append(c.ClockSteps, sim.ClockStep{At: time.Duration(5+random.IntN(50)) * time.Second, By: -time.Duration(random.IntN(6000)) * time.Millisecond})
	}
	return sim.Fly(c)
}

func TestASlowReferenceCountsRandomMixesAlike(t *testing.T) {
	mixes := uint64(40)
	if testing.Short() {
		mixes = 4
	}
	for seed := range mixes {
		f := mixed(seed)
		tlog, _ := f.TLog()
		vrec, _ := f.VREC(sim.MAVLink)
		for name, data := range map[string][]byte{"a.tlog": tlog, "a.bin": vrec} {
			if compared(t, name, run(t, open(t, name, data))) == 0 {
				t.Errorf("seed %d, %s: nothing to compare", seed, name)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestRandomMixesOfTheSimulatorAreCountedAsTheyWereMade(t *testing.T) {
	mixes := uint64(100)
	if testing.Short() {
		mixes = 4
	}
	for seed := range mixes {
		f := mixed(1000 + seed)
		tlog, inLog := f.TLog()
		vrec, inRecording := f.VREC(sim.MAVLink)
		for _, c := range []struct {
			name  string
			data  []byte
			truth sim.FileTruth
		}{{"a.tlog", tlog, inLog}, {"a.bin", vrec, inRecording}} {
			r := run(t, open(t, c.name, c.data))
			for i := range r.Link.Sources {
				s := &r.Link.Sources[i]
				want := c.truth.Sources[s.Source.String()]
				want.Sent = 0
				got := sim.SourceTruth{Lost: s.Lost, Duplicate: s.Duplicate, Late: s.Late, Restarts: s.Restarts, CRCFailed: s.CRCFailed}
				if !s.Reliable || got != want {
					t.Errorf("seed %d, %s, %s: counted %+v, made %+v, %s", seed, c.name, s.Source, got, want, s.Why)
				}
			}
		}
	}
}

func TestASlowReferenceCountsRebootsWithinSilencesAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 8))
	for range 50 {
		length := time.Duration(50+random.IntN(200)) * time.Second
		up := time.Duration(30+random.IntN(int(length/time.Second)-30)) * time.Second
		var c capture
		for i := range 10000 {
			switch at := time.Duration(i) * 40 * time.Millisecond; {
			case at < 30*time.Second:
				c.add(at, autopilot, attitudeID, at+5*time.Second)
			case at >= 30*time.Second+length:
				if random.IntN(20) > 0 {
					c.add(at, autopilot, attitudeID, at-30*time.Second-length+up)
				} else {
					c.seq[autopilot]++ // lost
				}
			default:
				c.seq[autopilot] = uint8(random.IntN(256))
			}
		}
		if compared(t, "silent", c.report(t)); t.Failed() {
			t.Fatalf("silent for %v, up for %v", length, up)
		}
	}
}
