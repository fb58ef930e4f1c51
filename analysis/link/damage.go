package link

import (
	"fmt"

	"postflight/analysis/internal/few"
	"postflight/analysis/internal/words"
	"postflight/decode/flight"
)

// damageFindings says what lies between the frames, and what did it. Where one
// cause explains it all, the places are remarks beside that cause.
func (c *counting) damageFindings(list *few.List) {
	causes := c.causes()
	told := len(causes) > 0
	for _, f := range causes {
		list.Add(string(f.Kind)+" cause", f)
	}
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		switch d.Kind {
		case flight.Junk:
			f := c.junkFinding(i)
			if told {
				f.Severity = flight.Info
			}
			list.Add(string(f.Kind)+d.Reason, f)
		case flight.Tail:
			c.tailFinding(list, d)
		}
	}
	for _, f := range c.checksumFindings() {
		if told && f.Kind == flight.FrameCRC {
			f.Severity = flight.Info
		}
		list.Add(string(f.Kind), f)
	}
}

// causes are the findings that explain the damage of the whole log.
func (c *counting) causes() []flight.Finding {
	if c.strayBytes()+c.wire.CRCFailedBytes == 0 {
		return nil
	}
	looks := [][]func() (flight.Finding, bool){{c.neighbours, c.noise}, {c.capture, c.foreign}}
	var out []flight.Finding
	if f, ok := c.textMode(); ok { // which explains whatever noise and container there seem to be
		out = append(out, f)
		looks = [][]func() (flight.Finding, bool){{c.neighbours}, {c.capture}}
	}
	for _, looks := range looks {
		for _, look := range looks { // the first that says what it is
			if f, ok := look(); ok {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// longestRecord is the length in bytes of the longest record, with its header, that
// any of the formats has: less of it at the end is one that was being written.
const longestRecord = 320

// tailFinding tells of a cut end unless the container has told already.
func (c *counting) tailFinding(list *few.List, d *flight.Damage) {
	for _, f := range c.log.Findings {
		if f.Kind == flight.TruncatedTail {
			return
		}
	}
	last := words.Choose(int(d.Length), "byte", fmt.Sprintf("%d bytes", d.Length))
	severity := flight.Info
	if d.Length > longestRecord {
		severity = flight.Warning
	}
	list.Add(string(flight.TruncatedTail), flight.Finding{
		Kind: flight.TruncatedTail, Severity: severity, Time: d.Time, Span: d.Span, Size: float64(d.Length),
		Text: fmt.Sprintf("The last %s cannot be read: %s.", last, d.Reason),
	})
}
