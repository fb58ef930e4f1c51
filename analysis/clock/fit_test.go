package clock_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"postflight/analysis/clock"
)

const second = int64(time.Second)

func estimate(t *testing.T, f interface {
	Estimate() (clock.Estimate, bool)
},
) clock.Estimate {
	t.Helper()
	e, ok := f.Estimate()
	if !ok {
		t.Fatal("no estimate")
	}
	return e
}

func TestAFastRemoteClockIsMappedBack(t *testing.T) {
	remoteAt := func(host int64) int64 { return host + 5_000_000_000 + host/50_000 }
	fit := clock.SixtySecondFit()
	for i := range int64(30) {
		host := second + i*second
		fit.Push(clock.Pair{Host: host, Remote: remoteAt(host)})
	}
	e := estimate(t, fit)
	if got := e.ToHost(remoteAt(20_500_000_000)); max(got-20_500_000_000, 20_500_000_000-got) >= 1000 {
		t.Errorf("20.5 s is mapped back to %d ns", got)
	}
	if math.Abs(e.SkewPPM()-20) >= 0.01 {
		t.Errorf("skew %v ppm, want 20", e.SkewPPM())
	}
	if e.Sigma != 0 {
		t.Errorf("sigma %d ns, want 0", e.Sigma)
	}
	if got := e.OffsetAt(20_500_000_000); got != 5_000_410_000 {
		t.Errorf("offset at 20.5 s is %d ns, want 5000410000", got)
	}
}

func pushUTC(f *clock.Fit, from, until int64) {
	for i := from; i < until; i++ {
		host := i * second
		f.Push(clock.Pair{Host: host, Remote: host + 1.8e18 + host/100_000 + []int64{0, 300, -300}[i%3]})
	}
}

func TestOffsetsOfUTCSizeKeepTheirNanoseconds(t *testing.T) {
	fit := clock.SixtySecondFit()
	pushUTC(fit, 0, 60)
	e := estimate(t, fit)
	if got := e.OffsetAt(29_500_000_000); got != 1.8e18+295_000 {
		t.Errorf("mean offset %d ns, want 1.8e18 + 295000", got)
	}
	if math.Abs(e.SkewPPM()-9.999_666_574) > 5e-10 {
		t.Errorf("skew %.9f ppm, want 9.999666574", e.SkewPPM())
	}
	if e.Sigma != 245 {
		t.Errorf("sigma %d ns, want 244.88 rounded", e.Sigma)
	}
}

func TestSigmaIsUnknownUntilThreePairs(t *testing.T) {
	fit := clock.SixtySecondFit()
	if _, ok := fit.Estimate(); ok {
		t.Error("an estimate of nothing")
	}
	for i, want := range []int64{-1, -1, 0} {
		fit.Push(clock.Pair{Host: int64(i) * second, Remote: int64(i)*second + 7})
		if e := estimate(t, fit); e.Sigma != want || e.OffsetAt(0) != 7 {
			t.Errorf("%d pairs: sigma %d, offset %d; want %d, 7", i+1, e.Sigma, e.OffsetAt(0), want)
		}
	}
}

func TestPairsOfOneHostTimeHaveTheirMeanAsOffset(t *testing.T) {
	fit := clock.SixtySecondFit()
	for _, remote := range []int64{10, 20, 60} {
		fit.Push(clock.Pair{Host: 0, Remote: remote})
	}
	e := estimate(t, fit)
	if e.OffsetAt(0) != 30 || !e.Held || e.SkewSigma != -1 || e.Sigma != whole(math.Sqrt((400+100+900)/3.)) {
		t.Errorf("%+v", e)
	}
}

func whole(v float64) int64 { return int64(math.Round(v)) }

func TestASlopeNoClockHasIsHeld(t *testing.T) {
	fit := clock.SixtySecondFit()
	fit.Push(clock.Pair{Host: 0, Remote: 0})
	fit.Push(clock.Pair{Host: second, Remote: second + 100_000_000})
	if e := estimate(t, fit); !e.Held || e.Skew != 0 || e.OffsetAt(0) != 50_000_000 {
		t.Errorf("%+v", e)
	}
}

func TestAReadingCountsOnce(t *testing.T) {
	fit := clock.SixtySecondFit()
	p := clock.Pair{Host: 1, Remote: 2}
	if !fit.Push(p) || fit.Push(p) || fit.Len() != 1 {
		t.Errorf("%d pairs, want 1", fit.Len())
	}
}

func TestTheWindowIsBoundedInTimeAndCount(t *testing.T) {
	fit := clock.NewFit(10*time.Second, 5)
	for i := range int64(100) {
		fit.Push(clock.Pair{Host: i * second / 10, Remote: i})
		if fit.Len() > 5 {
			t.Fatalf("%d pairs, want at most 5", fit.Len())
		}
	}
	fit.Push(clock.Pair{Host: 100 * second, Remote: 0})
	if fit.Len() != 1 {
		t.Errorf("%d pairs after a gap longer than the window, want 1", fit.Len())
	}
	if fit.Push(clock.Pair{Host: 89 * second, Remote: 0}) {
		t.Error("a pair older than the window was taken")
	}
	if !fit.Push(clock.Pair{Host: 90 * second, Remote: 0}) || fit.Len() != 2 {
		t.Error("a pair at the window's edge was not taken")
	}
}

func TestTheOrderOfPairsDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	pairs := make([]clock.Pair, 500)
	for i := range pairs {
		host := random.Int64N(50 * second)
		pairs[i] = clock.Pair{Host: host, Remote: host + random.Int64N(1000)}
	}
	var want clock.Estimate
	for round := range 5 {
		fit := clock.SixtySecondFit()
		for _, p := range pairs {
			fit.Push(p)
		}
		e := estimate(t, fit)
		if round > 0 && e != want {
			t.Fatalf("%+v, want %+v", e, want)
		}
		want = e
		random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	}
}

func TestHoursAndAHostilePairLeaveNoTrace(t *testing.T) {
	fit := clock.SixtySecondFit()
	pushUTC(fit, 0, 12*3600)
	fit.Push(clock.Pair{Host: 12 * 3600 * second, Remote: -1 << 61})
	pushUTC(fit, 12*3600+1, 13*3600)

	fresh := clock.SixtySecondFit()
	pushUTC(fresh, 13*3600-61, 13*3600)
	if got, want := estimate(t, fit), estimate(t, fresh); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestPairsOutsideTheRangeAreRefused(t *testing.T) {
	fit, envelope := clock.SixtySecondFit(), clock.SixtySecondEnvelope()
	for _, p := range []clock.Pair{
		{Host: math.MaxInt64}, {Host: math.MinInt64}, {Remote: math.MinInt64}, {Host: -1 << 62, Remote: 1 << 62},
	} {
		if fit.Push(p) || envelope.Push(p) {
			t.Errorf("%+v was taken", p)
		}
	}
}

func TestAResetForgetsEverything(t *testing.T) {
	fit := clock.SixtySecondFit()
	pushUTC(fit, 0, 10)
	fit.Reset()
	if _, ok := fit.Estimate(); ok || fit.Len() != 0 {
		t.Error("pairs are left")
	}
	if !fit.Push(clock.Pair{}) {
		t.Error("a pair of an earlier host time was not taken")
	}
}
