package gap_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"postflight/analysis/gap"
)

const ms = time.Millisecond

func every(n int, step time.Duration) []time.Duration {
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = time.Duration(i) * step
	}
	return times
}

func TestLimitFollowsTheStreamsOwnRate(t *testing.T) {
	for _, c := range []struct{ step, want time.Duration }{
		{time.Second, 4 * time.Second}, {100 * ms, 400 * ms}, {ms, 50 * ms}, {0, 50 * ms},
	} {
		if got := gap.Limit(every(100, c.step)); got != c.want {
			t.Errorf("every %v: %v, want %v", c.step, got, c.want)
		}
	}
	if got := gap.Limit([]time.Duration{0, math.MaxInt64}); got != math.MaxInt64 {
		t.Errorf("two samples an age apart: %v", got)
	}
}

func TestLimitOfBurstsIsThatBetweenThem(t *testing.T) {
	var times []time.Duration
	for i := range 50 {
		for range 3 {
			times = append(times, time.Duration(i)*time.Second)
		}
	}
	if got := gap.Limit(times); got != 4*time.Second {
		t.Errorf("got %v", got)
	}
}

func TestLimitOfBurstsWithTimesOfTheirOwn(t *testing.T) {
	var times []time.Duration
	for i := range 50 {
		for k := range 5 {
			times = append(times, time.Duration(i)*700*ms+time.Duration(k)*2*ms)
		}
	}
	if got := gap.Limit(times); got < 2*time.Second || got > 3*time.Second {
		t.Errorf("got %v", got)
	}
	if got := gap.Limit(append(every(500, 5*ms), 4*time.Second)); got != 50*ms {
		t.Errorf("one pause in a fast stream made it %v", got)
	}
}

func TestBurstsWhoseSamplesAreSpreadOutAreNoSilences(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var times []time.Duration
	for burst := range 150 {
		at := time.Duration(burst) * 1100 * ms
		for range 4 + rng.IntN(5) {
			times = append(times, at)
			at += time.Duration(1+rng.IntN(100)) * ms
		}
	}
	limit := gap.Limit(times)
	if got := gap.Breaks(times, limit); len(got) != 0 {
		t.Errorf("%d silences above %v", len(got), limit)
	}
	later := append(slices.Clone(times), times[len(times)-1]+7*time.Second)
	if got := gap.Breaks(later, gap.Limit(later)); len(got) != 1 {
		t.Errorf("an outage of 7 s: %d silences above %v", len(got), gap.Limit(later))
	}
}

func TestOutagesDoNotMakeThemselvesUsual(t *testing.T) {
	for name, outages := range map[string]int{"one": 1, "some": 4, "many": 30} {
		var times []time.Duration
		var at time.Duration
		for range outages { // most of the time is silence
			for range 20 {
				times = append(times, at)
				at += 100 * ms
			}
			at += 30 * time.Second
		}
		times = append(times, at)
		if got := gap.Limit(times); got != 400*ms {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestBreaksAreWhereASilenceEnds(t *testing.T) {
	times := []time.Duration{0, 100 * ms, 500 * ms, 901 * ms, time.Second}
	if got := gap.Breaks(times, 400*ms); !slices.Equal(got, []int{3}) {
		t.Errorf("got %v", got)
	}
}

func TestSilence(t *testing.T) {
	pause := append(every(50, 100*ms), 40*time.Second)
	asked := []time.Duration{0, time.Second, 2 * time.Second, 30 * time.Second, 31 * time.Second}
	for _, c := range []struct {
		name   string
		times  []time.Duration
		silent int
	}{
		{"of a steady sender", every(100, time.Second), 0},
		{"of one that paused", pause, 1},
		{"of one that only answers", asked, 0},
		{"of none", nil, 0},
	} {
		if got := gap.Breaks(c.times, gap.Silence(c.times)); len(got) != c.silent {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
