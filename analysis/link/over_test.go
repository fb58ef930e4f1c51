package link_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/link"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// counts is what a link counts, of a source or of several together.
type counts struct {
	received, lost, late, duplicate, failed, restarts int
	junk                                              int64
}

func summed(s link.Series) (c counts) {
	for k := range s.Received {
		c.received += s.Received[k]
		c.lost += s.Lost[k]
		c.late += s.Late[k]
		c.duplicate += s.Duplicate[k]
		c.failed += s.CRCFailed[k]
		c.restarts += s.Restarts[k]
		c.junk += s.Junk[k]
	}
	return c
}

func totals(s *link.Source) counts {
	return counts{received: s.Frames, lost: s.Lost, late: s.Late, duplicate: s.Duplicate, failed: s.CRCFailed, restarts: s.Restarts}
}

// addsUp reports sources whose time slots do not add up to their account.
func addsUp(t *testing.T, name string, l *flight.Log) {
	t.Helper()
	r := count(l)
	for _, slots := range []int{0, 1, 7, 300} {
		var all counts
		for i := range r.Sources {
			s := &r.Sources[i]
			want := totals(s)
			all.received, all.lost, all.late = all.received+want.received, all.lost+want.lost, all.late+want.late
			all.duplicate, all.restarts = all.duplicate+want.duplicate, all.restarts+want.restarts
			if got := summed(r.Over(0, l.End, slots, s.Source)); got != want {
				t.Errorf("%s, %s in %d slots: %+v, counted %+v", name, s.Source, slots, got, want)
			}
		}
		all.failed, all.junk = r.Wire.CRCFailed, r.Wire.JunkBytes
		if got := summed(r.Over(0, l.End, slots)); got != all {
			t.Errorf("%s in %d slots: %+v, counted %+v", name, slots, got, all)
		}
	}
}

func TestTimeSlotsAddUpToTheAccountOfRandomMixes(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 50 {
		l, _ := mix(random)
		addsUp(t, "mix", l)
	}
}

func TestTimeSlotsAddUpToTheAccountOfSimulatedFlights(t *testing.T) {
	for seed := range uint64(3) {
		f := sim.Fly(sim.DemoConfig(seed))
		for _, w := range []sim.Wire{sim.NavLink, sim.MAVLink} {
			data, _ := f.VREC(w)
			addsUp(t, "VREC", open(t, data))
		}
		data, _ := f.TLog()
		addsUp(t, "tlog", open(t, data))
	}
}

func TestTimeSlotsAddUpToTheAccountOfRealLogs(t *testing.T) {
	folder := logtest.Real(t)
	for _, pattern := range []string{"*.tlog", "*.raw"} {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, path := range paths {
			if l, err := decode.Open(t.Context(), path, nil); err == nil {
				addsUp(t, filepath.Base(path), l)
			}
		}
	}
}

func TestSlotsHoldWhatHappenedInThem(t *testing.T) {
	var b logtest.Builder
	for i, number := range []int{0, 1, 3, 2, 4, 5} { // 2 comes late
		b.Add(logtest.Frame{At: time.Duration(i) * time.Second, Message: logtest.Heartbeat, Seq: uint8(number), Fresh: true})
	}
	twice := logtest.Frame{At: 6 * time.Second, Message: logtest.Heartbeat, Seq: 6, Fresh: true}
	bytes := b.Add(twice)
	twice.At += time.Second / 2
	b.Again(twice, bytes)
	s := count(b.Log()).Over(0, 7*time.Second-1, 7)
	for k := range 7 {
		late, duplicate, received := 0, 0, 1
		switch k {
		case 3:
			late = 1
		case 6:
			duplicate, received = 1, 2
		}
		if s.Late[k] != late || s.Duplicate[k] != duplicate || s.Received[k] != received || s.Lost[k] != 0 {
			t.Errorf("second %d: %d late, %d twice, %d received, %d lost", k, s.Late[k], s.Duplicate[k], s.Received[k], s.Lost[k])
		}
	}
	if rate := s.PerSecond(s.Received); rate[6] != 2 {
		t.Errorf("%v a second", rate)
	}
}
