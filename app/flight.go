package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"postflight/analysis"
	"postflight/analysis/align"
	"postflight/analysis/attitude"
	"postflight/decode"
	"postflight/decode/flight"
	"postflight/replay/sim"
)

// opened is a flight: a log, and the ground truth laid beside it where there is
// one. It does not change.
type opened struct {
	log     *flight.Log
	report  *analysis.Report
	truth   *flight.Log // nil where there is none; the log itself may be one
	placing align.Result
	byHand  bool // the offset was typed

	estimate, truthSeries *attitude.Series // nil where there is none
	comparison            *attitude.Comparison
}

// file is a log to be opened: from disk, or from memory where data is not nil.
type file struct {
	path string
	data []byte
}

// progress tells how far opening is: what is being done, 0 to 1.
type progress func(what string, done float64)

// openFlight opens the files as one flight: one recording, or one ground truth,
// or both.
func openFlight(ctx context.Context, files []file, tell progress) (*opened, error) {
	var logs []*flight.Log
	for _, f := range files {
		l, err := openFile(ctx, f, tell)
		if err != nil {
			return nil, err
		}
		logs = append(logs, l)
	}
	o, err := together(logs)
	if err != nil {
		return nil, err
	}
	tell("Looking for what can be trusted", 1)
	if o.report, err = analysis.Run(ctx, o.log); err != nil {
		return nil, err
	}
	if o.truth != nil && o.truth != o.log {
		if o.placing, err = align.Find(ctx, o.log, o.truth); err != nil {
			return nil, err
		}
	}
	o.compare()
	return o, nil
}

func openFile(ctx context.Context, f file, tell progress) (*flight.Log, error) {
	name := "Reading " + filepath.Base(f.path)
	step := func(done, total int64) { tell(name, float64(done)/float64(max(1, total))) }
	if f.data == nil {
		return decode.Open(ctx, f.path, step)
	}
	l, err := decode.Bytes(ctx, f.path, f.data, step)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, err)
	}
	return l, nil
}

// together decides which log is the recording and which the truth.
func together(logs []*flight.Log) (*opened, error) {
	o := &opened{}
	for _, l := range logs {
		switch {
		case l.Format == flight.VGT1 && o.truth == nil:
			o.truth = l
		case l.Format != flight.VGT1 && o.log == nil:
			o.log = l
		default:
			return nil, fmt.Errorf("%s: a flight is one recording and one ground truth so far; open this one by itself", l.Path)
		}
	}
	if o.log == nil {
		o.log = o.truth
	}
	if o.log == nil {
		return nil, errors.New("no log was named")
	}
	return o, nil
}

// compare holds the estimate against the truth at the placing's offset.
func (o *opened) compare() {
	if o.truth != nil {
		o.truthSeries = attitude.Truth(o.truth)
	}
	for _, source := range attitude.Sources(o.log) {
		if e := attitude.Estimate(o.log, source); e != nil {
			o.estimate = e.Without(o.report.Link.OutOfOrder)
			break
		}
	}
	if o.estimate == nil || o.truthSeries == nil || o.truth == o.log {
		return
	}
	o.comparison = attitude.Compare(o.estimate, o.truthSeries, o.placing.Offset, o.placing.Confidence,
		o.report.EpochsOf(o.estimate.Source))
}

// withOffset is the same flight with the truth laid by hand.
func (o *opened) withOffset(offset time.Duration) *opened {
	c := *o
	c.placing = align.Result{Offset: offset}
	c.byHand = true
	c.compare()
	return &c
}

// demoFiles are the recording and the ground truth of the demo flight.
func demoFiles() ([]file, error) {
	made, err := sim.Fly(demoConfig(demoSeed, 0)).Demo()
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

// realigned is the same flight with the truth laid by correlation again.
func (o *opened) realigned(ctx context.Context) (*opened, error) {
	c := *o
	c.byHand = false
	var err error
	if c.placing, err = align.Find(ctx, c.log, c.truth); err != nil {
		return nil, err
	}
	c.compare()
	return &c, nil
}
