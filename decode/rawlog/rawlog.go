// Package rawlog reads bare streams: the bytes of a link as they came, without
// a container or the time of their arrival.
package rawlog

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"postflight/decode/flight"
	"postflight/decode/scan"
	"postflight/decode/stamp"
)

// Open reads a bare stream. Its time is the boot time of the autopilot, else of
// the source that tells it most often, else there is none. data is kept.
// progress may be nil.
func Open(ctx context.Context, path string, data []byte, progress func(offset int64)) (*flight.Log, error) {
	l := &flight.Log{Path: path, Format: flight.Raw, Data: data}
	l.Records = flight.Records{Offset: []int64{0}, Time: make([]time.Duration, 1), End: int64(len(data))}
	if err := scan.Frames(ctx, l, progress); err != nil {
		return nil, err
	}
	l.Records = flight.Records{}
	layTimes(l)
	scan.TimeDamage(l)
	if n := l.Frames.Len(); n > 0 {
		l.End = l.Frames.Time[n-1]
	}
	return l, nil
}

// told is a boot time that a frame carries.
type told struct {
	frame int
	at    time.Duration
}

func layTimes(l *flight.Log) {
	by, ok := LayByBoot(l)
	if !ok {
		l.Findings = append(l.Findings, flight.Finding{
			Kind: flight.NoClock, Severity: flight.Warning, Span: flight.Span{Length: l.Size()},
			Text: "A bare stream, and no frame in it tells a time: log time counts frames, and says what came first, not when.",
		})
		return
	}
	l.Findings = append(l.Findings, flight.Finding{
		Kind: flight.NoClock, Severity: flight.Info, Span: flight.Span{Length: l.Size()},
		Text: fmt.Sprintf("A bare stream without times of arrival: log time is the boot time of %s.", by),
	})
}

// LayByBoot lays the frames of a log that has no clock of its own on the boot time of
// the autopilot, else of the source that tells it most often. False where none does:
// the log is then timeless, a frame a millisecond.
func LayByBoot(l *flight.Log) (by flight.Source, ok bool) {
	clock := bootClock(l)
	if len(clock) == 0 {
		l.Timeless = true
		for i := range l.Frames.Time {
			l.Frames.Time[i] = time.Duration(i) * time.Millisecond
		}
		return 0, false
	}
	stamps := make([]time.Duration, len(clock))
	for i, c := range clock {
		stamps[i] = c.at
	}
	times := stamp.LogTimes(stamps, stamp.Breaks(stamps, stamp.BootLimit, stamp.BootWrap))
	now, next := time.Duration(0), 0
	for i := range l.Frames.Time {
		for next < len(clock) && clock[next].frame <= i {
			now = times[next]
			next++
		}
		l.Frames.Time[i] = now
	}
	return l.Source(clock[0].frame), true
}

// timekeeper is the source that log time goes by: an autopilot before others,
// then the one that tells its boot time most often; false where none does.
func timekeeper(l *flight.Log) (best flight.Source, ok bool) {
	counts, autopilot := map[flight.Source]int{}, map[flight.Source]int{}
	for _, s := range l.Streams {
		if f, _ := stamp.BootField(s.Message); f != nil {
			counts[s.Source] += s.Count
		}
		if s.Message.Name == "HEARTBEAT" && s.Source.Component() == 1 {
			autopilot[s.Source] = 1
		}
	}
	for source, n := range counts {
		order := cmp.Or(
			cmp.Compare(autopilot[source], autopilot[best]),
			cmp.Compare(n, counts[best]),
			cmp.Compare(best, source),
		)
		if !ok || order > 0 {
			best, ok = source, true
		}
	}
	return best, ok
}

// bootClock lists the boot times of the source that log time goes by, in file
// order.
func bootClock(l *flight.Log) []told {
	best, ok := timekeeper(l)
	if !ok {
		return nil
	}
	fields := make([]*flight.Field, len(l.Streams))
	for i, s := range l.Streams {
		if s.Source == best {
			fields[i], _ = stamp.BootField(s.Message)
		}
	}
	var out []told
	for i, s := range l.Frames.Stream {
		if f := fields[s]; f != nil {
			if ms := f.Bits(l.Payload(i), 0); ms > 0 {
				out = append(out, told{i, time.Duration(ms) * time.Millisecond})
			}
		}
	}
	return out
}
