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
}

const (
	// chunkPatience is how long the rest of a text is waited for.
	chunkPatience = 5 * time.Second
	// repeated is how long after a text its copy, by another way, still comes.
	repeated = time.Second
	missing  = "[…]"
)

// statusText reads a STATUSTEXT of either protocol. A text longer than one of
// them has room for comes in numbered chunks under an id that is not 0; the last
// one has room left.
func (c *collector) statusText(i int, who *sender, m *flight.Message, f []*flight.Field) {
	payload := c.log.Payload(i)
	severity, text := Severity(f[0].Bits(payload, 0)), f[1].Text(payload)
	id, chunk := optional(m, "id", payload), optional(m, "chunk_seq", payload)
	if id == 0 {
		c.closeText(who)
		if !c.repeats(i, who, text) {
			c.add(i, Text, severity, text)
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
