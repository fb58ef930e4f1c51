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
// message and the number.
type Copies struct {
	log    *flight.Log
	recent map[uint32][]int32 // by stream and number, in file order
	a, b   []byte
}

// NewCopies starts at the beginning of a log.
func NewCopies(l *flight.Log) *Copies {
	return &Copies{log: l, recent: map[uint32][]int32{}}
}

// Copy reports whether frame i equals a frame of the last second. Frames are to
// be offered in file order, each once.
func (c *Copies) Copy(i int) bool {
	f := &c.log.Frames
	key := uint32(f.Stream[i])<<8 | uint32(f.Seq[i])
	recent := c.recent[key]
	first := max(0, len(recent)-copyDepth+1)
	for first < len(recent) && f.Time[i]-f.Time[recent[first]] > copyLimit {
		first++
	}
	recent = append(recent[:0], recent[first:]...)
	equal := false
	for k := len(recent) - 1; k >= 0 && !equal; k-- {
		equal = c.equal(i, int(recent[k]))
	}
	c.recent[key] = append(recent, int32(i))
	return equal
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
