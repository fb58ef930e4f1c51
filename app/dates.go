package app

import (
	"time"

	"postflight/decode/flight"
	"postflight/ui/panel"
	"postflight/ui/window"
)

const (
	utcLayout   = "2006-01-02 15:04:05 UTC"
	localLayout = "2006-01-02 15:04:05 MST (UTC-07:00)"
)

// datings are the clocks that the time of the playhead can be told by: the
// station's, the vehicle's date, and the time since power-up of each source.
func (o *opened) datings() []window.Dating {
	clocks := o.report.Clocks
	station := func(t time.Duration) (time.Time, bool) {
		if at, ok := clocks.Capture(t); ok {
			return at, true
		}
		return o.log.UTC(t), !o.log.Start.IsZero()
	}
	vehicle := func(t time.Duration) (time.Time, bool) {
		at, by, ok := clocks.UTC(t)
		return at, ok && by != nil
	}
	var out []window.Dating
	if _, ok := station(0); ok {
		out = append(out,
			window.Dating{Label: "UTC", Text: written(station, time.UTC, utcLayout)},
			window.Dating{Label: "Local Time", Text: written(station, time.Local, localLayout)})
	}
	if _, ok := vehicle(o.log.End / 2); ok {
		out = append(out, window.Dating{Label: "UTC by the Vehicle", Text: written(vehicle, time.UTC, utcLayout+" (vehicle)")})
	}
	seen := map[flight.Source]bool{}
	for _, c := range clocks.Clocks {
		source := c.Source
		if _, ok := clocks.Boot(source, o.log.End/2); !ok || seen[source] {
			continue
		}
		seen[source] = true
		out = append(out, window.Dating{Label: "Time since Power-up of " + source.String(), Text: func(t time.Duration) string {
			if up, ok := clocks.Boot(source, t); ok {
				return panel.Clock(up.Truncate(100*time.Millisecond)) + " since power-up of " + source.String()
			}
			return ""
		}})
	}
	return out
}

// written writes dates in a zone.
func written(date func(time.Duration) (time.Time, bool), zone *time.Location, layout string) func(time.Duration) string {
	return func(t time.Duration) string {
		at, ok := date(t)
		if !ok {
			return ""
		}
		return at.In(zone).Format(layout)
	}
}
