package analysis

import (
	"fmt"
	"strings"
)

// Verdict says in a sentence or two whether the log can be trusted.
func (r *Report) Verdict() string {
	var good, bad []string
	say := func(list *[]string, format string, args ...any) { *list = append(*list, fmt.Sprintf(format, args...)) }
	w := r.Link.Wire
	if r.Log.Count() == 0 {
		return "There is nothing in it to trust."
	}
	restarts, lost, sent := 0, 0, 0
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		restarts += s.Restarts
		lost += s.Lost
		sent += s.Lost + s.Frames - s.Duplicate
	}
	if restarts > 0 {
		say(&bad, "a sender restarted %s", times(restarts))
	}
	if steps := len(r.Log.Steps); steps > 0 {
		say(&bad, "the ground station's clock was set back %s", times(steps))
	}
	switch {
	case w.Frames == 0:
	case lost == 0:
		say(&good, "no frame is missing")
	default:
		say(&bad, "%s of the frames never arrived whole", percent(lost, sent))
	}
	if damaged := w.JunkBytes + w.CRCFailedBytes + w.TailBytes; damaged > 0 {
		say(&bad, "%s of the bytes are damaged or foreign and were set aside", percent(int(damaged), int(r.Log.Size())))
	} else {
		say(&good, "every byte is accounted for")
	}
	if len(bad) == 0 {
		return "It can be trusted: " + join(good) + "."
	}
	return "What is shown can be trusted, but it is not all: " + join(bad) + "."
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

func percent(part, whole int) string {
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
