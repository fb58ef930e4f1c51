package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"postflight/analysis/attitude"
	"postflight/decode/flight"
)

func runTruth(ctx context.Context, in *invocation) int {
	flags := in.flags()
	asJSON := flags.Bool("json", false, "the statistics as JSON")
	offset := number(flags, "offset", 0, -maxSeconds, maxSeconds, "a time of the log plus this is the time of the truth, seconds; found by correlation where it is not given")
	words, code, ok := in.parse(flags, 2, 2)
	if !ok {
		return code
	}
	m := in.meter()
	o, err := openFlight(ctx, []file{{path: words[0]}, {path: words[1]}}, m.tell)
	m.clear()
	if err != nil {
		return in.fail(err)
	}
	if given(flags, "offset") {
		o = o.withOffset(seconds(*offset))
	}
	if o.comparison == nil {
		return in.fail(errors.New("nothing to compare: " + o.lacks()))
	}
	if *asJSON {
		err = json.NewEncoder(in.stdout).Encode(o.comparison)
	} else {
		err = o.writeTruth(in.stdout)
	}
	if err != nil {
		return in.fail(err)
	}
	return exitOK
}

// lacks says what keeps the estimate from being held against the truth.
func (o *opened) lacks() string {
	switch {
	case o.truth == nil:
		return "none of the logs is a VGT1 ground truth"
	case o.log.Format == flight.VGT1:
		return "none of the logs is a recording"
	case o.estimate == nil:
		return o.log.Path + " reports no attitude"
	}
	return o.truth.Path + " holds no attitude"
}

// placed says how the truth was laid beside the log.
func (o *opened) placed() string {
	switch p := o.placing; {
	case o.truth == nil || o.truth == o.log:
		return ""
	case o.byHand:
		text := fmt.Sprintf("Ground truth laid by hand: log time %+.3f s", p.Offset.Seconds())
		if o.found.Confidence > 0 {
			text += ", " + later(o.found.Offset-p.Offset) + " than by its " + string(o.found.Method)
		}
		return text + "."
	case p.Confidence > 0:
		return fmt.Sprintf("Ground truth laid by its %s: log time %+.3f s, confidence %.0f %%.",
			p.Method, p.Offset.Seconds(), 100*p.Confidence)
	}
	return fmt.Sprintf("Ground truth laid by %s only: log time %+.3f s. Check it, and set it by hand.", o.placing.Method, o.placing.Offset.Seconds())
}

func (o *opened) writeTruth(w io.Writer) error {
	c := o.comparison
	fmt.Fprintf(w, "%s\n%d estimates compared; %d skipped, as late, duplicate or without a truth within 0.25 s\n", o.placed(), c.Pairs, c.Skipped)
	if c.Pairs == 0 {
		_, err := fmt.Fprintln(w, "\nThere is no error to tell: not one estimate has a truth beside it.")
		return err
	}
	fmt.Fprintf(w, "\nerror (deg)     mean      rms      p95      max\n")
	for _, row := range []struct {
		name  string
		stats attitude.Stats
	}{{"roll", c.Roll}, {"pitch", c.Pitch}, {"yaw", c.Yaw}, {"angle", c.Angle}} {
		fmt.Fprintf(w, "%-10s  %8.3f %8.3f %8.3f %8.3f\n", row.name, row.stats.Mean, row.stats.RMS, row.stats.P95, row.stats.Max)
	}
	for _, e := range c.ByEpoch {
		if e.Pairs == 0 {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s epoch %d: %d compared, angle rms %.3f deg, max %.3f deg\n",
			e.Epoch.Source, e.Epoch.Index+1, e.Pairs, e.Angle.RMS, e.Angle.Max); err != nil {
			return err
		}
	}
	return nil
}
