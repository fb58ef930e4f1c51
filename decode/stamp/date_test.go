package stamp_test

import (
	"math"
	"testing"
	"time"

	"postflight/decode/stamp"
)

func TestDatesLieBetweenTheFirstFlightsAndTheYear2100(t *testing.T) {
	for at, want := range map[int64]bool{
		time.Date(2009, 2, 13, 23, 31, 29, 0, time.UTC).Unix():  false,
		time.Date(2009, 2, 13, 23, 31, 30, 0, time.UTC).Unix():  true,
		time.Date(2099, 12, 31, 23, 59, 59, 0, time.UTC).Unix(): true,
		time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).Unix():      false,
		time.Time{}.Unix(): false, 0: false, math.MinInt64: false, math.MaxInt64: false,
	} {
		if got := stamp.IsDate(at); got != want {
			t.Errorf("%v: %v", time.Unix(at, 0).UTC(), got)
		}
	}
}
