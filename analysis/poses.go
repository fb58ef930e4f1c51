package analysis

import (
	"fmt"
	"math"

	"postflight/decode/flight"
)

// fewOdd records that are odd are a remark; one in so many, or more, are not.
const fewOdd = 1000

// poseFindings tells of a ground truth whose time goes back and of poses without
// an attitude.
func poseFindings(l *flight.Log) []flight.Finding {
	if l.Format != flight.VGT1 || l.Stamp == nil {
		return nil
	}
	steps := map[int64]bool{}
	for _, s := range l.Steps {
		steps[s.Offset] = true
	}
	var falls, blank tally
	last := uint64(0)
	for i := range l.Frames.Len() {
		us, ok := l.Stamp(l.Frames.Offset[i], int(l.Frames.Length[i]))
		if !ok {
			continue
		}
		if us < last && !steps[l.Frames.Offset[i]] {
			falls.add(i)
		}
		last = us
		if f := l.Message(i).Field("q"); f != nil && math.IsNaN(f.Float(f.Bits(l.Payload(i), 0))) {
			blank.add(i)
		}
	}
	var out []flight.Finding
	say := func(t tally, kind flight.Kind, text string) {
		if t.count == 0 {
			return
		}
		severity := flight.Info
		if t.count*fewOdd >= l.Frames.Len() {
			severity = flight.Warning
		}
		out = append(out, flight.Finding{
			Kind: kind, Severity: severity, Time: l.Frames.Time[t.first], Span: l.Pieces(t.first)[0], Size: float64(t.count), Text: text,
		})
	}
	say(falls, flight.ClockOutlier, fmt.Sprintf("The simulator's time goes back %s; log time stands still until it has caught up.", atPlaces(falls.count)))
	say(blank, flight.FormatMismatch, fmt.Sprintf("%s of %d have no attitude: it is no number.", count(blank.count, "pose"), l.Frames.Len()))
	return out
}

// tally counts records and keeps the first.
type tally struct{ count, first int }

func (t *tally) add(i int) {
	if t.count == 0 {
		t.first = i
	}
	t.count++
}
