package transport

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// explain makes the line between the controls, which says what the thing under
// the mouse does and which key does the same.
func (b *Bar) explain() {
	b.hint = widget.NewLabel("")
	b.hint.Importance = widget.LowImportance
	b.hint.Alignment = fyne.TextAlignCenter
	b.hint.Truncation = fyne.TextTruncateEllipsis
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
	b.track.tell = b.hinter("From above: findings, packets, junk, losses. Drag to go there, drag an end to crop.")
}

// Say shows a text between the controls until the mouse is over one of them.
func (b *Bar) Say(text string) { b.hint.SetText(text) }

func (b *Bar) hinter(text string) func(hovered bool) {
	return func(hovered bool) {
		switch {
		case hovered:
			b.hint.SetText(text)
		case b.hint.Text == text: // not that of what the mouse went to
			b.hint.SetText(b.date)
		}
	}
}

// SetDates sets how the date of a log time is written; it stands between the
// controls while nothing else does. nil shows none.
func (b *Bar) SetDates(dates func(time.Duration) string) {
	b.dates = dates
	b.showDate()
}

// showDate lets the date follow the playhead where it is shown.
func (b *Bar) showDate() {
	before := b.date
	b.date = ""
	if b.dates != nil {
		b.date = b.dates(b.state.At)
	}
	if b.date != before && b.hint.Text == before {
		b.hint.SetText(b.date)
	}
}
