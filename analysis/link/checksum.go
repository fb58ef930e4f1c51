package link

import (
	"fmt"

	"postflight/decode/flight"
)

const (
	// fewFailures is how many frames of a source must fail, of messages that are
	// suspected, for more than chance.
	fewFailures = 3
	// A message of which so large a share fails, and so many times the share of all
	// others, is not damaged on the way: that would strike all alike.
	suspectShare, suspectTimes = 0.05, 10
)

// failing is the damaged frames of one message of one source.
type failing struct {
	source  flight.Source
	message *flight.Message
	first   *flight.Damage
	frames  int
	places  int // runs of damage that they lie in
	whole   int // frames of it that came intact
}

func (f *failing) share() float64 { return float64(f.frames) / float64(f.frames+f.whole) }

// checksumFindings tells of frames whose checksum fails, a finding for each
// message of a source, and of the cause.
func (c *counting) checksumFindings() []flight.Finding {
	failures := c.failures()
	suspects := map[flight.Source]int{} // frames
	suspect := make([]bool, len(failures))
	for i, f := range failures {
		others := c.wire.CRCFailed - f.frames
		rest := float64(others) / float64(max(1, c.wire.Frames-f.whole+others))
		suspect[i] = f.share() >= suspectShare && f.share() >= suspectTimes*rest
		if suspect[i] {
			suspects[f.source] += f.frames
		}
	}
	var out []flight.Finding
	for i, f := range failures {
		say := flight.Finding{
			Kind: flight.FrameCRC, Severity: flight.Warning, Source: f.source.String(), Time: f.first.Time, Span: f.first.Span,
		}
		verb := "fail"
		if f.frames == 1 {
			verb = "fails"
		}
		say.Text = fmt.Sprintf("%d of %s of %s from %s %s the checksum", f.frames, frames(f.frames+f.whole), f.message.Name, f.source, verb)
		switch {
		case suspect[i] && suspects[f.source] >= fewFailures:
			say.Kind = flight.DialectMismatch
			say.Text += ", while hardly any other does. The sender uses another dialect, which defines this message otherwise, or computes it wrongly."
		case f.whole == 0:
			say.Text += ": damaged on the way, or of another dialect."
		default:
			say.Text += fmt.Sprintf(", in %s: bytes were damaged on the way.", numberOf(f.places, "place"))
		}
		out = append(out, say)
	}
	return out
}

func (c *counting) failures() []*failing {
	type key struct {
		source  flight.Source
		message *flight.Message
	}
	by := map[key]*failing{}
	var order []*failing
	var run *failing // whose place is going on
	end := int64(-1)
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		if d.Kind != flight.CRCFailed || d.Message == nil || d.Frame == 0 {
			continue
		}
		k := key{d.Source, d.Message}
		f := by[k]
		if f == nil {
			f = &failing{source: d.Source, message: d.Message, first: d}
			by[k] = f
			order = append(order, f)
		}
		f.frames++
		if f != run || d.Offset-int64(d.Lead) != end {
			f.places++
		}
		run, end = f, d.End()
	}
	for _, s := range c.log.Streams {
		if f := by[key{s.Source, s.Message}]; f != nil {
			f.whole = s.Count
		}
	}
	return order
}
