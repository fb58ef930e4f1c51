package clock_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"postflight/analysis/clock"
)

// randomLine is any line the mapping is promised for.
func randomLine(random *rand.Rand) clock.Line {
	return clock.Line{
		Host:     random.Int64N(4e18) - 2e18,
		Offset:   random.Int64N(4e18) - 2e18,
		Fraction: random.Float64()*2 - 1,
		Skew:     (random.Float64()*2 - 1) * clock.MaxSkew,
	}
}

func TestThereAndBackIsWithinANanosecond(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200_000 {
		l := randomLine(random)
		remote := l.Host + l.Offset + random.Int64N(2e14) - 1e14 // a day either side
		if back := l.ToRemote(l.ToHost(remote)); back < remote-1 || back > remote+1 {
			t.Fatalf("%+v: %d comes back as %d", l, remote, back)
		}
		host := l.Host + random.Int64N(2e14) - 1e14
		if back := l.ToHost(l.ToRemote(host)); back < host-1 || back > host+1 {
			t.Fatalf("%+v: host %d comes back as %d", l, host, back)
		}
	}
}

func TestMappingNeverTurnsBack(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 200_000 {
		l := randomLine(random)
		at := l.Host + random.Int64N(2e15) - 1e15
		step := int64(1) << random.IntN(40)
		if a, b := l.ToRemote(at), l.ToRemote(at+step); b < a {
			t.Fatalf("%+v: host %d + %d goes from remote %d to %d", l, at, step, a, b)
		}
		at += l.Offset
		if a, b := l.ToHost(at), l.ToHost(at+step); b < a {
			t.Fatalf("%+v: remote %d + %d goes from host %d to %d", l, at, step, a, b)
		}
	}
}

func TestTimesOutsideTheRangeStopAtItsEnds(t *testing.T) {
	l := clock.Line{Offset: 1 << 62, Skew: clock.MaxSkew}
	if got := l.ToRemote(math.MaxInt64); got != math.MaxInt64 {
		t.Errorf("ToRemote of the last host time is %d", got)
	}
	l.Offset = -1 << 62
	if got := l.ToRemote(math.MinInt64); got != math.MinInt64 {
		t.Errorf("ToRemote of the first host time is %d", got)
	}
	if got := l.ToHost(math.MaxInt64); got < 1<<62 {
		t.Errorf("ToHost of the last remote time is %d", got)
	}
}
