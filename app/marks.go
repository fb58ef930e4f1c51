package app

import (
	"slices"
	"time"

	"postflight/analysis/events"
	"postflight/analysis/gap"
	"postflight/decode/flight"
	"postflight/ui/panel"
	"postflight/ui/plot"
)

// modeBands are the stretches of one flight mode each, of the source that changes
// modes most: the vehicle. A mode lasts until another one is told, or until heard
// says that the source fell silent.
func modeBands(all []events.Event, end time.Duration, heard func(flight.Source) []plot.Range) []plot.Band {
	count := map[flight.Source]int{}
	vehicle := flight.Source(0)
	for _, e := range all {
		if e.Mode != "" {
			if count[e.Source]++; count[e.Source] > count[vehicle] {
				vehicle = e.Source
			}
		}
	}
	var whole []plot.Band
	for _, e := range all {
		if e.Mode == "" || e.Source != vehicle {
			continue
		}
		if n := len(whole); n > 0 {
			whole[n-1].To = e.Time
		}
		whole = append(whole, plot.Band{From: e.Time, To: end, Label: e.Mode})
	}
	if len(whole) == 0 {
		return nil
	}
	var bands []plot.Band
	stretches := heard(vehicle)
	for _, b := range whole {
		for len(stretches) > 0 && stretches[0].To <= b.From {
			stretches = stretches[1:]
		}
		for _, s := range stretches {
			if s.From >= b.To {
				break
			}
			bands = append(bands, plot.Band{From: max(b.From, s.From), To: min(b.To, s.To), Label: b.Label})
		}
	}
	return slices.DeleteFunc(bands, func(b plot.Band) bool { return b.To <= b.From })
}

// heard are the stretches in which a source of a log told its mode: as long as its
// heartbeats came, and for an interval more. A source without any is heard as long
// as it says something.
func heard(l *flight.Log, source flight.Source) []plot.Range {
	times := heartbeats(l, source)
	limit := max(gap.Limit(times), heartbeatsLost)
	if len(times) < fewHeartbeats {
		times = nil
		for i, t := range l.Frames.Time {
			if l.Source(i) == source {
				times = append(times, t)
			}
		}
		limit = gap.Silence(times)
	}
	if len(times) == 0 {
		return nil
	}
	var out []plot.Range
	from := times[0]
	for _, i := range gap.Breaks(times, limit) {
		out = append(out, plot.Range{From: from, To: times[i-1] + gap.Interval(limit)})
		from = times[i]
	}
	last := times[len(times)-1]
	return append(out, plot.Range{From: from, To: min(last+gap.Interval(limit), max(l.End, last))})
}

// heartbeats are the times of those of a source that tell a mode: who has no autopilot
// tells none (MAVLink common messages, MAV_AUTOPILOT_INVALID), be it another under the
// same id.
func heartbeats(l *flight.Log, source flight.Source) []time.Duration {
	s := l.Stream(source, "HEARTBEAT")
	if s == nil {
		return nil
	}
	times, autopilot := l.Rows(s).Time, s.Message.Field("autopilot")
	if autopilot == nil {
		return times
	}
	const invalid = 8
	column, out := l.Column(s, autopilot, 0), []time.Duration(nil)
	for i, v := range column.Value {
		if v != invalid {
			out = append(out, column.Time[i])
		}
	}
	return out
}

// heartbeatsLost is for how long none may come: they come each second, and some are
// lost.
const heartbeatsLost = 5 * time.Second

// fewHeartbeats tell no rate.
const fewHeartbeats = 3

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
