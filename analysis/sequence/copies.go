package sequence

import (
	"bytes"
	"time"

	"postflight/decode/flight"
)

const (
	// copyLimit is how long after a frame an equal one is a copy of it.
	copyLimit = time.Second
	// copyDepth is how many frames of one stream and number are looked through.
	copyDepth = 64
)

// Copies tells duplicate frames. Equal bytes include the sender, the
// message and the number, but a fast sender uses a number several times a
// second: a copy also has the place of what it copies.
type Copies struct {
	log  *flight.Log
	many []*[numbers]recent // by stream, of those with many frames
	rare map[uint32]*recent // by stream and number, of all others
	a, b []byte
}

// numbers is how many a sequence number of 8 bits can be. A stream with fewer
// frames gets no table: a damaged log can have as many streams as frames.
const numbers = 256

// recent is the frames of one stream and number, in file order, those before
// from forgotten. Behind rising places do not fall: a log whose time stands still
// has to go through all of them for each frame otherwise.
type recent struct {
	from, rising int
	placed       []placed
}

type placed struct {
	frame int32
	time  time.Duration // of the frame
	place int
}

// NewCopies starts at the beginning of a log.
func NewCopies(l *flight.Log) *Copies {
	c := &Copies{log: l, many: make([]*[numbers]recent, len(l.Streams)), rare: map[uint32]*recent{}}
	for i, s := range l.Streams {
		if s.Count >= numbers {
			c.many[i] = new([numbers]recent)
		}
	}
	return c
}

// Of counts the frames of the last second that frame i equals and that have the
// place given.
func (c *Copies) Of(i, place int) int {
	r := c.recent(i)
	r.forget(c.log.Frames.Time[i])
	equal := 0
	for k := len(r.placed) - 1; k >= r.from; k-- {
		switch p := &r.placed[k]; {
		case p.place < place:
			k = min(k, r.rising)
		case p.place == place && c.equal(i, int(p.frame)):
			equal++
		}
	}
	return equal
}

// Add remembers frame i, whose place is known. Frames are added in file order,
// each once, after Of was asked for it.
func (c *Copies) Add(i, place int) {
	r := c.recent(i)
	if len(r.placed) == cap(r.placed) && r.from*2 >= len(r.placed) {
		r.placed = append(r.placed[:0], r.placed[r.from:]...)
		r.rising, r.from = max(0, r.rising-r.from), 0
	}
	if n := len(r.placed); n > 0 && place < r.placed[n-1].place {
		r.rising = n
	}
	r.placed = append(r.placed, placed{int32(i), c.log.Frames.Time[i], place})
}

// recent is the frames with the stream and number of frame i.
func (c *Copies) recent(i int) *recent {
	stream, number := c.log.Frames.Stream[i], c.log.Frames.Seq[i]
	if table := c.many[stream]; table != nil {
		return &table[number]
	}
	key := uint32(stream)<<8 | uint32(number)
	r := c.rare[key]
	if r == nil {
		r = &recent{}
		c.rare[key] = r
	}
	return r
}

// forget drops what is too long ago at a log time, or too far back.
func (r *recent) forget(now time.Duration) {
	r.from = max(r.from, len(r.placed)-copyDepth+1)
	for r.from < len(r.placed) && now-r.placed[r.from].time > copyLimit {
		r.from++
	}
}

func (c *Copies) equal(i, k int) bool {
	f := &c.log.Frames
	if f.Length[i] != f.Length[k] {
		return false
	}
	a, b := c.log.AppendFrame(c.a, i), c.log.AppendFrame(c.b, k)
	c.a, c.b = keep(c.a, a, f.Flags[i]), keep(c.b, b, f.Flags[k])
	return bytes.Equal(a, b)
}

// keep makes the buffer of a split frame the next one to use; a whole frame's
// bytes are the log's own.
func keep(buffer, used []byte, flags flight.Flag) []byte {
	if flags&flight.Split != 0 {
		return used
	}
	return buffer
}
