package app

import (
	"time"

	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/ui/plot"
	"postflight/ui/window"
)

// datings are the clocks that times can be shown by: the station's, in UTC and
// local time, the vehicle's date, and the time since power-up of each source.
func (o *opened) datings() []window.Dating {
	clocks := o.report.Clocks
	vehicle, dates := clocks.Dates()
	station := clocks.Station()
	heard := len(station) > 0
	switch {
	case heard:
	case len(dates) > 0:
		station = dates
	case !o.log.Start.IsZero():
		begin := o.log.Start.UnixNano()
		station = []timebase.Stretch{{To: o.log.End, At: func(t time.Duration) int64 { return begin + int64(t) }}}
	}
	var out []window.Dating
	if len(station) > 0 {
		out = append(out,
			window.Dating{Label: "UTC", Clock: dated("UTC", "UTC", station)},
			window.Dating{Label: "Local Time", Clock: local(station, time.Local)})
	}
	if heard && len(dates) > 0 {
		out = append(out, window.Dating{Label: "UTC by the Vehicle", Clock: dated("UTC by "+vehicle.String(), "UTC (vehicle)", dates)})
	}
	seen := map[flight.Source]bool{}
	for _, c := range clocks.Clocks {
		boots := clocks.BootTimes(c.Source)
		if seen[c.Source] || len(boots) == 0 {
			continue
		}
		seen[c.Source] = true
		since := &plot.Clock{Name: "power-up of " + c.Source.String()}
		for _, s := range boots {
			since.Stretches = append(since.Stretches, plot.ClockStretch{From: s.From, To: s.To, At: s.At, Name: "since power-up of " + c.Source.String()})
		}
		out = append(out, window.Dating{Label: "Time since Power-up of " + c.Source.String(), Clock: since})
	}
	return out
}

// dated is a clock that tells UTC.
func dated(name, shown string, stretches []timebase.Stretch) *plot.Clock {
	c := &plot.Clock{Name: name, Dated: true}
	for _, s := range stretches {
		c.Stretches = append(c.Stretches, plot.ClockStretch{From: s.From, To: s.To, At: s.At, Name: shown})
	}
	return c
}

// local is a clock that tells the time of a zone; where the zone changes, as
// from summer to winter, a stretch ends.
func local(stretches []timebase.Stretch, zone *time.Location) *plot.Clock {
	const changes = 10 // at most, in a stretch: none lasts for years
	c := &plot.Clock{Name: "local time", Dated: true}
	for _, s := range stretches {
		for range changes {
			now := time.Unix(0, s.At(s.From)).In(zone)
			_, ahead := now.Zone()
			part := plot.ClockStretch{
				From: s.From, To: s.To, Name: now.Format("MST (UTC-07:00)"),
				At: func(t time.Duration) int64 { return s.At(t) + int64(ahead)*int64(time.Second) },
			}
			_, end := now.ZoneBounds()
			left := time.Duration(end.UnixNano() - s.At(s.From)) // it runs nearly as log time does
			changed := !end.IsZero() && end.Unix() < timeLimit && left > 0 && left < s.To-s.From
			if changed {
				part.To = s.From + left - 1
			}
			c.Stretches = append(c.Stretches, part)
			if !changed {
				break
			}
			s.From += left
		}
	}
	return c
}

// timeLimit bounds what fits into ns since 1970, in s.
const timeLimit = 1 << 33
