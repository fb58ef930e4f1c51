package analysis

import (
	"fmt"
	"slices"
	"strings"

	"postflight/analysis/internal/words"
	"postflight/analysis/link"
	"postflight/decode/flight"
)

// grounds is what a verdict stands on: what speaks for a log, what is to be kept in
// mind, and what speaks against it.
type grounds struct {
	good, but, bad []string
	blind          bool // nothing tells whether frames are missing
}

func (g *grounds) speaksFor(text string) { g.good = append(g.good, text) }
func (g *grounds) note(text string)      { g.but = append(g.but, text) }

// Verdict says in a sentence whether the log can be trusted: whatever it holds of
// findings that are more than remarks is in it.
func (r *Report) Verdict() string {
	switch {
	case r.Log.Count() == 0:
		return "There is nothing in it to trust."
	case r.Log.Frames.Len() == 0:
		return "Nothing in it can be read: no frame came whole."
	}
	g := &grounds{bad: r.worries()}
	r.lossGrounds(g)
	r.byteGrounds(g)
	r.clockGrounds(g)
	r.heardGrounds(g)
	switch {
	case len(g.bad) == 0 && len(g.good) == 0:
		return "It can be trusted as far as it goes: " + words.List(g.but) + "."
	case len(g.bad) == 0 && g.blind:
		return "It can be trusted in what it holds: " + words.List(g.good) + "; " + words.List(g.but) + "."
	case len(g.bad) == 0 && len(g.but) == 0:
		return "It can be trusted: " + words.List(g.good) + "."
	case len(g.bad) == 0:
		return "It can be trusted: " + words.List(g.good) + "; but " + words.List(g.but) + "."
	case 2*r.damaged() > r.Log.Size()-r.Link.Wire.Unused-r.Link.Wire.Behind:
		return "Little of it can be read: " + strings.Join(append(g.bad, g.but...), "; ") + "."
	}
	return "What is shown can be trusted, but with care: " + strings.Join(append(g.bad, g.but...), "; ") + "."
}

func (r *Report) lossGrounds(g *grounds) {
	if r.Link.Wire.Frames == 0 {
		return
	}
	lost, sent, hidden := 0, 0, 0
	var told, untold []string
	blind := false
	for i := range r.Link.Sources {
		s := &r.Link.Sources[i]
		if !s.Reliable {
			blind = blind || len(s.Tracks) == 0
			if s.Frames >= fewFrames && s.Senders < 2 {
				untold = append(untold, s.Source.String())
			}
			continue
		}
		told = append(told, s.Source.String())
		hidden += s.Hidden
		lost += s.Missing()
		sent += s.Lost + s.Frames - s.Duplicate
	}
	switch {
	case lost > 0 && !r.matters(flight.Lost):
		g.note(shareLost(lost, sent, hidden))
	case lost > 0 || hidden > 0:
	case len(told) == 0 && blind:
		g.blind = true
		g.note("whether frames are missing cannot be told")
		return
	case len(told) == 0: // what each of several senders lost is told with them
	case len(untold) > 0:
		g.speaksFor("no frame of " + short(told) + " is missing")
	default:
		g.speaksFor("no frame is missing")
	}
	if len(untold) > 0 {
		g.note("whether frames of " + short(untold) + " are missing cannot be told")
	}
}

// fewFrames of a source are not worth saying that their loss cannot be told.
const fewFrames = 3

// shareLost words how many frames are missing.
func shareLost(lost, sent, hidden int) string {
	share := percent(int64(lost), int64(sent))
	switch {
	case hidden == 0:
		return share + " of the frames never arrived whole"
	case 1000*lost < sent:
		return "at least " + words.Count(lost, "frame") + " never arrived whole"
	}
	return "at least " + share + " of the frames never arrived whole"
}

// damaged is how many bytes belong to nothing that was read, and should have.
func (r *Report) damaged() int64 { return r.Link.Wire.Damaged() }

// byteKinds are the findings about bytes that were set aside.
var byteKinds = []flight.Kind{flight.FrameCRC, flight.JunkRun, flight.ZeroRun, flight.TextModeDamage, flight.DialectMismatch}

func (r *Report) byteGrounds(g *grounds) {
	w := r.Link.Wire
	uneven := r.has(flight.FormatMismatch) && (r.Log.Format == flight.DataFlashText || r.Log.Format == flight.DataFlash)
	if uneven && !r.matters(flight.FormatMismatch) {
		g.note("some records do not fit their format")
	}
	cut := w.TailBytes > 0 && w.TailBytes != w.Unused
	aside := w.Damaged()
	if cut {
		aside -= w.TailBytes
	}
	switch {
	case r.matters(byteKinds...):
	case aside > 0:
		g.note(percent(aside, r.Log.Size()) + " of the bytes are in no record and were set aside")
	case !uneven && w.TailBytes+w.Unused+w.Behind == 0 && !r.has(flight.TruncatedTail) && !r.matters(flight.FormatMismatch, flight.EpochReboot):
		g.speaksFor("every byte is accounted for")
	}
	if w.Unused > 0 {
		g.note(fmt.Sprintf("its last %d bytes are space that was never written", w.Unused))
	}
	if cut && !r.matters(flight.TruncatedTail) {
		g.note("the last record was cut when writing stopped")
	}
}

func (r *Report) clockGrounds(g *grounds) {
	slips := r.slips()
	switch {
	case len(r.Log.Steps) > 0 || r.matters(flight.NoClock, flight.ClockRate, flight.ClockOutlier, flight.ClockStepped, flight.Causality):
	case slips > 0:
		g.note("the clock it was recorded by goes back " + atPlaces(slips))
	case r.has(flight.NoClock) || len(r.Log.Boots) > 0 || r.has(flight.ClockOutlier):
	default:
		g.speaksFor("its clock never goes back")
	}
}

// slips is in how many places the clock of a log goes back by less than a step:
// those that are told of one by one, or all of them at once.
func (r *Report) slips() int {
	each, all := 0, 0
	for _, f := range r.Findings {
		switch {
		case f.Kind != flight.ClockOutlier || f.Source != "" || f.Severity != flight.Info:
		case f.Time > 0:
			each++
		default:
			all = places(f)
		}
	}
	return max(each, all)
}

// heardGrounds names the vehicles that were not there from the start.
func (r *Report) heardGrounds(g *grounds) {
	for i := range r.Link.Sources {
		if s := &r.Link.Sources[i]; s.Began > 0 && !s.Station && i < mostNamed {
			g.note(fmt.Sprintf("%s was first heard %.0f s after it began", s.Source, s.Began.Seconds()))
		}
	}
}

// matters says whether findings of some kinds are more than remarks.
func (r *Report) matters(kinds ...flight.Kind) bool {
	return slices.ContainsFunc(r.Findings, func(f flight.Finding) bool {
		return f.Severity != flight.Info && slices.Contains(kinds, f.Kind)
	})
}

func (r *Report) has(kind flight.Kind) bool {
	return slices.ContainsFunc(r.Findings, func(f flight.Finding) bool { return f.Kind == kind })
}

// sourcesFirst lists those sources that a question is true of, vehicles before
// ground stations, and those with more of something before others.
func (r *Report) sourcesFirst(of func(*link.Source) float64) []*link.Source {
	var out []*link.Source
	for i := range r.Link.Sources {
		if of(&r.Link.Sources[i]) > 0 {
			out = append(out, &r.Link.Sources[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *link.Source) int {
		switch x, y := of(a), of(b); {
		case a.Station != b.Station && b.Station, a.Station == b.Station && x > y:
			return -1
		case a.Station != b.Station, x < y:
			return 1
		}
		return 0
	})
	return out
}

// places is how many places of a log findings tell of.
func places(of ...flight.Finding) int {
	n := 0
	for _, f := range of {
		n += max(1, int(f.Size))
	}
	return n
}

func atPlaces(n int) string {
	if n == 1 {
		return "in one place"
	}
	return fmt.Sprintf("in %d places", n)
}

func percent(part, whole int64) string {
	share := 100 * float64(part) / float64(max(1, whole))
	if share < 0.1 {
		return "less than 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", share)
}

// mostNamed is how many of several a sentence names.
const mostNamed = 3

// short names the first few of many.
func short(names []string) string { return words.Some(names, mostNamed, "others") }
