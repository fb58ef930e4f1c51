package gpstime_test

import (
	"math/rand/v2"
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
