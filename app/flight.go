package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"postflight/analysis"
	"postflight/analysis/align"
	"postflight/analysis/attitude"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// opened is a flight: a log, the ground truth laid beside it where there is one,
// and further logs. It does not change.
type opened struct {
	log     *flight.Log
	report  *analysis.Report
	truth   *flight.Log  // nil where there is none; the log itself may be one
	found   align.Result // where the truth lies, as the data tell
	placing align.Result // where it was laid
	byHand  bool         // the offset was typed
	others  []beside

	estimate, truthSeries *attitude.Series // nil where there is none
	comparison            *attitude.Comparison
}

// file is a log to be opened: from disk, or from memory where data is not nil.
type file struct {
	path string
	data []byte
}

// analysing is what is being done once logs are read.
const analysing = "Looking for what can be trusted"

// progress tells how far opening is: what is being done, 0 to 1, or notKnown.
type progress func(what string, done float64)

// openFlight opens the files as one flight: the first log tells the time, a ground
// truth and the others are laid beside it.
func openFlight(ctx context.Context, files []file, tell progress) (*opened, error) {
	logs, err := readFiles(ctx, files, tell)
	if err != nil {
		return nil, err
	}
	o, others, err := together(logs)
	if err != nil {
		return nil, err
	}
	tell(analysing+" in "+named(o.log), notKnown)
	if o.report, err = analysis.Run(ctx, o.log); err != nil {
		return nil, err
	}
	if o.truth != nil && o.truth != o.log {
		tell("Laying the ground truth "+named(o.truth), notKnown)
		if o.found, err = align.Find(ctx, o.log, o.truth); err != nil {
			return nil, err
		}
		o.placing = o.found
	}
	for _, l := range others {
		tell("Laying beside it "+named(l), notKnown)
		b, err := o.layBeside(ctx, l)
		if err != nil {
			return nil, err
		}
		o.others = append(o.others, b)
	}
	o.compare()
	return o, nil
}

// openFile opens one log by itself.
func openFile(ctx context.Context, f file, tell progress) (*flight.Log, error) {
	logs, err := readFiles(ctx, []file{f}, tell)
	if err != nil {
		return nil, err
	}
	return logs[0], nil
}

func readFile(ctx context.Context, f file, step decode.Progress) (*flight.Log, error) {
	if f.data == nil {
		return decode.Open(ctx, f.path, step)
	}
	l, err := decode.Bytes(ctx, f.path, f.data, step)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	return l, nil
}

// together decides which log tells the time, which is the truth, and which lie
// beside them.
func together(logs []*flight.Log) (o *opened, others []*flight.Log, err error) {
	o = &opened{}
	for _, l := range logs {
		switch {
		case l.Format == flight.VGT1 && o.truth == nil:
			o.truth = l
		case l.Format == flight.VGT1:
			return nil, nil, fmt.Errorf("%s: a flight has one ground truth; open this one by itself", l.Path)
		case o.log == nil:
			o.log = l
		default:
			others = append(others, l)
		}
	}
	if o.log == nil {
		o.log = o.truth
	}
	if o.log == nil {
		return nil, nil, errors.New("no log was named")
	}
	return o, others, nil
}

// compare holds the estimate against the truth at the placing's offset.
func (o *opened) compare() {
	if o.truth != nil && o.truthSeries == nil {
		o.truthSeries = attitude.Truth(o.truth)
	}
	if o.estimate == nil {
		o.estimate = firstEstimate(o.log, o.report)
	}
	if o.estimate == nil || o.truthSeries == nil || o.truth == o.log {
		return
	}
	o.comparison = attitude.Compare(o.estimate, o.truthSeries, o.placing.Offset, o.placing.Confidence,
		o.report.EpochsOf(o.estimate.Source))
}

// paths are where the flight's logs lie, the one that tells the time first.
func (o *opened) paths() []string {
	out := []string{o.log.Path}
	if o.hasTruth() {
		out = append(out, o.truth.Path)
	}
	for _, b := range o.others {
		out = append(out, b.log.Path)
	}
	return out
}

// withOffset is the same flight with the truth laid by hand.
func (o *opened) withOffset(offset time.Duration) *opened {
	return o.withPlacing(align.Result{Offset: offset}, true)
}

func (o *opened) withPlacing(placing align.Result, byHand bool) *opened {
	c := *o
	c.placing, c.byHand = placing, byHand
	c.compare()
	return &c
}

// demoFiles are the recording and the ground truth of the demo flight.
func demoFiles(ctx context.Context) ([]file, error) {
	flown, err := sim.FlyContext(ctx, demoConfig(demoSeed, 0))
	if err != nil {
		return nil, err
	}
	made, err := flown.Demo()
	if err != nil {
		return nil, err
	}
	var out []file
	for _, f := range made {
		if isVREC(f.Bytes) && !slices.ContainsFunc(out, func(o file) bool { return isVREC(o.data) }) || isVGT1(f.Bytes) {
			out = append(out, file{path: f.Name, data: f.Bytes})
		}
	}
	return out, nil
}
