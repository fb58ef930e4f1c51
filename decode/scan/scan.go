// Package scan finds frames in the bytes of a log, whichever of MAVLink 1 and 2
// and NavLink 1 and 2 they are, and accounts for every other byte.
//
// A frame may begin in one record and end in another. Where no intact frame
// starts the scan moves on by one byte, so that damage never costs a good frame
// that follows it.
//
// Intact frames follow each other nearly always, so they have a path of their
// own (fast.go); all else is looked at closely (step). A long log is scanned in
// parts by all processors and joined where the parts agree (parts.go): the
// result does not depend on how many there are.
package scan

import (
	"context"
	"encoding/binary"
	"time"

	"postflight/decode/flight"
)

// Frames scans the bodies of l.Records and fills l.Frames, l.Streams and
// l.Damage; damage already there (of the container) is kept and sorted in.
// progress, which may be nil, gets from time to time how many bytes were
// scanned. The only error is that of ctx.
func Frames(ctx context.Context, l *flight.Log, progress func(bytes int64)) error {
	_, err := scan(ctx, l, layout{}, progress)
	return err
}

// layout is what the container puts before each frame: nothing, or a stamp.
type layout struct {
	lead   int           // bytes
	little bool          // endian
	base   time.Duration // taken off stamps
}

// Doubts are what about the stamps of a log needs a closer look.
type Doubts struct {
	Unstamped   int   // frames without any
	First       int   // of those
	Unconfirmed []int // frames whose stamp no neighbour confirms

	// Of the stamps that were gone by: whether any is below the one before, and
	// how far the next lies behind one at most.
	Fall    bool
	Longest time.Duration

	// Base was taken off all stamps: that of the first. It is only where there is
	// nothing to doubt.
	Base time.Duration
}

// StampSize is the length of the stamp before each frame of a telemetry log.
const StampSize = 8

// Stamped scans a log that is frames of MAVLink with a stamp of eight bytes
// before each, and fills l.Frames, l.Streams, l.Damage and l.Lead. Frames.Time
// gets the stamps in order's bytes, less Doubts.Base; a frame that has none, or
// one that no neighbour confirms, gets that of the frame before. first is what
// the first stamp seems to be. The only error is that of ctx.
func Stamped(
	ctx context.Context, l *flight.Log, order binary.ByteOrder, first time.Duration, progress func(bytes int64),
) (Doubts, error) {
	l.Lead = StampSize
	l.Records = flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: l.Size()}
	stamps, err := scan(ctx, l, layout{lead: StampSize, little: order == binary.LittleEndian, base: first}, progress)
	l.Records = flight.Records{}
	if err != nil {
		return Doubts{}, err
	}
	return doubt(l, stamps, first), nil
}
