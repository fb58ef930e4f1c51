//go:build unix

package gpstime_test

import (
	"testing"
	"time"

	"postflight/analysis/clock/chrony"
	"postflight/analysis/clock/chronydtest"
	"postflight/analysis/clock/gpstime"
)

// TestAChronydTakesTheSamples lets a real chronyd measure by a simulated vehicle
// whose date is 0.3 s ahead of it.
func TestAChronydTakesTheSamples(t *testing.T) {
	const aheadBy = 300 * time.Millisecond
	chronyd := chronydtest.Start(t)
	sink, err := chrony.NewSink(chronyd.Socket())
	if err != nil {
		t.Fatal(err)
	}
	defer sink.Close()

	// A minute that this computer did not wait for, then dates in real time.
	f := gpstime.NewFeed(0, 0)
	began := time.Now()
	take := func(host time.Duration, now time.Time) (chrony.Sample, bool) {
		return f.Take("", systemTime(vehicle, now.Add(aheadBy), time.Hour+host), host, now)
	}
	for host := -time.Minute; host < 0; host += 250 * time.Millisecond {
		take(host, began.Add(host))
	}
	deadline := time.Now().Add(20 * time.Second)
	said := ""
	for time.Now().Before(deadline) {
		now := time.Now()
		if s, ok := take(now.Sub(began), now); ok && sink.Send(s) {
			var reached bool
			var offset time.Duration
			if reached, offset, said = chronyd.Reading(); reached && (offset-aheadBy).Abs() < 20*time.Millisecond {
				t.Logf("chronyc sources: %s", said)
				return
			}
		}
		<-time.After(50 * time.Millisecond)
	}
	sent, dropped := sink.Counts()
	t.Errorf("chronyd does not show the offset: %q; %d samples sent, %d dropped", said, sent, dropped)
}
