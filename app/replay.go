package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"postflight/decode/flight"
	"postflight/replay"
)

// playing is what to play of a log, and how.
type playing struct {
	speed       float64
	from, until float64 // log seconds; until is negative for the end
	loop        bool
	limit       time.Duration // real time; 0 for none
}

func runReplay(ctx context.Context, in *invocation) int {
	flags := in.flags()
	asJSON := flags.Bool("json", false, "the report as JSON")
	speed := number(flags, "speed", 1, -replay.MaxSpeed, replay.MaxSpeed, "0.1 to 64; negative plays backwards")
	from := number(flags, "from", 0, -maxSeconds, maxSeconds, "start of the crop, log seconds")
	until := number(flags, "until", -1, -1, maxSeconds, "end of the crop, log seconds; -1 is the end")
	loop := flags.Bool("loop", false, "start over at the end; needs --for")
	limit := flags.Duration("for", 0, "stop after this much real time")
	words, code, ok := in.parse(flags, 1, 1)
	if !ok {
		return code
	}
	asked := playing{*speed, *from, *until, *loop, *limit}
	if err := asked.check(); err != nil {
		return in.fail(err)
	}
	report, err := asked.replay(ctx, in, words[0])
	if err == nil {
		err = writeReplay(in, report, *asJSON)
	}
	if err != nil {
		return in.fail(err)
	}
	return exitOK
}

// check says what does not go together.
func (a playing) check() error {
	switch {
	case a.loop && a.limit <= 0:
		return errors.New("--loop plays for ever: say for how long with --for")
	case math.Abs(a.speed) < replay.MinSpeed:
		return fmt.Errorf("--speed: expected %v to %v, or as much backwards, found %v", replay.MinSpeed, replay.MaxSpeed, a.speed)
	case a.limit < 0:
		return fmt.Errorf("--for: expected a time such as 5s, found %v", a.limit)
	case a.until >= 0 && a.until <= a.from:
		return fmt.Errorf("--until: expected more than the %g s of --from, found %g s", a.from, a.until)
	}
	return nil
}

// replay plays the log at path.
func (a playing) replay(ctx context.Context, in *invocation, path string) (replay.Pacing, error) {
	log, err := in.open(ctx, path)
	if err != nil {
		return replay.Pacing{}, err
	}
	if log.Frames.Len() == 0 {
		return replay.Pacing{}, fmt.Errorf("%s: holds no frame to play", path)
	}
	clock := realTime()
	p := replay.NewPlayer(replay.Times(log.Frames.Time), clock)
	if err := a.set(p); err != nil {
		return replay.Pacing{}, err
	}
	if a.limit > 0 {
		limited, cancel := context.WithTimeout(ctx, a.limit)
		defer cancel()
		ctx = limited
	}
	return play(ctx, log, p, clock), nil
}

// set makes a player that stands at the start play what was asked for.
func (a playing) set(p *replay.Player) error {
	crop := p.State().Whole
	if !(a.from <= crop.To.Seconds()) {
		return fmt.Errorf("--from: %g s is behind the end of the log at %g s", a.from, crop.To.Seconds())
	}
	crop.From = seconds(a.from)
	if a.until >= 0 {
		crop.To = seconds(a.until)
	}
	p.SetCrop(crop)
	p.SetSpeed(a.speed)
	p.SetLoop(a.loop)
	return nil
}

// maxSeconds is as long as logs and their times can be, about a century.
const maxSeconds = 3e9

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// play plays until the end of the crop or of ctx, hands on each frame that comes by,
// and reports how well it went.
func play(ctx context.Context, log *flight.Log, p *replay.Player, clock func() time.Duration) replay.Pacing {
	ticker := time.NewTicker(replay.Interval)
	defer ticker.Stop()
	pacer := replay.NewPacer(p.State().Speed, clock())
	handed := 0
	p.Play()
	replay.Drive(ctx, p, ticker.C, func(s replay.State, passed []replay.Passed) {
		for _, stretch := range passed {
			first, end := stretch.Frames(log.Frames.Time)
			for range stretch.Passes {
				handed += handOn(log, first, end)
			}
		}
		pacer.Add(clock(), s, passed, s.Due(log.Frames.Time), handed)
	})
	return pacer.Pacing()
}

// handOn hands on the frames first..end and says how many it was: here they are
// only read, as a panel would.
func handOn(log *flight.Log, first, end int) int {
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
		"asked %gx, achieved %.3fx in %d ticks\nticks off by %.2f ms (median), %.2f ms (99 %%), %.2f ms (worst)\n%d frames due, %d handed on\n",
		r.Asked, r.Achieved, r.Ticks, r.Jitter.P50, r.Jitter.P99, r.Jitter.Max, r.Due, r.Emitted)
	return err
}
