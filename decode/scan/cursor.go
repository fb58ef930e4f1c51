package scan

import "postflight/decode/flight"

// cursor is a place in the wire bytes of a log: the bodies of its records, end
// to end. It is a value: a copy looks ahead without moving the original.
type cursor struct {
	log    *flight.Log
	record int
	offset int64 // in the file
	end    int64 // of the body the offset lies in
}

func newCursor(l *flight.Log) cursor {
	c := cursor{log: l, record: -1}
	c.next()
	return c
}

// cursorAt is the first place at or behind an offset of the file that is in the
// body of a record; false where there is none.
func cursorAt(l *flight.Log, offset int64) (cursor, bool) {
	c := cursor{log: l, record: l.Records.Holding(offset)}
	if c.record < 0 {
		return c, false
	}
	body := l.Records.Body(c.record)
	c.offset, c.end = max(offset, body.Offset), body.End()
	if c.offset >= c.end {
		c.next()
	}
	return c, !c.done()
}

// left is how many bytes the body holds from the cursor on.
func (c *cursor) left() int64 { return c.end - c.offset }

// next moves to the start of the next body that is not empty.
func (c *cursor) next() {
	for {
		c.record++
		if c.done() {
			return
		}
		body := c.log.Records.Body(c.record)
		c.offset, c.end = body.Offset, body.End()
		if body.Length > 0 {
			return
		}
	}
}

func (c *cursor) done() bool { return c.record >= len(c.log.Records.Offset) }

// skip moves on by n bytes, which must be there, and returns the record that
// held the last of them.
func (c *cursor) skip(n int) (last int) {
	left := int64(n)
	for left > c.end-c.offset {
		left -= c.end - c.offset
		c.next()
	}
	last = c.record
	c.offset += left
	if c.offset == c.end {
		c.next()
	}
	return last
}

// toMagic moves on to the next byte that a frame can start with.
func (c *cursor) toMagic() {
	for !c.done() {
		rest := c.log.Data[c.offset:c.end]
		if i := indexMagic(rest); i >= 0 {
			c.offset += int64(i)
			return
		}
		c.next()
	}
}

func indexMagic(b []byte) int {
	for i, v := range b {
		if v == flight.MagicMAVLink2 || v == flight.MagicMAVLink1 || v == flight.MagicNavLink {
			return i
		}
	}
	return -1
}

// peek gives the next n bytes, or nil where the log ends before. They are the
// log's own where one body holds them, else gathered in buffer.
func (c *cursor) peek(n int, buffer []byte) []byte {
	if c.offset+int64(n) <= c.end {
		return c.log.Data[c.offset : c.offset+int64(n) : c.offset+int64(n)]
	}
	ahead := *c
	out := buffer[:0]
	for len(out) < n && !ahead.done() {
		take := min(int64(n-len(out)), ahead.end-ahead.offset)
		out = append(out, ahead.log.Data[ahead.offset:ahead.offset+take]...)
		ahead.next()
	}
	if len(out) < n {
		return nil
	}
	return out
}

// before reports whether c comes before other.
func (c *cursor) before(other cursor) bool {
	return c.record < other.record || c.record == other.record && c.offset < other.offset
}

// spans are the file spans from c to end, cut where records end.
func (c cursor) spans(end cursor) []recordSpan {
	var out []recordSpan
	for !c.done() && c.before(end) {
		stop := c.end
		if c.record == end.record {
			stop = end.offset
		}
		out = append(out, recordSpan{c.record, flight.Span{Offset: c.offset, Length: stop - c.offset}})
		c.next()
	}
	return out
}

// recordSpan is a run of bytes inside the body of one record.
type recordSpan struct {
	record int
	flight.Span
}
