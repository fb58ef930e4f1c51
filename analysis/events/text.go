package events

import (
	"strings"
	"time"

	"postflight/decode/flight"
)

// pending is a text that comes in chunks, as far as it has come.
type pending struct {
	frame    int // of the first chunk that came
	id       uint16
	next     int // number of the chunk that is awaited
	severity Severity
	text     strings.Builder
	open     bool
	seq      uint8 // of the last chunk, where none has a number
}

const (
	// chunkPatience is how long the rest of a text is waited for.
	chunkPatience = 5 * time.Second
	// repeated is how long after a text its copy, by another way, still comes.
	repeated = time.Second
	missing  = "[…]"
	// spill is how soon the rest follows of a text whose chunks have no number.
	spill = 200 * time.Millisecond
)

// statusText reads a STATUSTEXT of either protocol. A text longer than one of
// them has room for comes in numbered chunks under an id that is not 0; the last
// one has room left. NavLink leaves the numbers 0: there a text that fills its frame
// goes on in the next one.
func (c *collector) statusText(i int, who *sender, m *flight.Message, f []*flight.Field) {
	payload := c.log.Payload(i)
	severity, text := Severity(f[0].Bits(payload, 0)), f[1].Text(payload)
	id, chunk := optional(m, "id", payload), optional(m, "chunk_seq", payload)
	if id == 0 {
		if !c.repeats(i, who, text) {
			c.plainText(i, who, severity, text, len(text) == f[1].Array && c.log.Wire(i) == flight.NavLink2)
		}
		return
	}
	p := &who.text
	if p.open && (p.id != uint16(id) || c.log.Frames.Time[i]-c.log.Frames.Time[p.frame] > chunkPatience) {
		c.closeText(who)
	}
	late := p.open && int(chunk) < p.next
	copied := !p.open && uint16(id) == who.doneID && int(chunk) < who.doneNext && c.log.Frames.Time[i]-who.doneTime < repeated
	if late || copied {
		return
	}
	if !p.open {
		*p = pending{frame: i, id: uint16(id), severity: severity, open: true}
	}
	if int(chunk) > p.next {
		p.text.WriteString(missing)
	}
	p.text.WriteString(text)
	p.next = int(chunk) + 1
	if len(text) < f[1].Array {
		who.doneID, who.doneNext, who.doneTime = p.id, p.next, c.log.Frames.Time[i]
		c.closeText(who)
	}
}

// plainText reads a text without a number; on says that more of it may follow.
func (c *collector) plainText(i int, who *sender, severity Severity, text string, on bool) {
	p, seq := &who.text, c.log.Frames.Seq[i]
	if p.open && p.id == 0 && p.severity == severity && seq == p.seq+1 && c.log.Frames.Time[i]-c.log.Frames.Time[p.frame] <= spill {
		p.text.WriteString(text)
		if p.seq = seq; !on {
			c.closeText(who)
		}
		return
	}
	c.closeText(who)
	if !on {
		c.add(i, Text, severity, text)
		return
	}
	*p = pending{frame: i, severity: severity, open: true, seq: seq}
	p.text.WriteString(text)
}

func optional(m *flight.Message, name string, payload []byte) uint64 {
	if f := m.Field(name); f != nil {
		return f.Bits(payload, 0)
	}
	return 0
}

// repeats reports whether frame i says again what its source said just before
// under the same number: a copy of the frame.
func (c *collector) repeats(i int, who *sender, text string) bool {
	seq, now := c.log.Frames.Seq[i], c.log.Frames.Time[i]
	again := text == who.lastText && seq == who.lastSeq && now-who.lastTime < repeated && who.lastText != ""
	who.lastText, who.lastSeq, who.lastTime = text, seq, now
	return again
}

// closeText ends the text that is open, whole or not.
func (c *collector) closeText(who *sender) {
	if p := &who.text; p.open {
		c.add(p.frame, Text, p.severity, p.text.String())
		who.text = pending{}
	}
}
