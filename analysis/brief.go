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
	flight.Finding // the first, or the one that matters most
	count          int
	until          time.Duration
	others         int // findings of the same kind that say something else
}

// groups joins findings that differ only in numbers, names and quoted text. They
// stay in the order of their first.
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
		k := key{f.Kind, f.Severity, f.Source, shape(f.Text)}
		i, ok := at[k]
		if !ok {
			at[k] = len(out)
			out = append(out, group{Finding: f, count: 1, until: f.Time})
			continue
		}
		out[i].count++
		out[i].until = max(out[i].until, f.Time)
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
	word := func(r rune) bool { return r == '_' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' }
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
	switch g.count {
	case 1:
	case 2:
		text += fmt.Sprintf(" Once more at %s.", Duration(g.until))
	default:
		text += fmt.Sprintf(" %d more like it until %s.", g.count-1, Duration(g.until))
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
	flight.EmptyLog, flight.TextModeDamage, flight.EpochReboot, flight.EpochCaptureStep, flight.SeveralSenders, flight.Restart,
	flight.Lost, flight.TimeGap, flight.TruncatedTail, flight.FormatMismatch, flight.ClockOutlier, flight.DialectMismatch, flight.FrameCRC,
}

func rank(k flight.Kind) int {
	if i := slices.Index(worth, k); i >= 0 {
		return i
	}
	return len(worth)
}

// first lists what to look at first: the gravest groups, one of a kind. Of
// several it is the one that cost most frames.
func (r *Report) first() []group {
	lost, failed := map[string]int{}, map[string]int{}
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		lost[s.Source.String()], failed[s.Source.String()] = s.Lost, s.CRCFailed
	}
	cost := func(g group) int { // in frames
		switch g.Kind {
		case flight.Lost:
			return lost[g.Source]
		case flight.FrameCRC, flight.DialectMismatch:
			return failed[g.Source]
		}
		return 0
	}
	grave := slices.DeleteFunc(r.groups(), func(g group) bool { return g.Severity == flight.Info })
	slices.SortStableFunc(grave, func(a, b group) int {
		return cmp.Or(cmp.Compare(weight(b.Severity), weight(a.Severity)), cmp.Compare(rank(a.Kind), rank(b.Kind)),
			cmp.Compare(cost(b), cost(a)), cmp.Compare(b.count, a.count))
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
