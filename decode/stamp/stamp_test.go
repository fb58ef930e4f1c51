package stamp_test

import (
	"math"
	"math/rand/v2"
	"reflect"
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
		{"two leaps ahead in a row cannot be told from a step", seconds(20, 21, 500, 501, 22, 23), []want{{4, step}}},
		{"a restart after the first stamp is a step", seconds(50, 1, 2), []want{{1, step}}},
		{"two restarts are two steps", seconds(50, 60, 1, 20, 21, 2, 3), []want{{2, step}, {5, step}}},
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
		{"stops where sums of times would overflow", []time.Duration{0, math.MaxInt64, math.MaxInt64, 0, 1, 2}, []time.Duration{
			0, stamp.Longest, stamp.Longest, stamp.Longest, stamp.Longest, stamp.Longest,
		}},
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
