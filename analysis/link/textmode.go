package link

import (
	"bytes"
	"fmt"

	"postflight/decode/flight"
)

// fewLines is how many line ends, all of them CR LF, are no chance.
const fewLines = 8

// textMode recognises a binary log that was copied as if it were text: a program
// put a CR before every LF. In bytes as they come one LF of 256 follows a CR.
func (c *counting) textMode() (flight.Finding, bool) {
	switch c.log.Format {
	case flight.TLog, flight.Raw, flight.VREC, flight.VGT1, flight.DataFlash:
	default:
		return flight.Finding{}, false
	}
	first, lines := -1, 0
	for at, b := 0, c.log.Data; ; {
		i := bytes.IndexByte(b[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
		if at < 2 || b[at-2] != '\r' {
			return flight.Finding{}, false
		}
		if lines == 0 {
			first = at - 2
		}
		lines++
	}
	if lines < fewLines {
		return flight.Finding{}, false
	}
	f := flight.Finding{Kind: flight.TextModeDamage, Severity: flight.Error, Span: flight.Span{Offset: int64(first), Length: 2}}
	for i := range c.log.Damage {
		if d := &c.log.Damage[i]; d.Offset <= int64(first) {
			f.Time = d.Time
		}
	}
	runs := c.wire.JunkRuns + c.wire.CRCFailed
	f.Text = fmt.Sprintf("The file was copied as text: a CR was put before each of its %d LF. That cost %s in %s. "+
		"Turning every CR LF back into LF mends it; better, copy the log again in binary mode.",
		lines, numberOf(int(c.wire.JunkBytes+c.wire.CRCFailedBytes), "byte"), numberOf(runs, "place"))
	return f, true
}
