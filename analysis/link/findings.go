package link

import (
	"fmt"
	"time"

	"postflight/analysis/internal/few"
	"postflight/analysis/internal/words"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

const (
	// manyLost is the share of frames lost from which it matters.
	manyLost = 0.01
	// routed is one of how many frames a duplicate tells of a second way.
	routed = 5
)

// findings says what a person should know of the account.
func (c *counting) findings() []flight.Finding {
	var list few.List
	c.unread()
	for i := range c.sources {
		c.sourceFindings(&list, &c.sources[i], &c.notes[i])
	}
	for i := range c.plan.Groups {
		c.constantFindings(&list, &c.plan.Groups[i])
	}
	for s := range c.unknown {
		if u := c.unknown[s]; u.Count > 0 {
			f := c.on(flight.UnknownMessage, flight.Info, c.log.Streams[s].Source, u.First)
			f.Text = fmt.Sprintf("%s sent %s of message %d, which no dialect here knows; %s could not be verified.",
				f.Source, frames(u.Count), c.log.Streams[s].Message.ID, words.Choose(u.Count, "its CRC", "their CRCs"))
			list.Add(string(f.Kind), f)
		}
	}
	c.droppedWrites(&list)
	for _, f := range c.jumpFindings() {
		list.Add(string(f.Kind), f)
	}
	c.damageFindings(&list)
	return list.Findings()
}

// on starts a finding that rests on a frame.
func (c *counting) on(kind flight.Kind, severity flight.Severity, source flight.Source, frame int) flight.Finding {
	return flight.Finding{
		Kind: kind, Severity: severity, Source: source.String(),
		Time: c.log.Frames.Time[frame], Span: c.log.Pieces(frame)[0],
	}
}

func (c *counting) sourceFindings(list *few.List, s *Source, n *notes) {
	if s.Lost > 0 {
		list.Add("loss", c.lossFinding(s))
	}
	if s.Senders > 1 {
		f := c.on(flight.SeveralSenders, flight.Warning, s.Source, n.several)
		f.Text = fmt.Sprintf("%s is not one sender: %s.", f.Source, s.Why)
		if _, mixed := c.clocks[s.Source]; mixed {
			f.Text += " Its clocks are not compared to others: which frame tells which is not known."
		}
		list.Add(string(f.Kind), f)
	}
	say := func(t few.Tally, kind flight.Kind, format, what, more string) {
		if t.Count > 0 {
			f := c.on(kind, flight.Info, s.Source, t.First)
			f.Text = fmt.Sprintf(format, f.Source, words.Count(t.Count, what)) + more
			list.Add(string(kind), f)
		}
	}
	say(n.late, flight.Late, "%s: %s came late, after ", "frame", words.Choose(n.late.Count, "a later one. It is not lost.", "later ones. They are not lost."))
	copies := words.Choose(n.duplicate.Count, "It was counted once.", "Each was counted once.")
	if n.duplicate.Count*routed >= s.Frames {
		copies += words.Choose(n.duplicate.Count, "", " So many come of a router or of a second link.")
	}
	say(n.duplicate, flight.Duplicate, "%s: %s. ", "duplicate frame", copies)
	say(n.signed, flight.SignedFrames, "%s signs its messages (%s). ", "frame",
		words.Choose(n.signed.Count, "The signature was not verified.", "The signatures were not verified."))
	c.silenceFindings(list, s, n)
}

// lossFinding points to the second in which most was lost.
func (c *counting) lossFinding(s *Source) flight.Finding {
	worst, most := worstSecond(c.log, s.Gaps)
	severity := flight.Info
	if s.MissingShare() >= manyLost {
		severity = flight.Warning
	}
	f := c.on(flight.Lost, severity, s.Source, worst.Frame)
	f.Time, f.Size = worst.Since, float64(s.Lost)
	least := ""
	if s.Hidden > 0 {
		least = "at least "
	}
	f.Text = fmt.Sprintf("%s: %s%s of %d lost, %s%.1f %%.",
		f.Source, least, frames(s.Lost), s.Lost+s.Frames-s.Duplicate, least, 100*s.Loss())
	if s.Unread > 0 {
		f.Text += fmt.Sprintf(" Of these, %s came, of another dialect.", frames(s.Unread))
	}
	if !c.log.Timeless {
		f.Text += fmt.Sprintf(" Most within one second: %d.", most)
	}
	return f
}

// worstSecond finds the gap from which on most is lost within a second.
func worstSecond(l *flight.Log, gaps []Gap) (worst Gap, most int) {
	first, sum := 0, 0
	for _, g := range gaps {
		sum += g.Lost
		for l.Frames.Time[g.Frame]-l.Frames.Time[gaps[first].Frame] > time.Second {
			sum -= gaps[first].Lost
			first++
		}
		if sum > most {
			worst, most = gaps[first], sum
		}
	}
	return worst, most
}

// constantFindings tells of numbers that stand still.
func (c *counting) constantFindings(list *few.List, g *sequence.Group) {
	say := func(what string, first int) {
		f := c.on(flight.ConstantSequence, flight.Info, g.Source, first)
		f.Text = fmt.Sprintf("Every %s of %s has sequence %d: its loss cannot be counted.", what, g.Source, c.log.Frames.Seq[first])
		list.Add(string(f.Kind), f)
	}
	if g.Constant {
		say("frame", g.First)
	}
	for _, s := range g.Frozen {
		stream := c.log.Streams[s]
		say(stream.Message.Name, int(c.log.Rows(stream).Frame[0]))
	}
}

func frames(n int) string { return words.Count(n, "frame") }
