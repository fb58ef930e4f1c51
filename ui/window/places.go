package window

import (
	"fmt"
	"time"

	"postflight/decode/flight"
	"postflight/ui/plot"
)

// Place is a moment of the flight and the bytes that tell of it.
type Place struct {
	Time time.Duration
	Span flight.Span // empty where there are none
}

// visited is the finding gone to last, and which of its places.
type visited struct{ finding, place int }

// goToFinding says where a finding is, and the next time where else.
func (w *Window) goToFinding(i int) Place {
	f := &w.flight.Findings[i]
	at := Place{f.Time, f.Span}
	if places := w.placesOf(i); len(places) > 0 {
		last, number := w.marks.visited, 0
		if last != nil && last.finding == i {
			number = (last.place + 1) % len(places)
		}
		w.marks.visited = &visited{i, number}
		at = places[number]
		w.findings.Tell(fmt.Sprintf("Place %d of %d. Click again for the next.", number+1, len(places)))
	} else {
		w.marks.visited = nil
	}
	w.marks.chosen = &plot.Mark{At: at.Time, Kind: markOf(f.Severity), Label: f.Text}
	w.showMarks()
	return at
}

func (w *Window) placesOf(finding int) []Place {
	if finding >= len(w.flight.Places) {
		return nil
	}
	return w.flight.Places[finding]
}
