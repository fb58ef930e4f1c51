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
	lead int // bytes
	Clock
}

// Clock says how the stamps of a telemetry log are to be read.
type Clock struct {
	Little bool          // endian
	Unit   time.Duration // that they count in
	Base   uint64        // in that unit: taken off all
}

// Stamps says what the stamps of a log are like.
type Stamps struct {
	// Even tells that every frame has one, the first is Base, none lies below the
	// one before it and none far behind that: they are log time already.
	Even    bool
	Longest time.Duration // from one to the next; of even stamps only
}

// StampSize is the length of the stamp before each frame of a telemetry log.
const StampSize = 8

// Stamped scans a log that is frames of MAVLink with a stamp of eight bytes
// before each, up to the offset end, and fills l.Frames, l.Streams, l.Damage and
// l.Lead. Frames.Time gets the stamps, less clock.Base, and [NoStamp] where there is
// none. The only error is that of ctx.
func Stamped(ctx context.Context, l *flight.Log, clock Clock, end int64, progress func(bytes int64)) (Stamps, error) {
	l.Lead = StampSize
	l.Records = flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: end}
	stamps, err := scan(ctx, l, layout{StampSize, clock}, progress)
	l.Records = flight.Records{}
	if err != nil {
		return Stamps{}, err
	}
	return stamps.of(l.Frames.Time), nil
}
