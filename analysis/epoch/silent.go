package epoch

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"postflight/analysis/gap"
	"postflight/analysis/internal/cancel"
	"postflight/analysis/sequence"
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

const (
	// goesOnBy is how far a sequence that goes on is ahead behind a silence in which
	// its sender sent nothing.
	goesOnBy = 16
	// paceTime is how long, besides the length of a silence, one looks back for how
	// fast a clock runs: links hold frames up for a while.
	paceTime = 30 * time.Second
	// mostSilent is how many reboots within silences are told of in a log.
	mostSilent = 200
)

// silent is a silence of a source that its boot clock does not show to have lasted
// as long as it did.
type silent struct {
	speaker      int
	begin, at    int // positions of the first frame behind it, and of the first that tells a time
	since, until time.Duration
	own          time.Duration // by how much the boot clock rose over it
	up           time.Duration // what it told at its end
	rise         stamp.Break   // from the stamp before to that behind
	epoch        bool          // it is off by more than a fall may be that begins none
	goesOn       bool          // the sequence does, as if there had been no silence
}

// rebootedSilent finds, speaker by speaker, the reboots within silences that the
// boot clock does not fall over: it had not run for long before, or the silence is
// long. By itself it cannot tell that from a capture clock that was set forward;
// others that were heard meanwhile, or show that no time passed, can.
func (f *finder) rebootedSilent(ctx context.Context, speakers []speaker) ([][]silent, error) {
	out := make([][]silent, len(speakers))
	if f.log.Format != flight.TLog && f.log.Format != flight.VREC {
		return out, nil // log time is the boot time itself
	}
	var begun, stood []silent
	for k := range speakers {
		found, err := f.silences(ctx, k, &speakers[k])
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			switch {
			case s.goesOn:
				stood = append(stood, s)
			case s.up < s.until-s.since && len(begun) < mostSilent:
				begun = append(begun, s)
			}
		}
	}
	for _, s := range begun {
		overlaps := func(o silent) bool { return o.since < s.until && s.since < o.until }
		if f.heardWithin(s.since, s.until) || !slices.ContainsFunc(stood, overlaps) {
			out[s.speaker] = append(out[s.speaker], s)
		}
	}
	return out, nil
}

// silences finds the silences of a speaker over which its boot clock rose by less
// than half their length.
func (f *finder) silences(ctx context.Context, index int, sp *speaker) ([]silent, error) {
	c, t := &sp.clock, f.log.Frames.Time
	if sp.several || c.ticks || len(c.stamps) < 2*goesOn {
		return nil, nil
	}
	times := make([]time.Duration, len(sp.frames))
	for k, i := range sp.frames {
		times[k] = t[i]
	}
	var out []silent
	first := 0 // the first stamp of this boot
	for n, begin := range gap.Breaks(times, gap.Silence(times)) {
		if err := cancel.At(ctx, n); err != nil {
			return nil, err
		}
		next, _ := slices.BinarySearch(c.at, int32(begin))
		if next == 0 || next == len(c.at) {
			continue
		}
		s := silent{speaker: index, begin: begin, at: int(c.at[next]), since: times[begin-1], until: times[begin]}
		s.rise = stamp.Break{Index: next, Kind: stamp.Step, From: c.stamps[next-1], To: c.stamps[next]}
		if _, known := between(sp.steps, int(c.at[next-1]), s.at); known || s.rise.From-s.rise.To > stamp.BootLimit {
			first = next
			continue
		}
		if !s.measure(c, times, first) {
			continue
		}
		if goesOn, known := f.numbersGoOn(sp.frames, begin); known {
			s.goesOn = goesOn
			out = append(out, s)
			first = next
		}
	}
	return out, nil
}

// measure compares a silence to what the sender's own clock counted from before it
// until as long after it: frames that were held up come in late and make up for
// it. It reports whether that is less than half; times are those of the frames.
func (s *silent) measure(c *bootClock, times []time.Duration, first int) bool {
	next := s.rise.Index
	length := s.until - s.since
	then := times[c.at[next-1]]
	before := s.rise.From + s.since - then
	old := next - 1
	for old > first && then-times[c.at[old]] < length+paceTime && c.stamps[old-1] <= c.stamps[old] {
		old--
	}
	if since := then - times[c.at[old]]; since <= 0 || 2*(s.rise.From-c.stamps[old]) <= since {
		return false // it does not keep pace as it is
	}
	stamps := 0
	s.up = s.rise.To - (times[c.at[next]] - s.until)
	for k := next; k < len(c.stamps) && times[c.at[k]] < s.until+length; k++ {
		if k > next && c.stamps[k-1]-c.stamps[k] > stamp.BootLimit {
			break
		}
		s.up = max(s.up, c.stamps[k]-(times[c.at[k]]-s.until))
		stamps++
	}
	s.own = s.up - before
	s.epoch = length-s.own > stamp.BootLimit
	fell := !s.epoch && s.rise.From-s.rise.To > smallFall // that is told of as such
	return stamps >= goesOn && 2*s.own <= length && !fell
}

// numbersGoOn reports whether the sequence goes on at a position of a source's
// frames as if there had been no silence before it; known is false where its frames
// do not tell.
func (f *finder) numbersGoOn(frames []int32, begin int) (goesOn, known bool) {
	for k := begin; k < min(len(frames), begin+lookAhead); k++ {
		counter := f.plan.Of[f.log.Frames.Stream[frames[k]]]
		if counter == sequence.None || f.log.Frames.Flags[frames[k]]&flight.Unknown != 0 {
			continue
		}
		for j := begin - 1; j >= max(0, begin-around); j-- {
			if f.plan.Of[f.log.Frames.Stream[frames[j]]] == counter {
				step := f.log.Frames.Seq[frames[k]] - f.log.Frames.Seq[frames[j]]
				return step > 0 && step <= goesOnBy, true
			}
		}
		return false, false
	}
	return false, false
}

// heardWithin reports whether anyone was heard in the middle of a silence: time did
// pass.
func (f *finder) heardWithin(since, until time.Duration) bool {
	t, quarter := f.log.Frames.Time, (until-since)/4
	i := sort.Search(len(t), func(i int) bool { return t[i] > since+quarter })
	return i < len(t) && t[i] < until-quarter
}

func (f *finder) silentFinding(sp *speaker, s silent) flight.Finding {
	begin := int(sp.frames[s.begin])
	out := flight.Finding{
		Kind: flight.Restart, Severity: flight.Warning, Source: sp.source.String(), Time: f.log.Frames.Time[begin], Span: span(f.log, begin),
	}
	out.Text = fmt.Sprintf("%s has likely rebooted while nothing came from it for %.1f s: its time since power-up %s meanwhile.",
		sp.source, (s.until - s.since).Seconds(), rose(s.own))
	var e evidence
	at := seam{sp.source, sp.frames, s.begin, s.at, s.rise}
	f.fromSequence(at, &e)
	f.fromRequest(at, &e)
	f.fromHeartbeat(at, &e)
	f.fromLostDate(at, &e)
	f.fromText(at, &e)
	if !f.heardWithin(s.since, s.until) {
		e.no("nobody else was heard then, so that the clock of the recording may have been set forward instead")
	}
	out.Text += e.String()
	return out
}

// rose says by how much a clock rose in a time that is longer.
func rose(by time.Duration) string {
	if by < 0 {
		return fmt.Sprintf("fell by %.1f s", -by.Seconds())
	}
	return fmt.Sprintf("rose by %.1f s only", by.Seconds())
}

func (f *finder) fromLostDate(s seam, e *evidence) {
	before, after := f.nearest(s, "SYSTEM_TIME")
	if before < 0 || after < 0 || f.log.Message(before) != f.log.Message(after) {
		return
	}
	date := f.log.Message(after).Field("time_unix_usec")
	if date != nil && date.Bits(f.log.Payload(before), 0) != 0 && date.Bits(f.log.Payload(after), 0) == 0 {
		e.yes("SYSTEM_TIME has lost the date")
	}
}
