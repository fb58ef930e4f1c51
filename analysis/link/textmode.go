package link

import (
	"bytes"
	"fmt"

	"postflight/analysis/internal/words"
	"postflight/decode/flight"
	"postflight/decode/scan"
)

// fewLines is how many line ends, all of them CR LF, are no chance.
const fewLines = 8

// textMode recognises a binary log that was copied as if it were text, either way.
func (c *counting) textMode() (flight.Finding, bool) {
	switch c.log.Format {
	case flight.TLog, flight.Raw, flight.VREC, flight.VGT1, flight.DataFlash:
	default:
		return flight.Finding{}, false
	}
	e := lineEnds(c.log.Data[:c.log.Size()-c.wire.Behind])
	switch {
	case e.lf < fewLines:
		return flight.Finding{}, false
	case e.crlf == e.lf:
		f := c.textModeAt(int64(e.first), 2)
		f.Text = fmt.Sprintf("The file was copied as text, which added %d bytes: a CR was put before each of its %d LF. That cost %s. "+
			"Turning every CR LF back into LF mends it; better, copy the log again in binary mode.", e.lf, e.lf, c.cost())
		f.Text += c.stampsLost(1)
		return f, true
	}
	m := c.mend()
	if !m.believable() {
		return flight.Finding{}, false
	}
	f := c.textModeAt(m.first, 1)
	f.Text = fmt.Sprintf("The file was copied as text, which took bytes away: of each CR LF only the LF is left. "+
		"%d frames are whole once that CR is put back, so at least %d bytes are missing. That cost %s. "+
		"Which other LF lacks its CR the file does not tell; copy the log again in binary mode.", m.frames, m.missing, c.cost())
	f.Text += c.stampsLost(-1)
	return f, true
}

// stampsLost tells of a telemetry log that was not read as one, because each of its
// stamps is longer by so many bytes.
func (c *counting) stampsLost(by int64) string {
	length, n, _ := c.between()
	if c.log.Format != flight.Raw || n == 0 || length != scan.StampSize+by {
		return ""
	}
	return " It was likely a telemetry log, of which most time stamps were damaged alike: its times were not read."
}

// cost is what damage there is in the whole log.
func (c *counting) cost() string {
	return fmt.Sprintf("%s in %s", words.Count(int(c.strayBytes()+c.wire.CRCFailedBytes), "byte"), words.Count(c.wire.JunkRuns+c.wire.CRCFailed, "place"))
}

func (c *counting) textModeAt(offset, length int64) flight.Finding {
	f := flight.Finding{Kind: flight.TextModeDamage, Severity: flight.Error, Span: flight.Span{Offset: offset, Length: length}}
	for i := range c.log.Damage {
		if d := &c.log.Damage[i]; d.Offset <= offset {
			f.Time = d.Time
		}
	}
	return f
}

// ends counts the line ends of a text. In bytes as they come one LF of 256
// follows a CR.
type ends struct {
	lf, crlf int
	first    int // offset of the first CR LF
}

func lineEnds(b []byte) (e ends) {
	for at := 0; ; {
		i := bytes.IndexByte(b[at:], '\n')
		if i < 0 {
			return e
		}
		at += i + 1
		e.lf++
		if at >= 2 && b[at-2] == '\r' {
			if e.crlf == 0 {
				e.first = at - 2
			}
			e.crlf++
		}
	}
}
