package link_test

import (
	"bytes"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
	"time"

	"postflight/analysis/internal/logtest"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

type tally struct{ lost, late, duplicate, restarts int }

// arrival is a frame on its way.
type arrival struct {
	at    time.Duration
	frame logtest.Frame
	copy  int // of the frame sent as this number, -1 for none
	sent  int
}

// mix is a random flight over a bad link, and what was done to it. Faults keep
// away from the reboot, where no counter could show them.
func mix(random *rand.Rand) (*flight.Log, tally) {
	step := []time.Duration{10, 20, 40}[random.IntN(3)] * time.Millisecond
	mostLate := min(180, int(1500*time.Millisecond/step))
	quiet := mostLate + 20
	n := 1200 + random.IntN(600)
	reboot := n + quiet
	if random.IntN(2) == 0 {
		reboot = 400 + random.IntN(n-600)
	}
	loss, late, twice := 0.1*random.Float64(), 0.1*random.Float64(), 0.1*random.Float64()
	start := random.IntN(256)
	var out []arrival
	var want tally
	type span struct{ first, last, arrived int }
	spans := [2]span{{first: -1}, {first: -1}}
	for i := range n {
		boot, number, ms := 0, start+i, 100000+int(step/time.Millisecond)*i
		if i >= reboot {
			boot, number, ms = 1, i-reboot, int(step/time.Millisecond)*(i-reboot)+20
			want.restarts = 1
		}
		at := time.Duration(i) * step
		a := arrival{at: at, copy: -1, sent: i, frame: logtest.Frame{Message: logtest.Attitude, Seq: uint8(number), Value: float64(ms)}}
		faulty := i > quiet && i < n-quiet && (i < reboot-quiet || i > reboot+quiet)
		p := random.Float64()
		switch {
		case faulty && p < loss:
			continue
		case faulty && p < loss+late:
			a.at += time.Duration(1+random.IntN(mostLate))*step + time.Millisecond
		case faulty && p < loss+late+twice:
			c := a
			c.at, c.copy = at+time.Duration(random.IntN(900))*time.Millisecond+2, i
			out = append(out, c)
			want.duplicate++
		}
		out = append(out, a)
		if s := &spans[boot]; s.first < 0 {
			*s = span{i, i, 1}
		} else {
			s.last, s.arrived = i, s.arrived+1
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].at < out[b].at })
	for _, s := range spans {
		if s.first >= 0 {
			want.lost += s.last - s.first + 1 - s.arrived
		}
	}
	return build(out, &want), want
}

// build writes the arrivals into a log and counts those that come after a later one.
func build(out []arrival, want *tally) *flight.Log {
	var b logtest.Builder
	raw := map[int][]byte{}
	highest := -1
	for _, a := range out {
		a.frame.At = a.at
		if a.copy >= 0 {
			b.Again(a.frame, raw[a.copy])
			continue
		}
		raw[a.sent] = b.Add(a.frame)
		if a.sent < highest {
			want.late++
		}
		highest = max(highest, a.sent)
	}
	return b.Log()
}

// slowly counts by the rules as they are written, looking back for everything.
func slowly(l *flight.Log) tally {
	var out tally
	f := &l.Frames
	equalBefore := func(i int) bool {
		for k := i - 1; k >= 0 && f.Time[i]-f.Time[k] <= time.Second; k-- {
			if bytes.Equal(l.Frame(i), l.Frame(k)) {
				return true
			}
		}
		return false
	}
	boot := func(i int) int {
		return int(logtest.Attitude.Field("time_boot_ms").Bits(l.Payload(i), 0))
	}
	type miss struct {
		number uint8
		at     time.Duration
	}
	var open []miss
	last, started := uint8(0), false
	for i := range f.Len() {
		switch {
		case equalBefore(i):
			out.duplicate++
			continue
		case i > 0 && boot(i-1)-boot(i) > 10000:
			out.restarts++
			open, started = nil, false
		}
		if started && f.Seq[i] != last+1 {
			filled := false
			for k, m := range open {
				if m.number == f.Seq[i] && f.Time[i]-m.at <= 2*time.Second {
					open = append(open[:k:k], open[k+1:]...)
					filled = true
					break
				}
			}
			if filled {
				out.late++
				out.lost--
				continue
			}
			for n := last + 1; n != f.Seq[i]; n++ {
				open = append(open, miss{n, f.Time[i]})
				out.lost++
			}
		}
		last, started = f.Seq[i], true
	}
	return out
}

func TestLossThatNoCounterCanShowIsSaidAsASilence(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for k := range 100 {
		hole := 256 * (1 + random.IntN(3))
		step := time.Duration(10+random.IntN(30)) * time.Millisecond
		at, lost := 100+random.IntN(500), 0
		var b logtest.Builder
		for i := range 800 {
			number := i
			if i >= at {
				number += hole
			}
			if i > 10 && i != at-1 && i != at && i < 790 && random.Float64() < 0.03 {
				lost++
				continue
			}
			b.Add(logtest.Frame{At: time.Duration(number) * step, Message: logtest.Attitude, Seq: uint8(number), Fresh: true})
		}
		r := count(b.Log())
		f := find(r, flight.TimeGap)
		if s := r.Of(autopilot); s.Lost != lost || len(f) != 1 || !strings.Contains(f[0].Text, "cannot show how many") && hole > 300 {
			t.Fatalf("mix %d, a hole of %d every %v: %d lost of %d, findings %+v", k, hole, step, s.Lost, lost, f)
		}
	}
}

func TestRandomMixesAreCountedAsTheyWereMade(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	mixes := 1000
	if testing.Short() {
		mixes = 100
	}
	for k := range mixes {
		l, want := mix(random)
		s := count(l).Of(autopilot)
		got := tally{s.Lost, s.Late, s.Duplicate, s.Restarts}
		if slow := slowly(l); got != want || slow != want {
			t.Fatalf("mix %d: counted %+v, slowly %+v, made %+v", k, got, slow, want)
		}
	}
}

func TestCountingAHostileLogTakesNoLongerThanAnyOther(t *testing.T) {
	var b logtest.Builder
	for i := range 20000 { // one number, one time, ever different bytes beside ever equal ones
		b.Add(logtest.Frame{Message: logtest.Heartbeat, Seq: uint8(i % 2), Fresh: i%3 == 0})
	}
	l := b.Log()
	if plan, _ := sequence.MakePlan(t.Context(), l); plan.Counters != 1 {
		t.Fatalf("%+v", plan)
	}
	count(l)
}
