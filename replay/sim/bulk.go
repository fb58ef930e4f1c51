package sim

import (
	"fmt"
	"io"
	"sort"
	"time"
)

// Container is the form of a bulk log.
type Container int

// Containers that [Bulk] writes: a telemetry log, a VREC recording of NavLink, a
// DataFlash log.
const (
	TLogContainer Container = iota
	VRECContainer
	DataFlashContainer
)

// Bulk writes a log of at least size bytes, and less than a record more, to
// measure with: one minute's flight without faults over and over, in which
// clocks, sequence numbers and checksums go on as those of one long flight do.
// The errors are those of w.
func Bulk(w io.Writer, c Container, size int64) error {
	f := Fly(Config{Seed: 1, Length: time.Minute})
	var l loop
	switch c {
	case TLogContainer:
		l = newTLogLoop(f)
	case VRECContainer:
		l = newVRECLoop(f)
	case DataFlashContainer:
		l = newFlashLoop(f)
	default:
		return fmt.Errorf("bulk log: no container %d", c)
	}
	head := l.head()
	if _, err := w.Write(head); err != nil {
		return fmt.Errorf("bulk log: %w", err)
	}
	for left := size - int64(len(head)); left > 0; {
		b, ends := l.turn()
		if left < int64(len(b)) {
			b = b[:ends[sort.SearchInts(ends, int(left))]]
		}
		if _, err := w.Write(b); err != nil {
			return fmt.Errorf("bulk log: %w", err)
		}
		left -= int64(len(b))
	}
	return nil
}

// loop is a piece of a log that goes on where it ended, turn by turn.
type loop interface {
	// head is what comes before the first turn.
	head() []byte
	// turn gives the next turn, valid until the one after, and where its records
	// end.
	turn() (b []byte, ends []int)
}

// loopFrom is the tick from which a flight is repeated: by then the vehicle
// knows date and place, and the parameters have been listed.
const loopFrom = 10_000

// loopPause lies between two turns.
const loopPause = 20 * time.Millisecond

// field is a number in a loop that grows by step each turn.
type field struct {
	at, size int
	big      bool // big-endian
	step     uint64
}

func (f field) advance(b []byte) {
	carry := f.step
	for i := range f.size {
		at := f.at + i
		if f.big {
			at = f.at + f.size - 1 - i
		}
		carry += uint64(b[at])
		b[at] = byte(carry)
		carry >>= 8
	}
}
