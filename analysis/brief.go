package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"postflight/decode/flight"
)

// group is findings that say the same of different places.
type group struct {
	flight.Finding // the worst of them, of equals and of remarks the first
	count          int
	since, until   time.Duration
	others         int // findings of the same kind that say something else
}

// groups joins findings that differ only in numbers, names and quoted text. They
// stay in the order of their first. What only programs can use is not among them.
func (r *Report) groups() []group {
	type key struct {
		kind     flight.Kind
		severity flight.Severity
		source   string
		shape    string
	}
	at := map[key]int{}
	var out []group
	for _, f := range r.Findings {
		if f.Kind == flight.LateFormat {
			continue
		}
		k := key{f.Kind, f.Severity, f.Source, shape(strings.TrimSuffix(f.Text, "."))}
		i, ok := at[k]
		if !ok {
			at[k] = len(out)
			out = append(out, group{Finding: f, count: 1, since: f.Time, until: f.Time})
			continue
		}
		g := &out[i]
		g.count++
		g.until = max(g.until, f.Time)
		if f.Severity != flight.Info && f.Size > g.Size {
			g.Finding = f
		}
	}
	return out
}

// shape is a text without what differs from place to place.
func shape(text string) string {
	before, rest, quoted := strings.Cut(text, `"`)
	if quoted {
		if end := strings.LastIndexByte(rest, '"'); end >= 0 {
			text = before + rest[end:]
		}
	}
	word := func(r rune) bool {
		return r == '_' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '+'
	}
	var out strings.Builder
	for _, w := range strings.Fields(text) {
		if strings.IndexFunc(w, func(r rune) bool { return !word(r) && r != ':' && r != ',' }) >= 0 {
			out.WriteString(strings.TrimSuffix(w, "s"))
		}
		out.WriteByte(' ')
	}
	return out.String()
}

func (g *group) String() string {
	text := g.Text
	if (g.count > 1 || g.others > 0) && !strings.HasSuffix(text, ".") {
		text += "."
	}
	switch {
	case g.count == 2 && g.Time == g.since:
		text += fmt.Sprintf(" Once more at %s.", flight.TimeText(g.until))
	case g.count == 2:
		text += fmt.Sprintf(" Once more at %s.", flight.TimeText(g.since))
	case g.count > 2 && g.Time == g.since:
		text += fmt.Sprintf(" %d more like it until %s.", g.count-1, flight.TimeText(g.until))
	case g.count > 2:
		text += fmt.Sprintf(" It is the worst of %d like it from %s to %s.", g.count, flight.TimeText(g.since), flight.TimeText(g.until))
	}
	if g.others > 0 {
		text += fmt.Sprintf(" (%d more of this kind below.)", g.others)
	}
	return text
}

const firstLooks = 5

// worth orders the kinds of findings by how much they change what a person
// sees; those not listed follow.
var worth = []flight.Kind{
	flight.EmptyLog, flight.TextModeDamage, flight.ClockRate, flight.EpochReboot, flight.EpochCaptureStep, flight.SeveralSenders, flight.Restart,
	flight.TimeGap, flight.DialectMismatch, flight.Lost, flight.TruncatedTail, flight.FormatMismatch, flight.ClockOutlier, flight.FrameCRC,
}

func rank(k flight.Kind) int {
	if i := slices.Index(worth, k); i >= 0 {
		return i
	}
	return len(worth)
}

// first lists what to look at first: the gravest groups, one of a kind, and of
// several the worst of a vehicle.
func (r *Report) first() []group {
	stations := map[string]int{}
	for i := range r.Link.Sources {
		if s := &r.Link.Sources[i]; s.Station {
			stations[s.Source.String()] = 1
		}
	}
	grave := slices.DeleteFunc(r.groups(), func(g group) bool { return g.Severity == flight.Info })
	slices.SortStableFunc(grave, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.Severity.Rank(), a.Severity.Rank()), cmp.Compare(rank(a.Kind), rank(b.Kind)),
			cmp.Compare(stations[a.Source], stations[b.Source]), cmp.Compare(b.Size, a.Size), cmp.Compare(b.count, a.count))
	})
	var out []group
	for _, g := range grave {
		known := slices.IndexFunc(out, func(o group) bool { return o.Kind == g.Kind })
		switch {
		case known >= 0:
			out[known].others += g.count
		case len(out) < firstLooks:
			out = append(out, g)
		}
	}
	return out
}
