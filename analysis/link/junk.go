package link

import (
	"bytes"
	"fmt"
	"strconv"

	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/tlog"
)

const (
	// shownText is how much of a text between frames a finding quotes, in bytes.
	shownText = 80
	// smallJunk is the length in bytes up to which a run of junk is no more than
	// one packet gone wrong: the loss finding tells what that cost.
	smallJunk = 280
	// fewZeros is how many zero bytes are more than what is left of a packet.
	fewZeros = 8
)

func (c *counting) junkFinding(damage int) flight.Finding {
	d := &c.log.Damage[damage]
	spoken := c.spokenText(damage)
	f := flight.Finding{Kind: flight.JunkRun, Severity: flight.Warning, Time: d.Time, Span: d.Span, Size: float64(d.Length)}
	bytes := c.log.Data[d.Offset:d.End()]
	switch text := stampedText(c.log, bytes); {
	case text != nil:
		f.Kind, f.Severity = flight.ConsoleText, flight.Info
		f.Text = "Text between the frames, a byte an entry: " + quote(text)
	case d.Reason == scan.ReasonText:
		f.Kind, f.Severity = flight.ConsoleText, flight.Info
		f.Text = "Text between the frames: " + quote(bytes)
		if spoken != "" {
			f.Text = fmt.Sprintf("Text between the frames, %s: %s", spoken, quote(bytes))
		}
	case d.Reason == scan.ReasonZeros && d.Length >= fewZeros:
		f.Kind = flight.ZeroRun
		f.Text = numberOf(int(d.Length), "byte") + " of zero where a frame should be: space that was reserved and not written, or a block that never came."
		if d.Length <= smallJunk {
			f.Severity = flight.Info
		}
	case spoken != "":
		f.Text = fmt.Sprintf("%s between the frames: %s.", numberOf(int(d.Length), "byte"), spoken)
		if o := c.spoken[damage]; d.Length <= smallJunk || int64(o.sum())*2 >= d.Length {
			f.Severity = flight.Info
		}
	default:
		f.Text = fmt.Sprintf("%s of junk: %s.", numberOf(int(d.Length), "byte"), d.Reason)
		if d.Length <= smallJunk {
			f.Severity = flight.Info
		}
	}
	return f
}

func quote(text []byte) string {
	if len(text) > shownText {
		return strconv.QuoteToASCII(string(text[:shownText])) + " and more"
	}
	return strconv.QuoteToASCII(string(text))
}

// stampOf is how many leading bytes of two stamps, big-endian, are equal if they
// lie within hours of each other.
const stampOf = 3

// stampedText reads what a station left that stamps each byte which is no frame:
// eight bytes of time and one of text, over and over; nil where it is none.
func stampedText(l *flight.Log, b []byte) []byte {
	const entry = scan.StampSize + 1
	if l.Format != flight.TLog || len(b)%entry != 0 {
		return nil
	}
	text := make([]byte, 0, len(b)/entry)
	for i := 0; i < len(b); i += entry {
		c := b[i+scan.StampSize]
		plain := c >= 0x20 && c < 0x7F || c == '\n' || c == '\r' || c == '\t' || c == 0x1B
		if !plain || !bytes.Equal(b[i:i+stampOf], b[:stampOf]) {
			return nil
		}
		text = append(text, c)
	}
	return text
}

const (
	muchJunk  = 4096 // bytes from which junk can be told by its statistics
	loneShare = 0.3  // of bytes with a lone bit, under which none was sent alone
	// sameLength of the runs of junk, in per cent, make a container.
	sameLength, fewRuns = 80, 10
)

// noise recognises a log that is junk for the most part, and a serial line that
// was sampled faster than it spoke: of each bit there are two or more, so that
// hardly a byte has a bit unlike both its neighbours.
func (c *counting) noise() (flight.Finding, bool) {
	wire := c.log.Format == flight.TLog || c.log.Format == flight.Raw || c.log.Format == flight.VREC
	if n := len(c.log.Damage); n > 0 && c.log.Damage[n-1].Reason == tlog.ReasonBehind {
		return flight.Finding{}, false // it is no noise, and was told of
	}
	if !wire || c.wire.JunkBytes < muchJunk || c.wire.JunkBytes*2 < c.log.Size() {
		return flight.Finding{}, false
	}
	lone, looked := 0, 0
	var span flight.Span
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		if d.Kind != flight.Junk {
			continue
		}
		if span.Length == 0 {
			span.Offset = d.Offset
		}
		span.Length = d.End() - span.Offset
		for _, b := range c.log.Data[d.Offset:d.End()] {
			if b != 0 && b != 0xFF {
				looked++
				if b&^(b<<1)&^(b>>1)&0x7E != 0 || ^b&(b<<1)&(b>>1)&0x7E != 0 {
					lone++
				}
			}
		}
	}
	f := flight.Finding{Kind: flight.JunkRun, Severity: flight.Error, Span: span}
	f.Text = fmt.Sprintf("%.1f %% of the bytes are in no frame. ", 100*float64(c.wire.JunkBytes)/float64(c.log.Size()))
	switch {
	case looked == 0:
		f.Text += "They are zeros, or ones throughout: space that was reserved and not written."
	case float64(lone) < loneShare*float64(looked):
		f.Text += "Their bits come in twos and more, as from a serial line that was read at the wrong baud rate: the right one is lower."
	default:
		f.Text += "They look like noise, or like another protocol."
	}
	return f, true
}

// foreign recognises a container that puts the same number of bytes around each
// frame.
func (c *counting) foreign() (flight.Finding, bool) {
	if c.wire.Frames < fewRuns {
		return flight.Finding{}, false
	}
	lengths := map[int64]int{}
	first := map[int64]*flight.Damage{}
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		if d.Kind == flight.Junk {
			if lengths[d.Length]++; first[d.Length] == nil {
				first[d.Length] = d
			}
		}
	}
	for length, n := range lengths {
		if n < fewRuns || n*100 < sameLength*c.wire.JunkRuns || n*2 < c.wire.Frames {
			continue
		}
		d := first[length]
		return flight.Finding{
			Kind: flight.FormatMismatch, Severity: flight.Warning, Time: d.Time, Span: d.Span,
			Text: fmt.Sprintf("%d times the same number of bytes, %d, stands between the frames: "+
				"they come out of a container that Postflight does not know, and its times were not read.", n, length),
		}, true
	}
	return flight.Finding{}, false
}
