package replay

import (
	"testing"
	"time"
)

func TestMeterForgetsWhatIsMoreThanASecondAgo(t *testing.T) {
	var m meter
	m.reset(time.Hour)
	wall := time.Hour
	for range 100 {
		wall += Interval
		m.add(wall, 0)
	}
	if got := m.speed(); got != 0 {
		t.Fatalf("standing still at speed %v", got)
	}
	for range 50 {
		wall += Interval
		m.add(wall, 4*Interval)
	}
	if got := m.speed(); got != 4 {
		t.Fatalf("speed %v after a second at 4", got)
	}
}
