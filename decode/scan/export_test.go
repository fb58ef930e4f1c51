package scan

import (
	"context"

	"postflight/decode/flight"
)

// InParts scans the bodies of l.Records in parts that begin at the first wire
// byte and at or behind each of the offsets cuts, which ascend.
func InParts(l *flight.Log, lead int, cuts []int64) error {
	l.Lead = lead
	starts := []cursor{newCursor(l)}
	for _, cut := range cuts {
		if c, ok := cursorAt(l, cut); ok && starts[len(starts)-1].before(c) {
			starts = append(starts, c)
		}
	}
	return scanParts(context.Background(), l, layout{lead: lead}, starts, nil)
}
