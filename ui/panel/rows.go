package panel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"postflight/analysis/epoch"
	"postflight/analysis/link"
	"postflight/decode/flight"
	"postflight/ui/theme"
)

// BySeverity orders findings as a person should read them: what makes values
// wrong first, then by time.
func BySeverity(findings []flight.Finding) []flight.Finding {
	out := slices.Clone(findings)
	slices.SortStableFunc(out, func(a, b flight.Finding) int {
		return cmp.Or(cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), cmp.Compare(a.Time, b.Time))
	})
	return out
}

// FindingRows are the rows of the findings panel, in the order given.
func FindingRows(findings []flight.Finding) []Row {
	rows := make([]Row, len(findings))
	for i, f := range findings {
		title := KindTitle(f.Kind)
		if f.Source != "" {
			title = f.Source + "  " + title
		}
		look := severityLooks[f.Severity]
		rows[i] = Row{
			Glyph: look.glyph, Colour: look.colour, Title: title, When: Clock(f.Time), Text: f.Text,
			Detail: fmt.Sprintf("%s\n%s at %s, %s.", f.Text, look.word, Clock(f.Time), spanWords(f.Span)),
		}
	}
	return rows
}

type severityLook struct {
	glyph  string
	colour fyne.ThemeColorName
	word   string
}

// Severities differ in form as well as in colour.
var severityLooks = map[flight.Severity]severityLook{
	flight.Error:   {"■", theme.FindingError, "Error"},
	flight.Warning: {"▲", theme.FindingWarning, "Warning"},
	flight.Info:    {"●", theme.FindingInfo, "Remark"},
}

// KindTitle is a kind of findings as a person says it.
func KindTitle(k flight.Kind) string {
	if title := kindWords[k]; title != "" {
		return title
	}
	return "Finding"
}

// spanWords says which bytes a row rests on, by their first and last.
func spanWords(s flight.Span) string {
	if s.Length <= 1 {
		return "byte " + Count(s.Offset)
	}
	return "bytes " + Count(s.Offset) + " to " + Count(s.End()-1)
}

// kindWords are the kinds of findings as a person says them.
var kindWords = map[flight.Kind]string{
	flight.EpochReboot: "Reboot", flight.EpochCaptureStep: "Station clock set back", flight.BootWrap: "Time counter wrapped",
	flight.ClockOutlier: "Stray time stamp", flight.Lost: "Frames lost", flight.Late: "Frames late",
	flight.Duplicate: "Duplicate frames", flight.SeveralSenders: "Several senders under one id",
	flight.ConstantSequence: "Frames not numbered", flight.Restart: "Likely reboot",
	flight.FrameCRC: "CRC failed", flight.DialectMismatch: "Other message definitions",
	flight.UnknownMessage: "Unknown messages", flight.JunkRun: "Junk bytes", flight.ConsoleText: "Console text",
	flight.ZeroRun: "Run of zeros", flight.TruncatedTail: "Cut at the end", flight.EmptyLog: "Nothing recorded",
	flight.Version: "Version", flight.FormatMismatch: "Departs from its format", flight.TimeGap: "Gap in time",
	flight.TextModeDamage: "Copied as text",
	flight.LateFormat:     "Formats defined late", flight.NoClock: "No clock", flight.SignedFrames: "Signed frames",
	flight.ClockStepped: "Clock stepped", flight.ClockRate: "Clock changed its rate", flight.Causality: "Answer before its question",
}

// EpochRows are the rows of the epochs panel; notes, where there are any, say
// something more of each.
func EpochRows(epochs []epoch.Epoch, notes []string) []Row {
	rows := make([]Row, len(epochs))
	for i, e := range epochs {
		title := fmt.Sprintf("%s  epoch %d", sourceName(e.Source), e.Index+1)
		why := "from its first frame"
		switch e.Clock {
		case epoch.Boot:
			why = fmt.Sprintf("its time since power-up fell from %s s to %s s", trim(e.From), trim(e.To))
			if e.To >= e.From {
				why = fmt.Sprintf("it likely rebooted in a silence: its time since power-up went on from %s s to %s s only", trim(e.From), trim(e.To))
			}
		case epoch.Capture:
			why = fmt.Sprintf("the ground station's clock fell from %s s to %s s", trim(e.From), trim(e.To))
		case epoch.Recording:
			why = "the recording begins anew"
		}
		rows[i] = Row{
			Glyph: "◆", Colour: theme.Epoch, Title: title, When: Clock(e.Start) + " – " + Clock(e.End), Text: why,
			Detail: fmt.Sprintf("%s: %s. It lasts %.3f s and begins at byte %s.", title, why,
				(e.End - e.Start).Seconds(), Count(e.Offset)),
		}
		if notes != nil && notes[i] != "" {
			rows[i].Detail += "\n" + notes[i]
		}
	}
	return rows
}

// LinkRows are the rows of the link panel, a source each.
func LinkRows(sources []link.Source) []Row {
	rows := make([]Row, len(sources))
	for i := range sources {
		s := &sources[i]
		look := severityLooks[flight.Info]
		loss := fmt.Sprintf("lost %s (%.1f %%)", Count(int64(s.Lost)), 100*s.Loss())
		switch {
		case !s.Reliable:
			look, loss = severityLooks[flight.Warning], "loss cannot be told"
		case s.Hidden > 0:
			look, loss = severityLooks[flight.Warning], fmt.Sprintf("lost %s at least", Count(int64(s.Lost)))
		case s.Loss() >= heavyLoss:
			look = severityLooks[flight.Error]
		case s.Lost > 0 || s.CRCFailed > 0:
			look = severityLooks[flight.Warning]
		}
		rows[i] = Row{
			Glyph: look.glyph, Colour: look.colour,
			Title: sourceName(s.Source), When: frames(s),
			Text:   fmt.Sprintf("%s · late %d · duplicate %d · CRC failed %d", loss, s.Late, s.Duplicate, s.CRCFailed),
			Detail: linkDetail(s),
		}
	}
	return rows
}

// leastRated is how long a source must be heard for a rate to mean anything.
const leastRated = time.Second

// frames says how many came of a source, and how many a second.
func frames(s *link.Source) string {
	text := Count(int64(s.Frames)) + " frames"
	if s.Frames == 1 {
		text = "1 frame"
	}
	if s.Last-s.First >= leastRated {
		text += fmt.Sprintf(", %.1f/s", s.Rate())
	}
	return text
}

// heavyLoss is the share of lost frames from which plots have holes that show.
const heavyLoss = 0.05

func linkDetail(s *link.Source) string {
	lines := []string{fmt.Sprintf("%s was heard from %s to %s. Its numbers started over %s.", sourceName(s.Source), Clock(s.First), Clock(s.Last), restarts(s.Restarts))}
	if s.Ended > 0 {
		lines = append(lines, fmt.Sprintf("Nothing came from it in the last %s of the log.", length(s.Ended)))
	}
	if s.Hidden > 0 {
		lines = append(lines, fmt.Sprintf("About %s more are missing in its silences: its numbers start over after 256 and cannot show them.", Count(int64(s.Hidden))))
	}
	if s.Silence > 0 {
		lines = append(lines, fmt.Sprintf("Longest silence: %.3f s from %s.", s.Silence.Seconds(), Clock(s.SilenceAt)))
	}
	counted := "Its frames are numbered in one sequence."
	if s.PerMessage {
		counted = "Its frames are numbered message by message."
	}
	lines = append(lines, counted)
	if s.Why != "" {
		lines = append(lines, s.Why)
	}
	if len(s.GapsBy) > 0 {
		var by []string
		for _, r := range s.GapsBy[:min(len(s.GapsBy), shownReveals)] {
			by = append(by, fmt.Sprintf("%s %s", r.Message, Count(int64(r.Lost))))
		}
		lines = append(lines, "What revealed the gaps: "+strings.Join(by, ", ")+".")
	}
	lines = append(lines, "Double-click plots it over the flight.")
	return strings.Join(lines, "\n")
}

func restarts(n int) string {
	if n == 0 {
		return "never"
	}
	return times(n)
}

// shownReveals is how many messages that revealed gaps are named.
const shownReveals = 4

func sourceName(s flight.Source) string {
	if s == 0 {
		return "whole log"
	}
	return s.String()
}

// Clock writes log time, as all else does that shows one.
func Clock(t time.Duration) string { return flight.TimeText(t) }

// Count writes a whole number with its thousands set apart.
func Count(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func trim(v float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.3f", v), "0"), ".")
}
