package flight_test

import (
	"math"
	"testing"
	"time"

	"postflight/decode/flight"
)

func TestATimeIsCutToTheMillisecondAndHasHoursFromOneOn(t *testing.T) {
	for at, want := range map[time.Duration]string{
		0:                                   "00:00.000",
		942_999_999:                         "00:00.942",
		-942_999_999:                        "−00:00.942",
		-1:                                  "00:00.000",
		59*time.Minute + 59_999_999_999:     "59:59.999",
		time.Hour:                           "1:00:00.000",
		25*time.Hour + 61*time.Second + 1e6: "25:01:01.001",
		math.MinInt64:                       "−2562047:47:16.854",
	} {
		if got := flight.TimeText(at); got != want {
			t.Errorf("%d ns is %s, want %s", at, got, want)
		}
	}
}
