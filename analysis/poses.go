package analysis

import (
	"context"
	"fmt"
	"math"

	"postflight/analysis/internal/cancel"
	"postflight/analysis/internal/few"
	"postflight/analysis/internal/words"
	"postflight/decode/flight"
)

// fewOdd records that are odd are a remark; one in so many, or more, are not.
const fewOdd = 1000

// poseFindings tells of a ground truth whose time goes back and of poses without
// an attitude. The only error is that of the context.
func poseFindings(ctx context.Context, l *flight.Log) ([]flight.Finding, error) {
	if l.Format != flight.VGT1 || l.Stamp == nil {
		return nil, nil
	}
	steps := map[int64]bool{}
	for _, s := range l.Steps {
		steps[s.Offset] = true
	}
	var falls, blank few.Tally
	last := uint64(0)
	for i := range l.Frames.Len() {
		if err := cancel.At(ctx, i); err != nil {
			return nil, err
		}
		us, ok := l.Stamp(l.Frames.Offset[i], int(l.Frames.Length[i]))
		if !ok {
			continue
		}
		if us < last && !steps[l.Frames.Offset[i]] {
			falls.Add(i)
		}
		last = us
		if f := l.Message(i).Field("q"); f != nil && math.IsNaN(f.Float(f.Bits(l.Payload(i), 0))) {
			blank.Add(i)
		}
	}
	var out []flight.Finding
	say := func(t few.Tally, kind flight.Kind, text string) {
		if t.Count == 0 {
			return
		}
		severity := flight.Info
		if t.Count*fewOdd >= l.Frames.Len() {
			severity = flight.Warning
		}
		out = append(out, flight.Finding{
			Kind: kind, Severity: severity, Time: l.Frames.Time[t.First], Span: l.Pieces(t.First)[0], Size: float64(t.Count), Text: text,
		})
	}
	say(falls, flight.ClockOutlier, fmt.Sprintf("The simulator's time goes back %s; log time stands still until it has caught up.", atPlaces(falls.Count)))
	say(blank, flight.FormatMismatch, fmt.Sprintf("%s of %d have no attitude: it is no number.", words.Count(blank.Count, "pose"), l.Frames.Len()))
	return out, nil
}
