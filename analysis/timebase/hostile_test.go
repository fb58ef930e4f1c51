package timebase_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
)

func TestAHostileLogIsTakenApartInTime(t *testing.T) {
	const frames = 20_000
	random := rand.New(rand.NewPCG(1, 2))
	attitude := func(r *recording, at int64, source flight.Source, boot int64) {
		r.add(at, source, "ATTITUDE", fields{"time_boot_ms": boot})
	}
	for name, add := range map[string]func(r *recording, i int64){
		"a boot time at random": func(r *recording, i int64) {
			attitude(r, start+i*ms, vehicle, random.Int64N(1<<32))
		},
		"a boot time at random within the limit of a restart": func(r *recording, i int64) {
			attitude(r, start+i*10*ms, vehicle, 60_000+i*10+random.Int64N(9000))
		},
		"a step every ten seconds": func(r *recording, i int64) {
			attitude(r, start+i*50*ms, vehicle, 60_000+i*50+i/200%2*3000)
		},
		"three readings a source": func(r *recording, i int64) {
			attitude(r, start+i*ms, flight.Source(i/3+1), i)
		},
		"the same question and answer over and over": func(r *recording, i int64) {
			r.add(start+i*ms, vehicle, "TIMESYNC", fields{"ts1": 5, "tc1": i % 2 * 7})
		},
		"questions of everybody": func(r *recording, i int64) {
			r.add(start+i*ms, flight.Source(i%9000+1), "TIMESYNC", fields{"ts1": 5, "tc1": i % 3})
		},
		"stamps at random": func(r *recording, i int64) {
			attitude(r, random.Int64(), vehicle, i)
		},
		"dates at both ends": func(r *recording, i int64) {
			r.add(start+i*ms, vehicle, "SYSTEM_TIME", fields{"time_unix_usec": []int64{math.MaxInt64, -1, 1<<62/1000 - 1}[i%3], "time_boot_ms": i})
		},
		"a signing key each": func(r *recording, i int64) {
			attitude(r, start+i*ms, vehicle, i)
			r.messages[i].signed = start + random.Int64N(1<<40)
		},
	} {
		var r recording
		for i := range int64(frames) {
			add(&r, i)
		}
		began := time.Now()
		found := r.asListed(t)
		took := time.Since(began)
		t.Logf("%s: %v, %d clocks, %d findings", name, took, len(found.Clocks), len(found.Findings))
		if took > 20*time.Second || len(found.Clocks) > 1000 || len(found.Findings) > 4000 {
			t.Errorf("%s: %v, %d clocks, %d findings", name, took, len(found.Clocks), len(found.Findings))
		}
		for i := range found.Clocks {
			found.Clocks[i].Sentence()
			found.BootTimes(found.Clocks[i].Source)
		}
		found.Dates()
		began = time.Now()
		onboard := boots(t, 0, 100*s)
		for _, pair := range [][2]*timebase.Result{{found, found}, {found, onboard}, {onboard, found}} {
			if parts, ok := timebase.Lay(pair[0], pair[1]); ok {
				inOrder(t, timebase.LayingOf(parts), time.Duration(frames)*50*time.Millisecond)
			}
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%s: laid in %v", name, took)
		}
	}
}
