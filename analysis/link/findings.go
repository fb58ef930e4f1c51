package link

import (
	"fmt"
	"time"

	"postflight/analysis/internal/few"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
)

const (
	minSilence    = 2 * time.Second // nothing shorter is called a gap in time
	silenceFactor = 10              // nor is one shorter than so many mean intervals
	manyLost      = 0.01            // share of frames lost from which it matters
)

// findings says what a person should know of the account.
func (c *counting) findings() []flight.Finding {
	var list few.List
	for i := range c.sources {
		c.sourceFindings(&list, &c.sources[i], &c.notes[i])
	}
	for i := range c.plan.Groups {
		c.constantFindings(&list, &c.plan.Groups[i])
	}
	for s := range c.unknown {
		if u := c.unknown[s]; u.count > 0 {
			f := c.at(flight.UnknownMessage, flight.Info, c.log.Streams[s].Source, u.first)
			f.Text = fmt.Sprintf("%s sent %s of message %d, which no dialect here knows; their checksums could not be verified.",
				f.Source, frames(u.count), c.log.Streams[s].Message.ID)
			list.Add(string(f.Kind), f)
		}
	}
	c.damageFindings(&list)
	return list.Findings()
}

// at starts a finding that rests on a frame.
func (c *counting) at(kind flight.Kind, severity flight.Severity, source flight.Source, frame int) flight.Finding {
	return flight.Finding{
		Kind: kind, Severity: severity, Source: source.String(),
		Time: c.log.Frames.Time[frame], Span: c.log.Pieces(frame)[0],
	}
}

func (c *counting) sourceFindings(list *few.List, s *Source, n *notes) {
	if s.Lost > 0 {
		list.Add("loss", c.lossFinding(s))
	}
	for _, t := range []struct {
		tally tally
		kind  flight.Kind
		text  string
	}{
		{n.late, flight.Late, "%s: %s came late, after later ones. They are not lost."},
		{n.duplicate, flight.Duplicate, "%s: %s came twice. Each was counted once."},
		{n.signed, flight.SignedFrames, "%s signs its messages (%s). The signatures were not verified."},
	} {
		if t.tally.count > 0 {
			f := c.at(t.kind, flight.Info, s.Source, t.tally.first)
			f.Text = fmt.Sprintf(t.text, f.Source, frames(t.tally.count))
			list.Add(string(t.kind), f)
		}
	}
	for _, q := range n.silences {
		length := c.log.Frames.Time[q.frame] - q.since
		if rate := s.Rate(); length.Seconds()*rate < silenceFactor {
			continue
		}
		f := c.at(flight.TimeGap, flight.Warning, s.Source, q.frame)
		f.Time = q.since
		f.Text = fmt.Sprintf("Nothing came from %s for %.1f s.", sourceName(s.Source), length.Seconds())
		list.Add(string(flight.TimeGap), f)
	}
}

func sourceName(s flight.Source) string {
	if s == 0 {
		return "the simulator"
	}
	return s.String()
}

// lossFinding points to the second in which most was lost.
func (c *counting) lossFinding(s *Source) flight.Finding {
	worst, most := worstSecond(c.log, s.Gaps)
	severity := flight.Info
	if s.Loss() >= manyLost {
		severity = flight.Warning
	}
	f := c.at(flight.Lost, severity, s.Source, worst.Frame)
	f.Time = worst.Since
	f.Text = fmt.Sprintf("%s: %s of %d lost, %.1f %%. Most in one second: %d, after %.2f s.",
		f.Source, frames(s.Lost), s.Lost+s.Frames-s.Duplicate, 100*s.Loss(), most, worst.Since.Seconds())
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
		f := c.at(flight.ConstantSequence, flight.Info, g.Source, first)
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

func frames(n int) string {
	if n == 1 {
		return "1 frame"
	}
	return fmt.Sprintf("%d frames", n)
}
