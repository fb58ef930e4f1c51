package scan

import (
	"time"

	"postflight/decode/flight"
)

// index is the frames that a scanner has found. While it is open the arrays are
// as long as there is room, since to append to them one by one would take half as
// long as the checksums.
type index struct {
	flight.Frames
	n int // frames
}

// leastRoom is room for how many frames an index begins with.
const leastRoom = 64

func (x *index) add(offset int64, t time.Duration, length int, stream uint16, seq uint8, flags flight.Flag) {
	if x.n == len(x.Offset) {
		x.grow(max(leastRoom, x.n))
	}
	n := x.n
	x.Offset[n], x.Time[n], x.Length[n] = offset, t, uint16(length)
	x.Stream[n], x.Seq[n], x.Flags[n] = stream, seq, flags
	x.n++
}

// grow makes room for more frames.
func (x *index) grow(more int) {
	x.close()
	x.Reserve(more)
	x.open()
}

// room is how many frames more there is room for.
func (x *index) room() int { return len(x.Offset) - x.n }

func (x *index) open()  { x.resize(cap(x.Offset)) }
func (x *index) close() { x.resize(x.n) }

func (x *index) resize(n int) {
	x.Offset, x.Time, x.Length = x.Offset[:n], x.Time[:n], x.Length[:n]
	x.Stream, x.Seq, x.Flags = x.Stream[:n], x.Seq[:n], x.Flags[:n]
}
