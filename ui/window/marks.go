package window

import (
	"time"

	"postflight/ui/plot"
)

// marks are places the person set in this flight.
type marks struct {
	bookmarks [10]*time.Duration // 1 to 9
	chosen    *plot.Mark         // the finding gone to last
	visited   *visited           // where that leads to several places
}

// goToPlace goes to a moment and marks its bytes.
func (w *Window) goToPlace(p Place) {
	w.goTo(p.Time)
	if p.Span.Length > 0 {
		w.markBytes(nil, p.Span)
	}
}

// goTo seeks to a place and brings it into view.
func (w *Window) goTo(t time.Duration) {
	w.actions.Replay.Seek(t)
	from, to := w.stack.View()
	if t < from || t > to {
		half := (to - from) / 2
		w.stack.SetView(t-half, t+half)
	}
}

func (w *Window) setBookmark(n int) {
	at := w.state.At
	w.marks.bookmarks[n] = &at
	w.showMarks()
}

func (w *Window) goToBookmark(n int) {
	if at := w.marks.bookmarks[n]; at != nil {
		w.goTo(*at)
	}
}

// showMarks draws the marks of the flight and the person's own.
func (w *Window) showMarks() {
	if w.flight == nil {
		return
	}
	all := append([]plot.Mark{}, w.flight.Marks...)
	for n, t := range w.marks.bookmarks {
		if t != nil {
			all = append(all, plot.Mark{At: *t, Kind: plot.MarkUser, Label: "bookmark " + string(rune('0'+n))})
		}
	}
	if w.marks.chosen != nil {
		all = append(all, *w.marks.chosen)
	}
	w.stack.SetMarks(all)
}
