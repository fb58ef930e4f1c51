package app

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/replay"
)

func runReplay(ctx context.Context, in *invocation) int {
	flags := in.flags()
	asJSON := flags.Bool("json", false, "the report as JSON")
	speed := flags.Float64("speed", 1, "0.1 to 64; negative plays backwards")
	from := number(flags, "from", 0, -maxSeconds, maxSeconds, "start of the crop, log seconds")
	until := number(flags, "until", -1, -1, maxSeconds, "end of the crop, log seconds; -1 is the end")
	loop := flags.Bool("loop", false, "start over at the end; needs --for")
	limit := flags.Duration("for", 0, "stop after this much real time")
	words, code, ok := in.parse(flags, 1, 1)
	if !ok {
		return code
	}
	switch {
	case *loop && *limit <= 0:
		return in.fail(fmt.Errorf("--loop plays for ever: say for how long with --for"))
	case !(math.Abs(*speed) >= replay.MinSpeed && math.Abs(*speed) <= replay.MaxSpeed):
		return in.fail(fmt.Errorf("--speed: expected %v to %v, or as much backwards, found %v", replay.MinSpeed, replay.MaxSpeed, *speed))
	case *limit < 0:
		return in.fail(fmt.Errorf("--for: expected a time such as 5s, found %v", *limit))
	case *until >= 0 && *until <= *from:
		return in.fail(fmt.Errorf("--until: expected more than the %g s of --from, found %g s", *from, *until))
	}
	log, err := in.open(ctx, words[0])
	if err != nil {
		return in.fail(err)
	}
	if log.Frames.Len() == 0 {
		return in.fail(fmt.Errorf("%s: holds no frame to play", words[0]))
	}
	if *limit > 0 {
		limited, cancel := context.WithTimeout(ctx, *limit)
		defer cancel()
		ctx = limited
	}
	began := time.Now()
	clock := func() time.Duration { return time.Since(began) }
	p := replay.NewPlayer(replay.Times(log.Frames.Time), clock)
	crop := p.State().Whole
	if !(*from <= crop.To.Seconds()) {
		return in.fail(fmt.Errorf("--from: %g s is behind the end of the log at %g s", *from, crop.To.Seconds()))
	}
	crop.From = seconds(*from)
	if *until >= 0 {
		crop.To = seconds(*until)
	}
	p.SetCrop(crop)
	p.SetSpeed(*speed)
	p.SetLoop(*loop)
	report := play(ctx, log, p, clock)
	if err := writeReplay(in, report, *asJSON); err != nil {
		return in.fail(err)
	}
	return exitOK
}

// maxSeconds is as long as logs and their times can be, about a century.
const maxSeconds = 3e9

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// play plays until the end of the crop or of ctx and reports how well it went.
func play(ctx context.Context, log *flight.Log, p *replay.Player, clock func() time.Duration) replay.Pacing {
	ticker := time.NewTicker(replay.Interval)
	defer ticker.Stop()
	pacer := replay.NewPacer(p.State().Speed, clock())
	p.Play()
	replay.Drive(ctx, p, ticker.C, func(s replay.State, passed []replay.Passed) {
		due, emitted := 0, 0
		for _, stretch := range passed {
			first, end := stretch.Records(log.Frames.Time)
			due += (end - first) * stretch.Passes
			emitted += emit(log, first, end) * stretch.Passes
		}
		pacer.Add(clock(), s, passed, due, emitted)
	})
	return pacer.Pacing()
}

// emit hands on the frames first..end and says how many it was: here they are
// only read, as a panel would.
func emit(log *flight.Log, first, end int) int {
	n := 0
	for i := first; i < end; i++ {
		if len(log.Frame(i)) > 0 {
			n++
		}
	}
	return n
}

func writeReplay(in *invocation, r replay.Pacing, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(in.stdout).Encode(r)
	}
	_, err := fmt.Fprintf(in.stdout,
		"asked %gx, achieved %.3fx in %d ticks\nticks off by %.2f ms (median), %.2f ms (99 %%), %.2f ms (worst)\n%d records due, %d emitted\n",
		r.Asked, r.Achieved, r.Ticks, r.Jitter.P50, r.Jitter.P99, r.Jitter.Max, r.Due, r.Emitted)
	return err
}
