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

// Copies tells frames that came twice. Equal bytes include the sender, the
// message and the number, but a fast sender uses a number several times a
// second: a copy also has the place of what it copies.
type Copies struct {
	log    *flight.Log
	recent map[uint32][]placed // by stream and number, in file order
	a, b   []byte
}

type placed struct {
	frame int32
	place int
}

// NewCopies starts at the beginning of a log.
func NewCopies(l *flight.Log) *Copies {
	return &Copies{log: l, recent: map[uint32][]placed{}}
}

// Of counts the frames of the last second that frame i equals and that have the
// place given.
func (c *Copies) Of(i, place int) int {
	f := &c.log.Frames
	key := c.key(i)
	recent := c.recent[key]
	first := max(0, len(recent)-copyDepth+1)
	for first < len(recent) && f.Time[i]-f.Time[recent[first].frame] > copyLimit {
		first++
	}
	recent = append(recent[:0], recent[first:]...)
	c.recent[key] = recent
	equal := 0
	for k := len(recent) - 1; k >= 0; k-- {
		if recent[k].place == place && c.equal(i, int(recent[k].frame)) {
			equal++
		}
	}
	return equal
}

// Add remembers frame i, whose place is known. Frames are added in file order,
// each once, after Of was asked for it.
func (c *Copies) Add(i, place int) {
	key := c.key(i)
	c.recent[key] = append(c.recent[key], placed{int32(i), place})
}

func (c *Copies) key(i int) uint32 {
	return uint32(c.log.Frames.Stream[i])<<8 | uint32(c.log.Frames.Seq[i])
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
