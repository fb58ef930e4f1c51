package analysis

import (
	"fmt"
	"slices"
	"strings"
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
	for _, about := range []func() (good, bad string){r.verdictOnBytes, r.verdictOnClocks} {
		g, b := about()
		good, bad = append(good, g), append(bad, b)
	}
	none := func(s string) bool { return s == "" }
	good, bad = slices.DeleteFunc(good, none), slices.DeleteFunc(bad, none)
	if len(bad) == 0 {
		return "It can be trusted: " + join(good) + "."
	}
	return "What is shown can be trusted, but with care: " + join(bad) + "."
}

func (r *Report) verdictOnLoss() (good, bad []string) {
	lost, sent, untold, restarts := 0, 0, 0, 0
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		restarts += s.Restarts
		lost += s.Lost
		sent += s.Lost + s.Frames - s.Duplicate
		if !s.Reliable {
			untold++
		}
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

func (r *Report) verdictOnBytes() (good, bad string) {
	w := r.Link.Wire
	if damaged := w.JunkBytes + w.CRCFailedBytes + w.TailBytes; damaged > 0 {
		return "", percent(damaged, r.Log.Size()) + " of the bytes are damaged or foreign and were set aside"
	}
	return "every byte is accounted for", ""
}

func (r *Report) verdictOnClocks() (good, bad string) {
	if steps := len(r.Log.Steps); steps > 0 {
		return "", "the clock it was recorded by was set back " + times(steps)
	}
	return "its clock never goes back", ""
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
