package link

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"postflight/analysis/internal/words"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

const (
	// shownText is how much of a text between frames a finding quotes, in bytes.
	shownText = 80
	// smallJunk is the length in bytes up to which a run of junk is no more than
	// one frame gone wrong: the loss finding tells what that cost.
	smallJunk = 280
	// fewZeros is how many zero bytes are more than what is left of a frame.
	fewZeros = 8
)

// junkFinding is what a person should know of a run of junk.
func (c *counting) junkFinding(damage int) flight.Finding {
	d, why := &c.log.Damage[damage], c.junk.reason(damage)
	f := flight.Finding{Kind: why.kind, Severity: flight.Warning, Time: d.Time, Span: d.Span, Size: float64(d.Length)}
	many, rest := words.Count(int(d.Length), "byte"), unused(c.log, damage)
	switch {
	case rest > 0:
		f.Kind, f.Text = flight.ZeroRun, c.unusedText(d, rest)
	case why.kind == flight.ConsoleText:
		f.Text = capital(why.String()) + ": " + quote(why.text) + "."
	case why.kind == flight.ZeroRun:
		f.Text = many + " of " + why.String() + ": space that was reserved and not written, or a block that never came."
	case why.other != "":
		f.Text = many + " between the " + why.piece + "s: " + why.String() + "."
	default:
		f.Text = many + " of junk: " + why.String() + "."
	}
	known := why.kind == flight.JunkRun && why.other != "" && int64(c.junk.spoken[damage].sum())*2 >= d.Length
	if why.kind == flight.ConsoleText || known || behind(d) || d.Length-rest <= smallJunk {
		f.Severity = flight.Info
	}
	return f
}

// unusedText tells of space at the end that was never written, and of what stands
// before it.
func (c *counting) unusedText(d *flight.Damage, length int64) string {
	fill := "zero"
	if c.log.Data[d.End()-1] != 0 {
		fill = "0xFF"
	}
	text := fmt.Sprintf("The last %d bytes are %s: %s", length, fill, unusedSpace)
	if cut := d.Length - length; cut > 0 {
		text += fmt.Sprintf(". The %s before them %s in no %s", words.Count(int(cut), "byte"), words.Choose(int(cut), "is", "are"), piece(c.log))
	}
	return text + "."
}

// capital begins a sentence with a clause.
func capital(clause string) string { return strings.ToUpper(clause[:1]) + clause[1:] }

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
	muchJunk = 4096 // bytes from which junk can be told by its statistics
	// writtenShare of bytes that are neither zeros nor ones throughout is less than any
	// line has.
	writtenShare = 0.25
	loneShare    = 0.3 // of bytes with a lone bit, under which none was sent alone
	// sameLength of the runs of junk, in per cent, make a container.
	sameLength, fewRuns = 80, 10
)

// noise recognises a log that is junk for the most part, and a serial line that
// was sampled faster than it spoke: of each bit there are two or more, so that
// hardly a byte has a bit unlike both its neighbours.
func (c *counting) noise() (flight.Finding, bool) {
	wire := c.log.Format == flight.TLog || c.log.Format == flight.Raw || c.log.Format == flight.VREC
	if !wire || c.strayBytes() < muchJunk || c.strayBytes()*2 < c.own() {
		return flight.Finding{}, false
	}
	var seen bits
	var span flight.Span
	for i := range c.log.Damage {
		d := &c.log.Damage[i]
		end := d.End() - unused(c.log, i)
		if d.Kind != flight.Junk || behind(d) || end == d.Offset {
			continue
		}
		if span.Length == 0 {
			span.Offset = d.Offset
		}
		span.Length = end - span.Offset
		seen.look(c.log.Data[d.Offset:end])
	}
	f := flight.Finding{Kind: flight.JunkRun, Severity: flight.Error, Span: span}
	f.Text = fmt.Sprintf("%.1f %% of the bytes are in no frame. ", 100*float64(c.strayBytes())/float64(c.log.Size()))
	switch {
	case float64(seen.looked) < writtenShare*float64(c.strayBytes()):
		f.Text += "They are zeros, or ones throughout, for the most part: " + unusedSpace + ", or blocks that never came."
	case seen.stretched():
		f.Text += "Their " + wrongRate + "."
	default:
		f.Text += "They look like noise, or like another protocol."
	}
	return f, true
}

// bits tell how long those of junk are.
type bits struct{ lone, looked int } // bytes

func (n *bits) look(junk []byte) {
	for _, b := range junk {
		if b == 0 || b == 0xFF {
			continue
		}
		n.looked++
		if b&^(b<<1)&^(b>>1)&0x7E != 0 || ^b&(b<<1)&(b>>1)&0x7E != 0 {
			n.lone++
		}
	}
}

// stretched reports whether hardly a bit stands alone.
func (n *bits) stretched() bool { return float64(n.lone) < loneShare*float64(n.looked) }

const wrongRate = "bits come in twos and more, as from a serial line that was read at the wrong baud rate: the right one is lower"

// foreign recognises a container that puts the same number of bytes around each
// frame.
func (c *counting) foreign() (flight.Finding, bool) {
	length, n, d := c.between()
	if n == 0 {
		return flight.Finding{}, false
	}
	return flight.Finding{
		Kind: flight.FormatMismatch, Severity: flight.Warning, Time: d.Time, Span: d.Span,
		Text: fmt.Sprintf("%d times the same number of bytes, %d, stands between the frames: "+
			"they come out of a container that Postflight does not know, and its times were not read.", n, length),
	}, true
}

// between is the number of bytes that stands between most frames, how often, and
// where first; n is 0 where there is none.
func (c *counting) between() (length int64, n int, at *flight.Damage) {
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
		if c.wire.Frames >= fewRuns && n >= fewRuns && n*100 >= sameLength*c.wire.JunkRuns && n*2 >= c.wire.Frames {
			return length, n, first[length]
		}
	}
	return 0, 0, nil
}
