package app

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestTheHostClockIsTheOneThatNobodySlews(t *testing.T) {
	raw := func() time.Duration {
		var ts unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC_RAW, &ts); err != nil {
			t.Fatal(err)
		}
		return time.Duration(ts.Nano())
	}
	clock := newHostClock()
	for range 1000 {
		before := raw()
		now := clock()
		if after := raw(); now < before || now > after {
			t.Fatalf("%v is not between %v and %v", now, before, after)
		}
	}
}
