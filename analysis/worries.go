package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"postflight/analysis/internal/words"
	"postflight/analysis/link"
	"postflight/decode/flight"
)

// worry says in a clause what findings of some kinds mean for the trust in a log;
// of are those that are more than remarks.
type worry struct {
	kinds []flight.Kind
	say   func(r *Report, of []flight.Finding) string
}

// allWorries are in the order in which a verdict names them.
var allWorries = []worry{
	{[]flight.Kind{flight.EmptyLog}, says("it holds no record of data")},
	{[]flight.Kind{flight.ClockRate}, func(_ *Report, of []flight.Finding) string {
		return "the times of the recording do not keep pace with the clock of " + sourcesOf(of)
	}},
	{[]flight.Kind{flight.EpochReboot, flight.Restart}, (*Report).rebooted},
	{[]flight.Kind{flight.TimeGap}, (*Report).silent},
	{[]flight.Kind{flight.DialectMismatch}, func(_ *Report, of []flight.Finding) string {
		return "messages of " + sourcesOf(of) + " are of another dialect, cannot be read and count as lost"
	}},
	{[]flight.Kind{flight.Lost}, (*Report).lost},
	{[]flight.Kind{flight.SeveralSenders}, func(_ *Report, of []flight.Finding) string {
		return "several senders speak as " + sourcesOf(of)
	}},
	{[]flight.Kind{flight.TextModeDamage}, func(r *Report, _ []flight.Finding) string {
		return "it was copied as text, which damaged " + percent(r.damaged(), r.Log.Size()) + " of its bytes"
	}},
	{[]flight.Kind{flight.FrameCRC, flight.JunkRun, flight.ZeroRun}, func(r *Report, _ []flight.Finding) string {
		if r.matters(flight.TextModeDamage) {
			return ""
		}
		return percent(r.damaged(), r.Log.Size()) + " of the bytes are damaged or foreign and were set aside"
	}},
	{[]flight.Kind{flight.FormatMismatch}, (*Report).misfits},
	{[]flight.Kind{flight.Version}, says("its version is not known")},
	{[]flight.Kind{flight.EpochCaptureStep}, (*Report).setBack},
	{[]flight.Kind{flight.ClockStepped}, (*Report).stepped},
	{[]flight.Kind{flight.ClockOutlier}, func(_ *Report, of []flight.Finding) string {
		if own := slices.DeleteFunc(slices.Clone(of), hasSource); len(own) > 0 {
			return "the clock it was recorded by cannot be right " + atPlaces(places(own...))
		}
		return "the clock of " + sourcesOf(of) + " cannot be right " + atPlaces(len(of))
	}},
	{[]flight.Kind{flight.Causality}, says("its times contradict each other")},
	{[]flight.Kind{flight.NoClock}, says("it has no clock of its own that can be believed")},
	{[]flight.Kind{flight.TruncatedTail}, says("its end cannot be read")},
}

// misfits names what does not fit the format of the log.
func (r *Report) misfits(of []flight.Finding) string {
	if r.Link.Wire.Behind > 0 && len(of) == 1 {
		return "another log lies behind it in the file, which was not read"
	}
	return "parts of it do not fit its format"
}

func says(text string) func(*Report, []flight.Finding) string {
	return func(*Report, []flight.Finding) string { return text }
}

// worries lists what speaks against a log: each finding that is more than a remark
// is in one of them.
func (r *Report) worries() []string {
	of := map[flight.Kind][]flight.Finding{}
	for _, f := range r.Findings {
		if f.Severity != flight.Info {
			of[f.Kind] = append(of[f.Kind], f)
		}
	}
	var out []string
	for _, w := range allWorries {
		var found []flight.Finding
		for _, k := range w.kinds {
			found = append(found, of[k]...)
			delete(of, k)
		}
		if len(found) == 0 {
			continue
		}
		if text := w.say(r, found); text != "" {
			out = append(out, text)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(of)) {
		out = append(out, fmt.Sprintf("there is a warning about it (%s)", k))
	}
	return out
}

func hasSource(f flight.Finding) bool { return f.Source != "" }

// sourcesOf names the sources of findings.
func sourcesOf(findings []flight.Finding) string {
	var names []string
	for _, f := range findings {
		if f.Source != "" && !slices.Contains(names, f.Source) {
			names = append(names, f.Source)
		}
	}
	if len(names) == 0 {
		return "the vehicle"
	}
	return short(names)
}

func (r *Report) rebooted(of []flight.Finding) string {
	count, sure := map[string]int{}, map[string]bool{}
	for _, f := range of {
		count[f.Source]++
		sure[f.Source] = sure[f.Source] || f.Kind == flight.EpochReboot
	}
	for i := range r.Link.Sources { // of many, not each has a finding
		if s := &r.Link.Sources[i]; s.Restarts > 0 {
			count[s.Source.String()] = max(count[s.Source.String()], s.Restarts)
		}
	}
	var parts []string
	for _, source := range slices.Sorted(maps.Keys(count)) {
		who, doubt := source, ""
		if source == "" {
			who, doubt = "the flight controller", ", or "+words.Choose(count[source], "another log begins", "other logs begin")+" there"
		}
		verb := " likely rebooted "
		if sure[source] {
			verb = " rebooted "
		}
		parts = append(parts, who+verb+words.Times(count[source])+doubt)
	}
	return short(parts)
}

// silent names who was not heard, and for how long.
func (r *Report) silent([]flight.Finding) string {
	var parts, hidden []string
	for _, s := range r.sourcesFirst(func(s *link.Source) float64 { return s.Ended.Seconds() }) {
		parts = append(parts, fmt.Sprintf("%s was last heard %.0f s before the end", s.Source, s.Ended.Seconds()))
	}
	for _, s := range r.sourcesFirst(func(s *link.Source) float64 { return float64(s.Silences) * s.Silence.Seconds() }) {
		who := "came from " + s.Source.String()
		if s.Source == 0 {
			who = "was recorded"
		}
		upTo := ""
		if s.Silences > 1 {
			upTo = "up to "
		}
		parts = append(parts, fmt.Sprintf("nothing %s for %s%.1f s", who, upTo, s.Silence.Seconds()))
		if s.Hidden > 0 {
			hidden = append(hidden, s.Source.String())
		}
	}
	switch {
	case len(parts) == 0:
		return "nothing was recorded for a time"
	case len(hidden) == 0:
		return short(parts)
	case len(parts) == 1:
		return parts[0] + ", where its numbers cannot show how many frames are missing"
	}
	return short(parts) + ", where the numbers of " + short(hidden) + " cannot show how many frames are missing"
}

func (r *Report) lost(of []flight.Finding) string {
	lost, sent, hidden := 0, 0, 0
	for i := range r.Link.Sources {
		if s := &r.Link.Sources[i]; s.Reliable {
			lost, hidden = lost+s.Missing(), hidden+s.Hidden
			sent += s.Lost + s.Frames - s.Duplicate
		}
	}
	var parts []string
	if dropped := slices.DeleteFunc(slices.Clone(of), hasSource); len(dropped) > 0 {
		parts = append(parts, "its logger dropped "+counted(dropped, "write"))
	}
	if lost > 0 {
		parts = append(parts, shareLost(lost, sent, hidden)+r.lostBy(float64(lost)/float64(sent)))
	}
	return words.List(parts)
}

// lostBy names the source of which by far the largest share was lost; nobody where
// that is as that of all.
func (r *Report) lostBy(ofAll float64) string {
	worst := r.sourcesFirst((*link.Source).MissingShare)
	slices.SortStableFunc(worst, func(a, b *link.Source) int { return cmp.Compare(b.MissingShare(), a.MissingShare()) })
	worst = slices.DeleteFunc(worst, func(s *link.Source) bool { return s.Missing() < fewFrames || s.MissingShare() < muchMore*ofAll })
	if len(worst) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%.1f %% of those of %s)", 100*worst[0].MissingShare(), worst[0].Source)
}

// muchMore is how many times the usual share one must be to be named: a reader would
// take two shares that differ for a contradiction.
const muchMore = 1.05

// counted adds up the sizes of findings.
func counted(of []flight.Finding, what string) string {
	sum := 0.0
	for _, f := range of {
		sum += f.Size
	}
	return words.Count(int(sum), what)
}

// setBack tells of a capture clock that falls: it was set, or there are several.
func (r *Report) setBack([]flight.Finding) string {
	joined := r.Log.Joins() + r.appended
	set := len(r.Log.Steps) - joined + r.slips()
	var parts []string
	if set > 0 {
		parts = append(parts, "the clock it was recorded by was set back "+words.Times(set))
	}
	switch {
	case set > 0 && joined == 0:
	case r.appended > 0:
		parts = append(parts, "it is likely of recordings that were put end to end")
	default:
		parts = append(parts, "it is of recordings that were put end to end")
	}
	return words.List(parts)
}

// stepped tells of clocks that stepped, unless it is the set-back of the recording.
func (r *Report) stepped(of []flight.Finding) string {
	own, others := 0, of[:0:0]
	for _, f := range of {
		switch {
		case f.Source != "":
			others = append(others, f)
		case !r.matters(flight.EpochCaptureStep):
			own++
		}
	}
	var parts []string
	if own > 0 {
		parts = append(parts, "the clock it was recorded by stepped "+words.Times(own))
	}
	if len(others) > 0 {
		parts = append(parts, "the clock of "+sourcesOf(others)+" stepped "+words.Times(len(others)))
	}
	return words.List(parts)
}
