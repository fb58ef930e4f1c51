package analysis_test

import (
	"math"
	"testing"
	"time"

	"postflight/decode/flight"
)

// hiddenSlowly counts what numbers cannot show in the silences of a source that tells
// its boot time: the turns of its counter that fit into the time that passed by its
// own clock, at the rate that it has outside the silences.
func hiddenSlowly(l *flight.Log, source flight.Source, silences map[int]bool) (hidden int) {
	f := &l.Frames
	var all []int
	for i := range f.Len() {
		if l.Source(i) == source {
			all = append(all, i)
		}
	}
	boot := func(k, step int) time.Duration { // told next before or behind
		for ; k >= 0 && k < len(all); k += step {
			m := l.Message(all[k])
			if field := m.Field("time_boot_ms"); field != nil {
				return time.Duration(field.Bits(l.Payload(all[k]), 0)) * time.Millisecond
			}
		}
		return -1
	}
	spoken, sent := time.Duration(0), 0.0
	for k := 1; k < len(all); k++ {
		if d := f.Time[all[k]] - f.Time[all[k-1]]; !silences[all[k-1]] {
			spoken += d
			sent += math.Max(0, float64(int8(f.Seq[all[k]]-f.Seq[all[k-1]])))
		}
	}
	for k := 1; k < len(all); k++ {
		if !silences[all[k-1]] {
			continue
		}
		passed := f.Time[all[k]] - f.Time[all[k-1]]
		if a, b := boot(k-1, -1), boot(k, 1); a >= 0 && b >= a {
			passed = min(passed, b-a)
		}
		shown := float64(f.Seq[all[k]] - f.Seq[all[k-1]] - 1)
		hidden += 256 * int(math.Max(0, math.Round((sent/spoken.Seconds()*passed.Seconds()-shown)/256)))
	}
	return hidden
}

func TestASlowReferenceHidesAsMuchInSilences(t *testing.T) {
	for name, want := range map[string]int{"uavlogviewer_vtol.tlog": 256, "dronerest_1.tlog": 10752} {
		r := real(t, name)[name]
		s := r.Link.Of(source(t, "1:1"))
		silences := map[int]bool{}
		for _, f := range r.Findings {
			for i := range r.Log.Frames.Len() {
				if f.Kind == flight.TimeGap && f.Source == "1:1" && r.Log.Source(i) == s.Source && r.Log.Frames.Time[i] == f.Time {
					silences[i] = true
				}
			}
		}
		if slow := hiddenSlowly(r.Log, s.Source, silences); s.Hidden != want || slow != want {
			t.Errorf("%s: %d hidden, slowly %d, want %d", name, s.Hidden, slow, want)
		}
	}
}
