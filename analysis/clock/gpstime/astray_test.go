package gpstime_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"postflight/analysis/clock/gpstime"
)

// stepped are dates that step at a minute.
func stepped(by, until time.Duration) []sent {
	return dated(0, until, func(at time.Duration) time.Time {
		if at >= time.Minute {
			at += by
		}
		return zero.Add(at)
	})
}

func TestADateThatStepsSendsNothingWrongAndSoonStartsAfresh(t *testing.T) {
	const again = 45 * time.Second // a line needs 40 s
	for _, by := range []time.Duration{
		-120 * time.Millisecond, -300 * time.Millisecond, -800 * time.Millisecond, -990 * time.Millisecond,
		-2 * time.Second, -time.Hour, 300 * time.Millisecond, 800 * time.Millisecond, 2 * time.Second,
	} {
		f := gpstime.NewFeed(0, 20*time.Millisecond)
		first, wrong, count := time.Duration(0), 0, 0
		for _, s := range hear(f, stepped(by, 180*time.Second)) {
			at := s.Time.Sub(zero.Add(ahead))
			if at < time.Minute {
				continue
			}
			if count++; count == 1 {
				first = at - time.Minute
			}
			if (s.Offset + ahead - by).Abs() > slack {
				wrong++
			}
		}
		if wrong > 0 || first > again || count < 65 || f.Resets != 1 {
			t.Errorf("a step of %v: %d of %d samples wrong, the first %v after it, %d resets", by, wrong, count, first, f.Resets)
		}
	}
}

// TestSamplesThatAreWrongAfterAStep prints how many are, by more than half the step:
// a jitter with a tail hides a small step for a while. CLOCK_SEEDS says of how many
// runs.
func TestSamplesThatAreWrongAfterAStep(t *testing.T) {
	runs, err := strconv.Atoi(os.Getenv("CLOCK_SEEDS"))
	if err != nil {
		t.Skip("an experiment: set CLOCK_SEEDS to a number of runs")
	}
	t.Log("step s  jitter ms  dates/s  wrong  samples in two minutes after it  runs with a wrong one")
	for _, by := range []time.Duration{-120, -200, -300, -1000, 300, 600, 1000} {
		by *= time.Millisecond
		for _, jitter := range []time.Duration{20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond} {
			for _, rate := range []time.Duration{1, 2} {
				wrong, all, spoiled := 0, 0, 0
				for seed := range uint64(runs) {
					w, n := wrongAfter(by, jitter, rate, seed)
					if wrong, all = wrong+w, all+n; w > 0 {
						spoiled++
					}
				}
				t.Logf("%6.2f  %9d  %7d  %5d  %7d  %d of %d", by.Seconds(), jitter.Milliseconds(), rate, wrong, all, spoiled, runs)
			}
		}
	}
}

func wrongAfter(by, jitter, rate time.Duration, seed uint64) (wrong, all int) {
	random := rand.New(rand.NewPCG(seed, 3))
	var dates []sent
	for at := time.Duration(0); at < 180*time.Second; at += time.Second / rate {
		date := zero.Add(at)
		if at >= time.Minute {
			date = date.Add(by)
		}
		delay := 20*time.Millisecond + time.Duration(random.ExpFloat64()*float64(jitter))
		dates = append(dates, sent{at, delay, systemTime(vehicle, date, time.Minute+at)})
	}
	for _, s := range hear(gpstime.NewFeed(0, 20*time.Millisecond), dates) {
		if s.Time.Sub(zero.Add(ahead)) < time.Minute+time.Second {
			continue
		}
		if all++; (s.Offset + ahead - by).Abs() > by.Abs()/2 {
			wrong++
		}
	}
	return wrong, all
}

func TestALinkThatIsSlowForAWhileIsNoStep(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	dates := dated(0, 120*time.Second, right)
	for i := range dates {
		if at := dates[i].at; at >= 60*time.Second && at < 64*time.Second {
			// What queued up drains.
			dates[i].delay = 500*time.Millisecond - (at-60*time.Second)/10
		} else if random.IntN(20) == 0 {
			dates[i].delay += 400 * time.Millisecond
		}
	}
	f := gpstime.NewFeed(0, 20*time.Millisecond)
	samples := hear(f, dates)
	for _, s := range samples {
		if off := s.Offset + ahead; off.Abs() > slack {
			t.Errorf("at %v the clock is said to be off by %v", s.Time, s.Offset)
		}
	}
	if f.Resets != 0 || len(samples) < 65 {
		t.Errorf("%d resets, %d samples", f.Resets, len(samples))
	}
}

func TestALinkThatGetsWorseForGoodIsFollowed(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	dates := dated(0, 300*time.Second, right)
	for i := range dates {
		if dates[i].at >= 60*time.Second {
			dates[i].delay = 20*time.Millisecond + time.Duration(random.Int64N(int64(250*time.Millisecond)))
		}
	}
	samples := hear(gpstime.NewFeed(0, 20*time.Millisecond), dates)
	last := samples[len(samples)-1]
	if at := last.Time.Sub(zero.Add(ahead)); at < 295*time.Second || (last.Offset+ahead).Abs() > 60*time.Millisecond {
		t.Errorf("the last sample, at %v, says %v", at, last.Offset)
	}
}
