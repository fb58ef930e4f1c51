package link

import (
	"fmt"
	"iter"
	"slices"

	"postflight/analysis/internal/words"
	"postflight/decode/flight"
)

const (
	// fewFailures is how many frames of a source must fail, of messages that are
	// suspected, for more than chance.
	fewFailures = 3
	// A message of which so large a share fails, and so many times the share of all
	// others, is not damaged on the way: that would strike all alike.
	suspectShare, suspectTimes = 0.05, 10
	// aboveOthers is how many times the failures of its other messages those of the
	// messages suspected of a source must be: damage strikes headers too, and gives
	// frames the names of messages that were never sent.
	aboveOthers = 4
	// A sender of which nothing came whole is believed in from so many failed
	// frames on, if they are not fewer than one in so many of all.
	believedFrames, believedShare = 20, 20
)

// failing is the frames that fail of one message of one source.
type failing struct {
	source  flight.Source
	message *flight.Message
	first   *flight.Damage
	frames  int
	places  int // runs of damage of its source in which it is the first
	whole   int // frames of it that came intact
}

// failure is what fails: a message of a source.
type failure struct {
	source  flight.Source
	message *flight.Message
}

func (f *failing) share() float64 { return float64(f.frames) / float64(f.frames+f.whole) }

// checksumFindings tells of frames whose CRC fails, and of the cause: a
// finding for each message that is suspected of another dialect, one a source for
// what was damaged on the way, and one for headers that name nobody.
func (c *counting) checksumFindings() []flight.Finding {
	failures, dialect := c.failed, c.dialect
	var out []flight.Finding
	var sources []flight.Source
	damaged := map[flight.Source][]*failing{}
	for _, f := range failures {
		if dialect[f] {
			say := f.finding(flight.DialectMismatch)
			say.Text = f.text() + ", while hardly any other does. The sender uses another dialect, which defines this message otherwise, or computes it wrongly."
			out = append(out, say)
			continue
		}
		if damaged[f.source] == nil {
			sources = append(sources, f.source)
		}
		damaged[f.source] = append(damaged[f.source], f)
	}
	var nobody []*failing
	for _, source := range sources {
		if c.exists(source, damaged[source]) {
			out = append(out, c.damagedOnTheWay(damaged[source]))
		} else {
			nobody = append(nobody, damaged[source]...)
		}
	}
	if len(nobody) > 0 {
		out = append(out, fromNobody(nobody))
	}
	return out
}

// unread counts the frames that came, cannot be read, and thus count as lost: those
// before the first of their source that is whole, or behind its last, do not.
func (c *counting) unread() {
	c.failed = c.failures()
	c.dialect = c.otherDialects(c.failed)
	suspect := map[failure]bool{}
	for f := range c.dialect {
		suspect[failure{f.source, f.message}] = true
	}
	if len(suspect) == 0 {
		return
	}
	for d := range Failed(c.log) {
		if !suspect[failure{d.Source, d.Message}] {
			continue
		}
		at := c.framesOf(d.Source)
		first, last := c.log.Frames.Offset[at[0]], c.log.Frames.Offset[at[len(at)-1]]
		if s := &c.sources[c.index[d.Source]]; d.Offset > first && d.Offset < last && s.Unread < s.Lost {
			s.Unread++
		}
	}
}

// otherDialects are the failures that another definition of the message explains:
// they are many for a source that is otherwise whole.
func (c *counting) otherDialects(failures []*failing) map[*failing]bool {
	suspect := map[*failing]bool{}
	suspects, others := map[flight.Source]int{}, map[flight.Source]int{} // frames
	for _, f := range failures {
		rest := c.wire.CRCFailed - f.frames
		share := float64(rest) / float64(max(1, c.wire.Frames-f.whole+rest))
		if _, whole := c.index[f.source]; whole && f.share() >= suspectShare && f.share() >= suspectTimes*share {
			suspect[f] = true
			suspects[f.source] += f.frames
		} else {
			others[f.source] += f.frames
		}
	}
	all := 0
	for _, n := range others {
		all += n
	}
	for f := range suspect {
		frames := c.sources[c.index[f.source]].Frames
		usual := max(others[f.source], all*frames/max(1, c.wire.Frames))
		if suspects[f.source] < max(fewFailures, aboveOthers*usual) {
			delete(suspect, f)
		}
	}
	return suspect
}

// exists says whether frames that fail may name their sender rightly.
func (c *counting) exists(source flight.Source, failures []*failing) bool {
	failed := 0
	for _, f := range failures {
		failed += f.frames
	}
	_, whole := c.index[source]
	return whole || failed >= believedFrames && failed*believedShare >= c.wire.CRCFailed || c.wire.Frames == 0
}

// fromNobody is the finding about failed frames whose headers name senders of
// which nothing came whole.
func fromNobody(failures []*failing) flight.Finding {
	say := failures[0].finding(flight.FrameCRC)
	say.Source, say.Severity = "", flight.Info
	failed, senders := 0, map[flight.Source]bool{}
	for _, f := range failures {
		failed += f.frames
		senders[f.source] = true
	}
	say.Size = float64(failed)
	say.Text = fmt.Sprintf("%s %s %s of which nothing came whole: the headers themselves are likely damaged.",
		words.Count(failed, "frame"), words.Choose(failed, "fails the CRC and names", "fail the CRC and name"), words.Count(len(senders), "sender"))
	return say
}

func (f *failing) finding(kind flight.Kind) flight.Finding {
	return flight.Finding{
		Kind: kind, Severity: flight.Warning, Source: f.source.String(), Time: f.first.Time, Span: f.first.Span, Size: float64(f.frames),
	}
}

func (f *failing) text() string {
	return fmt.Sprintf("%d of %s of %s from %s %s the CRC", f.frames, frames(f.frames+f.whole), f.message.Name, f.source,
		words.Choose(f.frames, "fails", "fail"))
}

// damagedOnTheWay is the finding about the failed frames of one source.
func (c *counting) damagedOnTheWay(failures []*failing) flight.Finding {
	first := failures[0]
	say := first.finding(flight.FrameCRC)
	places, failed := 0, 0
	for _, f := range failures {
		places, failed = places+f.places, failed+f.frames
	}
	say.Size = float64(failed)
	switch {
	case len(failures) > 1:
		total := failed
		if at, ok := c.index[first.source]; ok {
			total += c.sources[at].Frames
		}
		say.Text = fmt.Sprintf("%d of %s from %s fail the CRC, in %s: bytes were damaged on the way. They were %s.",
			failed, frames(total), first.source, words.Count(places, "place"), mostFailed(failures))
	case first.whole == 0:
		say.Text = first.text() + ": damaged on the way, or of another dialect."
	default:
		say.Text = first.text() + fmt.Sprintf(", in %s: bytes were damaged on the way.", words.Count(places, "place"))
	}
	return say
}

// mostFailed names the messages of which most frames fail.
func mostFailed(failures []*failing) string {
	sorted := slices.Clone(failures)
	slices.SortStableFunc(sorted, func(a, b *failing) int { return b.frames - a.frames })
	names := make([]string, len(sorted))
	for i, f := range sorted {
		names[i] = fmt.Sprintf("%s %d", f.message.Name, f.frames)
	}
	return words.Some(names, shownFailed, "other messages")
}

// shownFailed is how many messages that fail are named.
const shownFailed = 4

// Failed goes through the frames of known messages that fail the CRC, and says with
// each whether a place begins with it: frames of a source that follow on each other
// were damaged in one.
func Failed(l *flight.Log) iter.Seq2[*flight.Damage, bool] {
	return func(yield func(*flight.Damage, bool) bool) {
		var run flight.Source // whose place is going on
		end := int64(-1)
		for i := range l.Damage {
			d := &l.Damage[i]
			if d.Kind != flight.CRCFailed || d.Message == nil || d.Frame == 0 {
				continue
			}
			if !yield(d, d.Source != run || d.LeadSpan().Offset != end) {
				return
			}
			run, end = d.Source, d.End()
		}
	}
}

func (c *counting) failures() []*failing {
	by := map[failure]*failing{}
	var order []*failing
	for d, begins := range Failed(c.log) {
		k := failure{d.Source, d.Message}
		f := by[k]
		if f == nil {
			f = &failing{source: d.Source, message: d.Message, first: d}
			by[k] = f
			order = append(order, f)
		}
		f.frames++
		if begins {
			f.places++
		}
	}
	for _, s := range c.log.Streams {
		if f := by[failure{s.Source, s.Message}]; f != nil {
			f.whole = s.Count
		}
	}
	return order
}
