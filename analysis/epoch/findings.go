package epoch

import (
	"fmt"
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
	f.Text = fmt.Sprintf("The clock of %s was set back by %.3f s, from %.3f s to %.3f s. "+
		"Times before and after do not compare.", recordedBy(l.Format), f.Size, s.From.Seconds(), s.To.Seconds())
	if s.Joined {
		f.Size = 0
		f.Text = "Another recording begins here: files were put end to end." + begun(s.Start) + " Times before and after are of different clocks."
	} else if s.To > s.From {
		f.Text = fmt.Sprintf("The clock of %s was set ahead by %s. How long that took is not known: times before and after do not compare.",
			recordedBy(l.Format), years(s.To-s.From))
	}
	return f
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
