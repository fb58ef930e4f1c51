package panel

import (
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
		if d := rank(a.Severity) - rank(b.Severity); d != 0 {
			return d
		}
		return int(min(1, max(-1, a.Time-b.Time)))
	})
	return out
}

func rank(s flight.Severity) int {
	return slices.Index([]flight.Severity{flight.Error, flight.Warning, flight.Info}, s)
}

// FindingRows are the rows of the findings panel, in the order given.
func FindingRows(findings []flight.Finding) []Row {
	rows := make([]Row, len(findings))
	for i, f := range findings {
		title := kindWords[f.Kind]
		if title == "" {
			title = string(f.Kind)
		}
		if f.Source != "" {
			title = f.Source + "  " + title
		}
		look := severityLooks[f.Severity]
		rows[i] = Row{
			Glyph: look.glyph, Colour: look.colour, Title: title, When: Clock(f.Time), Text: f.Text,
			Detail: fmt.Sprintf("%s\n%s at %s, bytes %s to %s (%s).", f.Text, f.Severity, Clock(f.Time),
				Count(f.Span.Offset), Count(f.Span.End()), f.Kind),
		}
	}
	return rows
}

type severityLook struct {
	glyph  string
	colour fyne.ThemeColorName
}

// Severities differ in form as well as in colour.
var severityLooks = map[flight.Severity]severityLook{
	flight.Error:   {"■", theme.FindingError},
	flight.Warning: {"▲", theme.FindingWarning},
	flight.Info:    {"●", theme.FindingInfo},
}

// kindWords are the kinds of findings as a person says them.
var kindWords = map[flight.Kind]string{
	flight.EpochReboot: "Reboot", flight.EpochCaptureStep: "Station clock set back", flight.BootWrap: "Boot counter wrapped",
	flight.ClockOutlier: "Stray time stamp", flight.Lost: "Packets lost", flight.Late: "Packets late",
	flight.Duplicate: "Packets doubled", flight.SeveralSenders: "Several senders under one id",
	flight.ConstantSequence: "Sequence never changes", flight.Restart: "Sequence restarted",
	flight.FrameCRC: "Checksum failed", flight.DialectMismatch: "Other dialect",
	flight.UnknownMessage: "Unknown messages", flight.JunkRun: "Junk bytes", flight.ConsoleText: "Console text",
	flight.ZeroRun: "Run of zeros", flight.TruncatedTail: "Cut at the end", flight.EmptyLog: "Nothing recorded",
	flight.Version: "Version", flight.FormatMismatch: "Not quite the format", flight.TimeGap: "Gap in time",
	flight.LateFormat: "Formats that come late", flight.NoClock: "No clock", flight.SignedFrames: "Signed packets",
	flight.ClockStepped: "Clock stepped", flight.ClockRate: "Clock changed its rate", flight.Causality: "Answer before its question",
}

// EpochRows are the rows of the epochs panel; notes, where there are any, say
// something more of each.
func EpochRows(epochs []epoch.Epoch, notes []string) []Row {
	rows := make([]Row, len(epochs))
	for i, e := range epochs {
		title := fmt.Sprintf("%s  epoch %d", sourceName(e.Source), e.Index+1)
		why := "from its first packet"
		switch e.Clock {
		case epoch.Boot:
			why = fmt.Sprintf("boot time fell from %s s to %s s", trim(e.From), trim(e.To))
		case epoch.Capture:
			why = fmt.Sprintf("the station's clock fell from %s s to %s s", trim(e.From), trim(e.To))
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
		case s.Loss() >= heavyLoss:
			look = severityLooks[flight.Error]
		case s.Lost > 0 || s.CRCFailed > 0:
			look = severityLooks[flight.Warning]
		}
		rows[i] = Row{
			Glyph: look.glyph, Colour: look.colour,
			Title: sourceName(s.Source), When: fmt.Sprintf("%s packets, %.1f/s", Count(int64(s.Frames)), s.Rate()),
			Text:   fmt.Sprintf("%s · late %d · doubled %d · checksum failed %d", loss, s.Late, s.Duplicate, s.CRCFailed),
			Detail: linkDetail(s),
		}
	}
	return rows
}

// heavyLoss is the share of lost packets from which plots have holes that show.
const heavyLoss = 0.05

func linkDetail(s *link.Source) string {
	lines := []string{fmt.Sprintf("%s was heard from %s to %s; %d restarts.", sourceName(s.Source), Clock(s.First), Clock(s.Last), s.Restarts)}
	if s.Silence > 0 {
		lines = append(lines, fmt.Sprintf("Longest silence: %.3f s from %s.", s.Silence.Seconds(), Clock(s.SilenceAt)))
	}
	counted := "Its packets are numbered in one sequence."
	if s.PerMessage {
		counted = "Its packets are numbered message by message."
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

// shownReveals is how many messages that revealed gaps are named.
const shownReveals = 4

func sourceName(s flight.Source) string {
	if s == 0 {
		return "whole log"
	}
	return s.String()
}

// Clock writes log time as minutes, seconds and milliseconds.
func Clock(t time.Duration) string {
	sign := ""
	if t < 0 {
		sign, t = "−", -t
	}
	t = t.Round(time.Millisecond)
	text := fmt.Sprintf("%02d:%02d.%03d", t/time.Minute%60, t/time.Second%60, t/time.Millisecond%1000)
	if t >= time.Hour {
		text = fmt.Sprintf("%d:%s", t/time.Hour, text)
	}
	return sign + text
}

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
