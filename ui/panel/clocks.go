package panel

import (
	"fmt"
	"strings"
	"time"

	"postflight/analysis/clock"
	"postflight/analysis/timebase"
	"postflight/decode/flight"
	"postflight/ui/theme"
)

// ClockRows are the rows of the clocks panel, in the order given.
func ClockRows(clocks []timebase.Clock) []Row {
	rows := make([]Row, len(clocks))
	for i := range clocks {
		c := &clocks[i]
		rows[i] = Row{
			Glyph: "●", Colour: theme.FindingInfo, Title: ClockTitle(c), When: clockRate(c),
			Text: clockText(c), Detail: clockDetail(c) + "\nDouble-click plots its readings.",
		}
		switch {
		case len(c.Changes) > 0:
			rows[i].Glyph, rows[i].Colour = severityLooks[flight.Warning].glyph, theme.FindingWarning
		case !c.Ready:
			rows[i].Glyph = "◆"
		}
	}
	return rows
}

// ClockTitle says which clock it is, and of which source and epoch.
func ClockTitle(c *timebase.Clock) string {
	what := "time since power-up"
	switch {
	case c.Kind == timebase.Timesync:
		what = "clock it answers with"
	case c.Remote == timebase.UTC:
		what = "date"
	case c.Remote == timebase.Signature:
		what = fmt.Sprintf("signing clock, link %d", c.Link)
	}
	title := clockSource(c) + "  " + what
	if c.Of > 1 {
		title += fmt.Sprintf(", epoch %d", c.Epoch+1)
	}
	return title
}

func clockSource(c *timebase.Clock) string {
	if c.Source == 0 {
		return "flight controller"
	}
	return c.Source.String()
}

func clockRate(c *timebase.Clock) string {
	if !c.TellsRate() {
		return "rate not known"
	}
	return fmt.Sprintf("%+.1f ± %.1f ppm", c.SkewPPM(), max(0.1, c.SkewSigma))
}

func clockText(c *timebase.Clock) string {
	text := "how far it is off is not known"
	if c.TellsOffset() {
		at, sigma := clockStands(c)
		if text = at; sigma >= 0 {
			text += " ± " + length(max(sigma, finestLength))
		}
	}
	return fmt.Sprintf("%s · %s readings over %.0f s", text, Count(int64(c.Pairs)), c.Span.Seconds())
}

// clockStands says what a clock shows in few words, and how unsure that is: how far
// it is off one that counts alike, else when it was 0.
func clockStands(c *timebase.Clock) (string, time.Duration) {
	const layout = "2006-01-02 15:04:05.000 UTC"
	offset := time.Duration(c.Offset())
	const day = 24 * time.Hour
	switch {
	case offset.Abs() < day && c.HostUnix:
		way := "ahead of"
		if offset < 0 {
			way = "behind"
		}
		return fmt.Sprintf("%s %s %s", length(offset.Abs()), way, c.Against), time.Duration(c.Sigma)
	case c.Remote == timebase.Boot && c.HostUnix:
		at, sigma := c.Zero()
		return "0 at " + time.Unix(0, at).UTC().Format(layout), sigma
	case c.PowerUp != 0:
		at, sigma := c.PoweredUp()
		return "powered up " + time.Unix(0, at).UTC().Format(layout), sigma
	}
	return fmt.Sprintf("%+.3f s from %s", offset.Seconds(), c.Against), time.Duration(c.Sigma)
}

func clockDetail(c *timebase.Clock) string {
	lines := []string{c.Sentence()}
	how := map[timebase.Kind]string{
		timebase.Envelope:     "Read from the frames that took the least time on the way. How long even those took cannot be told.",
		timebase.LeastSquares: "The straight line that fits its readings best.",
		timebase.Timesync:     "Read from questions and their answers, without those that were delayed.",
		timebase.GPS:          "Read from the dates it sent.",
	}[c.Kind]
	if !c.Ready {
		how += " Too few readings to rely on."
	}
	lines = append(lines, how)
	if d := c.Delay; d.Count > 0 {
		lines = append(lines, fmt.Sprintf("Longer on the way than the fastest: half of the frames up to %s, 95 in 100 up to %s, 99 in 100 up to %s, the slowest %s.",
			length(d.Median), length(d.P95), length(d.P99), length(d.Most)))
	}
	for _, change := range c.Changes {
		lines = append(lines, Clock(change.Time)+": "+changeText(change))
	}
	return strings.Join(lines, "\n")
}

func changeText(c timebase.Change) string {
	step := float64(c.Offset) / 1e9
	switch {
	case c.Kind == clock.Rate:
		return fmt.Sprintf("its rate changed by %+.1f ppm.", c.Skew)
	case c.Delay && step < 0:
		return fmt.Sprintf("by %.3f s longer on the way from then on, as answers to TIMESYNC show.", -step)
	case c.Delay:
		return fmt.Sprintf("by %.3f s less long on the way from then on, as answers to TIMESYNC show.", step)
	}
	return fmt.Sprintf("stepped by %+.3f s.", step)
}

// finestLength is the least that length writes.
const finestLength = 10 * time.Microsecond

// length writes a length of time in the unit that suits it.
func length(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
	case d < 10*time.Second:
		return Count(d.Round(time.Millisecond).Milliseconds()) + " ms"
	case d < time.Hour:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return Clock(d)
}
