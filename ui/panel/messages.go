package panel

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"postflight/analysis/events"
	"postflight/ui/theme"
)

// NewMessages makes the panel of what the vehicle said and did. Its tick leaves
// warnings and worse.
func NewMessages() *Filtered {
	return NewFiltered(Words{
		Empty: "No messages from the vehicle in this log.", Search: "Search messages", Tick: "Warnings", Left: "No warnings in this log.",
	})
}

// MessageRows are the rows of the messages panel, in the order given.
func MessageRows(found []events.Event) *RowSet {
	rows, kept := make([]Row, len(found)), make([]bool, len(found))
	for i := range found {
		e := &found[i]
		glyph, colour := messageLook(e)
		said := severityWord(e.Severity)
		if e.Kind != events.Text {
			said = eventWords[e.Kind]
		}
		if e.Source != 0 {
			said = e.Source.String() + " · " + said
		}
		rows[i] = Row{
			Glyph: glyph, Colour: colour, Title: e.Text, When: Clock(e.Time), Text: said,
			Detail: fmt.Sprintf("%s\n%s at %s, %s.", e.Text, said, Clock(e.Time), spanWords(e.Span)),
		}
		kept[i] = e.Severity <= events.Warning
	}
	return NewRowSet(rows, kept)
}

// messageLook tells kinds and severities by form as well as by colour.
func messageLook(e *events.Event) (glyph string, colour fyne.ThemeColorName) {
	switch {
	case e.Severity <= events.Error:
		return "■", theme.FindingError
	case e.Severity == events.Warning:
		return "▲", theme.FindingWarning
	case e.Kind == events.Mode || e.Kind == events.Arming:
		return "◆", theme.Epoch
	case e.Severity == events.Debug:
		return "○", fynetheme.ColorNamePlaceHolder
	}
	return "●", theme.FindingInfo
}

var eventWords = map[events.Kind]string{
	events.Mode: "mode", events.Arming: "arming", events.Happening: "event", events.Failure: "error record",
}

var severityWords = strings.Fields("emergency alert critical error warning notice info debug")

func severityWord(s events.Severity) string {
	return severityWords[min(int(s), len(severityWords)-1)]
}
