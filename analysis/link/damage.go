package link

import (
	"fmt"
	"strconv"

	"postflight/analysis/internal/few"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

// shownText is how much of a text between frames a finding quotes, in bytes.
const shownText = 80

// smallJunk is the length in bytes up to which a run of junk is no more than one
// packet gone wrong: the loss finding tells what that cost.
const smallJunk = 280

// damageFindings says what lies between the frames.
func (c *counting) damageFindings(list *few.List) {
	type sender struct {
		source  flight.Source
		message *flight.Message
	}
	failed := map[sender]*flight.Damage{}
	count := map[sender]int{}
	var order []sender
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		switch {
		case d.Kind == flight.Junk:
			f := c.junkFinding(d)
			list.Add(string(f.Kind)+d.Reason, f)
		case d.Kind == flight.Tail:
			c.tailFinding(list, d)
		case d.Frame > 0 && d.Message != nil:
			key := sender{d.Source, d.Message}
			if failed[key] == nil {
				failed[key] = d
				order = append(order, key)
			}
			count[key]++
		}
	}
	for _, key := range order {
		d := failed[key]
		list.Add(string(flight.FrameCRC), flight.Finding{
			Kind: flight.FrameCRC, Severity: flight.Warning, Source: key.source.String(), Time: d.Time, Span: d.Span,
			Text: fmt.Sprintf("%s of %s from %s arrived damaged: the checksum does not hold.",
				frames(count[key]), key.message.Name, key.source),
		})
	}
}

func (c *counting) junkFinding(d *flight.Damage) flight.Finding {
	f := flight.Finding{Kind: flight.JunkRun, Severity: flight.Warning, Time: d.Time, Span: d.Span}
	switch d.Reason {
	case scan.ReasonText:
		f.Kind, f.Severity = flight.ConsoleText, flight.Info
		text, more := c.log.Data[d.Offset:d.End()], ""
		if len(text) > shownText {
			text, more = text[:shownText], " and more"
		}
		f.Text = fmt.Sprintf("Text between the frames: %s%s", strconv.QuoteToASCII(string(text)), more)
	case scan.ReasonZeros:
		f.Kind = flight.ZeroRun
		f.Text = fmt.Sprintf("%d bytes are zero.", d.Length)
	default:
		f.Text = fmt.Sprintf("%d bytes of junk: %s.", d.Length, d.Reason)
		if d.Length <= smallJunk {
			f.Severity = flight.Info
		}
	}
	return f
}

// tailFinding tells of a cut end unless the container has told already.
func (c *counting) tailFinding(list *few.List, d *flight.Damage) {
	for _, f := range c.log.Findings {
		if f.Kind == flight.TruncatedTail {
			return
		}
	}
	list.Add(string(flight.TruncatedTail), flight.Finding{
		Kind: flight.TruncatedTail, Severity: flight.Warning, Time: d.Time, Span: d.Span,
		Text: fmt.Sprintf("The last %d bytes cannot be read: %s.", d.Length, d.Reason),
	})
}
