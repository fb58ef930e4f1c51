package analysis

import (
	"fmt"
	"slices"
	"strings"

	"postflight/decode/flight"
)

// Verdict says in a sentence whether the log can be trusted.
func (r *Report) Verdict() string {
	switch {
	case r.Log.Count() == 0:
		return "There is nothing in it to trust."
	case r.Log.Frames.Len() == 0:
		return "Nothing in it can be read: no frame came whole."
	}
	good, bad := r.verdictOnLoss()
	for _, about := range []func() (good, bad string){r.verdictOnSenders, r.verdictOnBytes, r.verdictOnClocks} {
		g, b := about()
		good, bad = append(good, g), append(bad, b)
	}
	none := func(s string) bool { return s == "" }
	good, bad = slices.DeleteFunc(good, none), slices.DeleteFunc(bad, none)
	switch {
	case len(bad) == 0:
		return "It can be trusted: " + join(good) + "."
	case 2*r.damaged() > r.Log.Size():
		return "Little of it can be read: " + join(bad) + "."
	}
	return "What is shown can be trusted, but with care: " + join(bad) + "."
}

func (r *Report) verdictOnLoss() (good, bad []string) {
	lost, sent, untold, restarts := 0, 0, 0, 0
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		restarts += s.Restarts
		if !s.Reliable {
			untold++
			continue
		}
		lost += s.Lost
		sent += s.Lost + s.Frames - s.Duplicate
	}
	if restarts > 0 {
		bad = append(bad, "a sender restarted "+times(restarts))
	}
	switch {
	case r.Link.Wire.Frames == 0:
	case lost > 0:
		bad = append(bad, percent(int64(lost), int64(sent))+" of the frames never arrived whole")
	case untold == len(r.Link.Sources):
		bad = append(bad, "what was lost cannot be told")
	default:
		good = append(good, "no frame is missing")
	}
	return good, bad
}

func (r *Report) verdictOnSenders() (good, bad string) {
	var shared []string
	for i := range r.Link.Sources {
		if s := &r.Link.Sources[i]; s.Senders > 1 {
			shared = append(shared, s.Source.String())
		}
	}
	if len(shared) == 0 {
		return "", ""
	}
	return "", "several senders speak as " + join(shared)
}

// damaged is how many bytes belong to nothing that was read.
func (r *Report) damaged() int64 {
	w := r.Link.Wire
	return w.JunkBytes + w.CRCFailedBytes + w.TailBytes
}

func (r *Report) verdictOnBytes() (good, bad string) {
	switch share := percent(r.damaged(), r.Log.Size()); {
	case r.damaged() == 0:
		return "every byte is accounted for", ""
	case r.has(flight.TextModeDamage):
		return "", "it was copied as text, which damaged " + share + " of its bytes"
	default:
		return "", share + " of the bytes are damaged or foreign and were set aside"
	}
}

func (r *Report) has(kind flight.Kind) bool {
	return slices.ContainsFunc(r.Findings, func(f flight.Finding) bool { return f.Kind == kind })
}

func (r *Report) verdictOnClocks() (good, bad string) {
	slips := 0
	for _, f := range r.Findings {
		if f.Kind == flight.ClockOutlier && f.Source == "" && f.Time > 0 {
			slips++
		}
	}
	switch steps := len(r.Log.Steps); {
	case steps > 0:
		return "", "the clock it was recorded by was set back " + times(steps)
	case slips > 0:
		return "", "the clock it was recorded by cannot be right " + atPlaces(slips)
	case slices.ContainsFunc(r.Findings, func(f flight.Finding) bool {
		return f.Kind == flight.NoClock && f.Severity == flight.Warning
	}):
		return "", "it has no clock of its own"
	case r.has(flight.NoClock):
		return "", ""
	}
	return "its clock never goes back", ""
}

func atPlaces(n int) string {
	if n == 1 {
		return "in one place"
	}
	return fmt.Sprintf("in %d places", n)
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func percent(part, whole int64) string {
	share := 100 * float64(part) / float64(max(1, whole))
	if share < 0.1 {
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", share)
}

func join(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last]
}
