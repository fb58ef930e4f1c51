package analysis_test

import (
	"testing"
	"time"

	"postflight/analysis"
	"postflight/decode/flight"
)

// pausing is a capture of a vehicle in which an hour passes at half, by the clock of
// the station and, if it was there, by that of the vehicle.
func pausing(t *testing.T, was bool) *analysis.Report {
	var c capture
	for i := range 3000 {
		at := time.Duration(i) * 40 * time.Millisecond
		stamp, up := at, at+5*time.Second
		if i >= 1500 {
			stamp += time.Hour
			if was {
				up += time.Hour
			}
		}
		c.add(stamp, autopilot, attitudeID, up)
	}
	return c.report(t)
}

func TestAClockThatWasSetForwardIsNotCalledAPauseAsWell(t *testing.T) {
	r := pausing(t, false)
	if f := findingsOf(r, flight.TimeGap, flight.ClockStepped); len(f) != 1 || f[0].Kind != flight.ClockStepped {
		t.Errorf("%+v", f)
	}
	if v := r.Verdict(); v != "What is shown can be trusted, but with care: the clock it was recorded by stepped once." {
		t.Error(v)
	}
	r = pausing(t, true)
	if f := findingsOf(r, flight.ClockStepped); len(f) != 0 {
		t.Errorf("%+v", f)
	}
	if f := findingsOf(r, flight.TimeGap); len(f) == 0 {
		t.Error("a pause is none")
	}
}
