package transport

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// explain makes the line between the controls, which says what the thing under
// the mouse does and which key does the same.
func (b *Bar) explain() {
	b.hint, b.dated = quiet(), quiet()
	for o, text := range map[*button]string{
		b.toStart: "To the start of what is played (Home)",
		b.back:    "5 s back (Left)",
		b.play:    "Play or pause (Space)",
		b.forward: "5 s on (Right)",
		b.toEnd:   "To the end of what is played (End)",
		b.reverse: "Play backwards (R)",
		b.speed:   "Speed: slower or faster ([ and ])",
		b.loop:    "Stop at the end, or start over there (L)",
	} {
		o.tell = b.hinter(text)
	}
	b.track.tell = b.hinter("From above: findings, frames, junk, losses. Drag to go there, drag an end to crop.")
}

// quiet is a line that is cut off where there is no room for it.
func quiet() *widget.Label {
	l := widget.NewLabel("")
	l.Importance = widget.LowImportance
	l.Alignment = fyne.TextAlignCenter
	l.Truncation = fyne.TextTruncateEllipsis
	return l
}

// Say shows a text between the controls until the mouse is over one of them, or
// Unsay takes it back.
func (b *Bar) Say(text string) { b.hint.SetText(text) }

// Unsay takes back what Say said, if it still stands.
func (b *Bar) Unsay(text string) {
	if b.hint.Text == text {
		b.hint.SetText("")
	}
}

func (b *Bar) hinter(text string) func(hovered bool) {
	return func(hovered bool) {
		if hovered {
			b.hint.SetText(text)
		} else {
			b.Unsay(text) // not that of what the mouse went to
		}
	}
}

// SetDates sets how the date of a log time is written; it stands between the
// controls, beside what is said there. nil shows none.
func (b *Bar) SetDates(dates func(time.Duration) string) {
	b.dates = dates
	b.showDate()
}

// SetTimes sets how times are written, in 11 characters; nil means log time.
func (b *Bar) SetTimes(times func(time.Duration) string) {
	b.times, b.track.times = times, times
	b.showTimes()
}

// showDate lets the date follow the playhead.
func (b *Bar) showDate() {
	before := b.date
	b.date = ""
	if b.dates != nil {
		b.date = b.dates(b.state.At)
	}
	if b.date == before {
		return
	}
	b.dated.SetText(b.date)
	if len(b.date) != len(before) {
		b.between.Refresh() // it takes another room
	}
}
