package app

import (
	"slices"
	"time"

	"postflight/analysis/events"
	"postflight/decode/flight"
	"postflight/ui/panel"
	"postflight/ui/plot"
)

// modeBands are the stretches of one flight mode each, of the source that changes
// modes most: the vehicle.
func modeBands(all []events.Event, end time.Duration) []plot.Band {
	count := map[flight.Source]int{}
	vehicle := flight.Source(0)
	for _, e := range all {
		if e.Mode != "" {
			if count[e.Source]++; count[e.Source] > count[vehicle] {
				vehicle = e.Source
			}
		}
	}
	var bands []plot.Band
	for _, e := range all {
		if e.Mode == "" || e.Source != vehicle {
			continue
		}
		if n := len(bands); n > 0 {
			bands[n-1].To = e.Time
		}
		bands = append(bands, plot.Band{From: e.Time, To: end, Label: e.Mode})
	}
	return slices.DeleteFunc(bands, func(b plot.Band) bool { return b.To <= b.From })
}

// eventMarks are the places of what the vehicle said and did.
func eventMarks(all []events.Event, parameters []events.Parameter) []plot.Mark {
	var marks []plot.Mark
	for _, e := range all {
		switch {
		case e.Kind == events.Text && e.Severity <= events.Warning:
			marks = append(marks, plot.Mark{At: e.Time, Kind: plot.MarkText, Label: e.Text})
		case e.Kind == events.Arming || e.Kind == events.Happening || e.Kind == events.Failure:
			marks = append(marks, plot.Mark{At: e.Time, Kind: plot.MarkEvent, Label: e.Text})
		}
	}
	for _, p := range parameters {
		for _, c := range p.Values[1:] {
			marks = append(marks, plot.Mark{At: c.Time, Kind: plot.MarkParameter, Label: p.Name + " = " + panel.ParameterValue(c.Value)})
		}
	}
	return marks
}
