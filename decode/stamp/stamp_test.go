package stamp_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"postflight/decode/stamp"
)

func seconds(values ...float64) []time.Duration {
	out := make([]time.Duration, len(values))
	for i, v := range values {
		out[i] = time.Duration(v * float64(time.Second))
	}
	return out
}

func ramp(from, step float64, n int) []time.Duration {
	var out []time.Duration
	for i := range n {
		out = append(out, seconds(from+step*float64(i))...)
	}
	return out
}

func TestBreaksOfAClock(t *testing.T) {
	const step, outlier, wrap = stamp.Step, stamp.Outlier, stamp.Wrap
	type want struct {
		index int
		kind  stamp.Kind
	}
	end := stamp.BootWrap.Seconds()
	for _, c := range []struct {
		name   string
		stamps []time.Duration
		want   []want
	}{
		{"nothing at all", nil, nil},
		{"a clock that moves on has none", seconds(1, 2, 3), nil},
		{"a fall of exactly the limit is none", seconds(20, 30, 20, 21), nil},
		{"a fall of more that stays is a step", seconds(20, 29.95, 30, 19.9, 19.95), []want{{3, step}}},
		{"a single fall is a stray", seconds(20, 30, 5, 31), []want{{2, outlier}}},
		{"a fall at the very end is a stray", seconds(20, 30, 5), []want{{2, outlier}}},
		{"a single leap ahead is a stray", seconds(20, 21, 500, 22, 23), []want{{2, outlier}}},
		{"two leaps ahead between stamps that go on are strays", seconds(20, 21, 500, 501, 22, 23), []want{{2, outlier}, {3, outlier}}},
		{"many leaps ahead that agree are two steps of the clock", seconds(20, 21, 500, 501, 502, 503, 504, 22, 23, 24, 25, 26, 27), []want{{7, step}}},
		{"the first stamp against all others is a stray", seconds(50, 1, 2), []want{{0, outlier}}},
		{"the first stamp far before all others is a stray", seconds(-9e6, 1, 2), []want{{0, outlier}}},
		{"the last stamp far behind all others is a stray", append(ramp(0, 0.1, 50), seconds(1093)...), []want{{50, outlier}}},
		{"a last stamp after a silence that is usual is none", append(ramp(0, 1, 50), seconds(90)...), nil},
		{"two stamps after a long silence are none", append(ramp(0, 0.1, 50), seconds(1093, 1093.1)...), nil},
		{"strays far from each other", seconds(1, 2, 900, 7000, 300000, 3, 4), []want{{2, outlier}, {3, outlier}, {4, outlier}}},
		{"a clock that was set after many years", seconds(1, 2, 1.7e9, 1.7e9+1, 1.7e9+2), []want{{2, step}}},
		{"what is no time at all", []time.Duration{1, math.MaxInt64, math.MaxInt64, 2}, []want{{1, outlier}, {2, outlier}}},
		{"nothing that is a time", []time.Duration{math.MaxInt64, math.MaxInt64}, []want{{0, outlier}, {1, outlier}}},
		{"two restarts are two steps", seconds(50, 60, 1, 20, 21, 22, 2, 3), []want{{2, step}, {6, step}}},
		{"a slow creep backwards is none", seconds(100, 91, 82, 73), nil},
		{"a counter that runs over is a wrap", seconds(end-2, end-1, 1, 2), []want{{2, wrap}}},
		{"near zero from far below the wrap is a step", seconds(end-700, end-650, 1, 2), []want{{2, step}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []want
			for _, b := range stamp.Breaks(c.stamps, stamp.BootLimit, stamp.BootWrap) {
				got = append(got, want{b.Index, b.Kind})
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestLogTime(t *testing.T) {
	for _, c := range []struct {
		name         string
		stamps, want []time.Duration
	}{
		{"starts at zero wherever the clock stands", seconds(31810, 31811), seconds(0, 1)},
		{"stands still while packets are out of order", seconds(10, 12, 11, 13), seconds(0, 2, 2, 3)},
		{"goes on from the end where the clock is set back", seconds(10, 12, 4, 5), seconds(0, 2, 2, 3)},
		{"does not follow what cannot be a time", []time.Duration{0, math.MaxInt64, math.MaxInt64, 0, 1, 2}, []time.Duration{0, 0, 0, 0, 1, 2}},
		{"does not count the years by which a clock was set", seconds(1, 2, 3, 1.7e9, 1.7e9+1, 1.7e9+2), seconds(0, 1, 2, 2, 3, 4)},
		{"does not follow a stray", seconds(10, 11, 900, 12, 13), seconds(0, 1, 1, 2, 3)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := stamp.LogTimes(c.stamps, stamp.Breaks(c.stamps, stamp.CaptureLimit, 0))
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestLogTimeGoesOnBehindAWrap(t *testing.T) {
	const end = 1 << 32 / 1000.
	stamps := seconds(end-700, end-5, 10, 20, 900, end-1, 2, 3)
	got := stamp.LogTimes(stamps, stamp.Breaks(stamps, stamp.BootLimit, stamp.BootWrap))
	if want := seconds(0, 695, 710, 720, 1600, end+699, end+702, end+703); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLogTimeNeverFalls(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		stamps := make([]time.Duration, random.IntN(40))
		for i := range stamps {
			stamps[i] = time.Duration(random.IntN(20)) * time.Second
		}
		times := stamp.LogTimes(stamps, stamp.Breaks(stamps, stamp.CaptureLimit, 0))
		for i := range times {
			if i > 0 && times[i] < times[i-1] || times[0] != 0 {
				t.Fatalf("%v became %v", stamps, times)
			}
		}
	}
}

func TestMicrosBeyondADurationAreHeld(t *testing.T) {
	if got := stamp.FromMicros(1<<64 - 1); got <= 0 {
		t.Errorf("got %v", got)
	}
}

func TestACounterOfMicrosecondsWraps(t *testing.T) {
	end := stamp.MicrosWrap.Seconds()
	stamps := slices.Concat(ramp(end-2, 0.1, 20), ramp(0.05, 0.1, 20))
	breaks := stamp.Breaks(stamps, stamp.DataFlashLimit, stamp.MicrosWrap)
	if len(breaks) != 1 || breaks[0].Kind != stamp.Wrap || breaks[0].Index != 20 || breaks[0].Period != stamp.MicrosWrap {
		t.Fatalf("%+v", breaks)
	}
	if got := stamp.LogTimes(stamps, breaks)[39]; (got - 3950*time.Millisecond).Abs() > time.Millisecond {
		t.Errorf("log time ends at %v", got)
	}
	early := slices.Concat(ramp(end-300, 0.1, 20), ramp(0.05, 0.1, 20))
	if b := stamp.Breaks(early, stamp.DataFlashLimit, stamp.MicrosWrap); len(b) != 1 || b[0].Kind != stamp.Step {
		t.Errorf("far from the end of the counter: %+v", b)
	}
}

func TestDamagedStampsMakeNoStep(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		stamps, damaged := make([]time.Duration, 500), map[int]bool{}
		for i := range stamps {
			us := uint64(1_700_000_000_000_000 + i*20_000)
			if random.IntN(200) == 0 {
				us ^= 1 << random.IntN(64)
				damaged[i] = true
			}
			stamps[i] = stamp.FromMicros(us)
		}
		for _, b := range stamp.Breaks(stamps, stamp.CaptureLimit, 0) {
			if b.Kind != stamp.Outlier || !damaged[b.Index] {
				t.Fatalf("%+v, damaged are %v", b, damaged)
			}
		}
	}
}

func TestTwoStraysAFewSecondsAheadAreNoPauseAndNoStep(t *testing.T) {
	stamps := slices.Concat(ramp(0, 0.02, 50), seconds(5.2, 5.22), ramp(1.04, 0.02, 50))
	for _, b := range stamp.Breaks(stamps, stamp.CaptureLimit, 0) {
		if b.Kind != stamp.Outlier || b.Index != 50 && b.Index != 51 {
			t.Errorf("%+v", b)
		}
	}
}
