package epoch

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"postflight/decode/flight"
	"postflight/decode/stamp"
)

func span(l *flight.Log, frame int) flight.Span { return l.Pieces(frame)[0] }

// recordedBy says whose clock a log was recorded by.
func recordedBy(f flight.Format) string {
	switch f {
	case flight.TLog:
		return "the ground station"
	case flight.VGT1:
		return "the simulator"
	}
	return "the recording"
}

func stepFinding(l *flight.Log, s flight.ClockStep) flight.Finding {
	f := flight.Finding{
		Kind: flight.EpochCaptureStep, Severity: flight.Warning, Time: s.Time, Span: flight.Span{Offset: s.Offset}, Size: (s.From - s.To).Abs().Seconds(),
	}
	f.Text = fmt.Sprintf("The clock of %s was set back by about %.1f s, from %.3f s to %.3f s. "+
		"Times before and after do not compare.", recordedBy(l.Format), f.Size, s.From.Seconds(), s.To.Seconds())
	if s.Joined {
		f.Size = 0
	}
	switch {
	case s.Joined && recordsBoot(l.Format):
		f.Text = joinedText(l, s)
	case s.Joined:
		f.Text = "Another recording begins here: files were put end to end." + begun(s.Start) + " Times before and after are of different clocks."
	case s.To > s.From:
		f.Text = fmt.Sprintf("The clock of %s was set ahead by %s. How long that took is not known: times before and after do not compare.",
			recordedBy(l.Format), years(s.To-s.From))
	}
	return f
}

// recordsBoot reports whether logs of a format are written on board: their clock is the
// time since power-up.
func recordsBoot(f flight.Format) bool { return f == flight.DataFlash || f == flight.DataFlashText }

// joinedText tells of an onboard log behind another.
func joinedText(l *flight.Log, s flight.ClockStep) string {
	fell := fmt.Sprintf("the time since power-up goes from %.3f s to %.3f s", s.From.Seconds(), s.To.Seconds())
	frame := sort.Search(l.Frames.Len(), func(i int) bool { return l.Frames.Offset[i] >= s.Offset })
	begins := frame < l.Frames.Len() && l.Message(frame).Name == "FMT"
	switch {
	case begins && s.Again:
		return "The same log begins again here, or another of the same time: its formats start over and " + fell +
			", but by GPS the vehicle powered up at the same time as before. It did not reboot."
	case s.Again:
		return "A part of the log comes again here, or in another order: " + fell +
			", but by GPS the vehicle powered up at the same time as before. It did not reboot."
	}
	text := "Another log begins here"
	if firmware := firmwareFrom(l, frame); firmware != "" {
		text += ", of " + firmware
	}
	return text + ": its formats start over, and " + fell + ". Files were put end to end. Times before and after are of different clocks."
}

// firmwareFrom is what the records from a frame on say is flown by, as "ArduSub V4.1.0";
// "" where they do not.
func firmwareFrom(l *flight.Log, frame int) string {
	for i := frame; i < min(l.Frames.Len(), frame+around); i++ {
		m := l.Message(i)
		if m.Name != "MSG" {
			continue
		}
		text := m.Field("Message")
		if text == nil {
			return ""
		}
		words := strings.Fields(text.Text(l.Payload(i)))
		if len(words) > 1 && len(words[1]) > 1 && words[1][0] == 'V' && words[1][1] >= '0' && words[1][1] <= '9' {
			return words[0] + " " + words[1]
		}
	}
	return ""
}

func begun(start time.Time) string {
	if start.IsZero() {
		return ""
	}
	return " By its header it was begun " + start.Format("2006-01-02 15:04:05") + " UTC."
}

// years writes a time of years.
func years(d time.Duration) string {
	const year = 365.25 * 24
	return fmt.Sprintf("%.1f years", d.Hours()/year)
}

// rebootFinding rests on the frame that first shows the new boot time.
func rebootFinding(l *flight.Log, source flight.Source, begin, seen int, b stamp.Break, ticks bool, evidence string) flight.Finding {
	text := fmt.Sprintf("%s rebooted: its time since power-up fell from %.3f s to %.3f s in %s.",
		source, b.From.Seconds(), b.To.Seconds(), l.Message(seen).Name)
	if ticks {
		text += " This takes one tick of its clock for a millisecond."
	}
	return flight.Finding{
		Kind: flight.EpochReboot, Severity: flight.Error, Source: source.String(),
		Time: l.Frames.Time[begin], Span: span(l, seen), Text: text + evidence,
	}
}

func wrapFinding(l *flight.Log, source flight.Source, seen int, b stamp.Break) flight.Finding {
	return flight.Finding{
		Kind: flight.BootWrap, Severity: flight.Info, Source: source.String(),
		Time: l.Frames.Time[seen], Span: span(l, seen),
		Text: fmt.Sprintf("The clock of %s ran over after 49.7 days, from %.3f s to %.3f s. It did not reboot.",
			source, b.From.Seconds(), b.To.Seconds()),
	}
}

func outlierFinding(l *flight.Log, source flight.Source, seen int, b stamp.Break) flight.Finding {
	return flight.Finding{
		Kind: flight.ClockOutlier, Severity: flight.Warning, Source: source.String(),
		Time: l.Frames.Time[seen], Span: span(l, seen),
		Text: fmt.Sprintf("%s of %s says %.3f s since power-up where the frames around it say about %.3f s.",
			l.Message(seen).Name, source, b.To.Seconds(), b.From.Seconds()),
	}
}

func restartFinding(l *flight.Log, source flight.Source, frame int) flight.Finding {
	return flight.Finding{
		Kind: flight.Restart, Severity: flight.Warning, Source: source.String(),
		Time: l.Frames.Time[frame], Span: span(l, frame),
		Text: fmt.Sprintf("%s has likely rebooted: at least %d of its message types count from the start again within %v. "+
			"It sends no clock that could confirm it.", source, restartTypes, restartWithin),
	}
}

// bootFinding tells of a reboot in a log that is written by the one who rebooted.
func bootFinding(s flight.ClockStep) flight.Finding {
	f := flight.Finding{Kind: flight.EpochReboot, Severity: flight.Error, Time: s.Time, Span: flight.Span{Offset: s.Offset}}
	f.Text = fmt.Sprintf("The flight controller rebooted, or another log begins: its time since power-up fell from %.3f s to %.3f s.",
		s.From.Seconds(), s.To.Seconds())
	if s.To > s.From {
		f.Text = fmt.Sprintf("Another log begins, or the clock is broken: the time since power-up leaps ahead by %s.", years(s.To-s.From))
	}
	return f
}
