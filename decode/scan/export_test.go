package scan

import (
	"context"

	"postflight/decode/flight"
)

// InParts scans the bodies of l.Records in parts that begin at the first wire
// byte and at or behind each of the offsets cuts, which ascend.
func InParts(l *flight.Log, lead int, cuts []int64) error {
	l.Lead = lead
	_, err := scanParts(context.Background(), l, layout{lead: lead}, startsAt(l, cuts), nil)
	return err
}

// StampedInParts is Stamped, in parts.
func StampedInParts(l *flight.Log, clock Clock, cuts []int64) (Stamps, error) {
	l.Lead = StampSize
	stamps, err := scanParts(context.Background(), l, layout{StampSize, clock}, startsAt(l, cuts), nil)
	if err != nil {
		return Stamps{}, err
	}
	return stamps.of(l.Frames.Time), nil
}

func startsAt(l *flight.Log, cuts []int64) []cursor {
	starts := []cursor{newCursor(l)}
	for _, cut := range cuts {
		if c, ok := cursorAt(l, cut); ok && starts[len(starts)-1].before(c) {
			starts = append(starts, c)
		}
	}
	return starts
}
