package epoch

import (
	"fmt"
	"time"

	"postflight/analysis/internal/words"
	"postflight/decode/flight"
	"postflight/decode/stamp"
)

const (
	// A log is looked at in so many parts, of which so many must agree that a clock
	// does not keep pace: a step is in one of them.
	paceParts, paceAgree = 8, 3
	// A part is off by more than this share, and more than this time: links hold
	// frames up.
	paceShare = 0.05
	paceSlack = 500 * time.Millisecond
	// believable is more than any part lasts.
	believable = 1 << 58 * time.Nanosecond
)

// pace compares how fast a boot clock and log time go on. Crystals differ by
// millionths: some percent are a simulation that was sped up, or wrong times.
func (f *finder) pace(source flight.Source, frames []int32, c bootClock) {
	if f.log.Format != flight.TLog && f.log.Format != flight.VREC || c.ticks || len(c.stamps) < paceParts*2 {
		return
	}
	at := func(k int) time.Duration { return f.log.Frames.Time[frames[c.at[k]]] }
	var boot, host time.Duration
	fast, slow := 0, 0
	for part := range paceParts {
		first, last := part*(len(c.stamps)-1)/paceParts, (part+1)*(len(c.stamps)-1)/paceParts
		b, h := c.stamps[last]-c.stamps[first], at(last)-at(first)
		if b < 0 {
			continue // it restarted
		}
		boot += min(b, believable) // whatever a damaged stamp says
		host += min(h, believable)
		switch limit := max(paceSlack, paceOf(max(b, h))); {
		case b-h > limit:
			fast++
		case h-b > limit:
			slow++
		}
	}
	if fast < paceAgree && slow < paceAgree || fast > 0 && slow > 0 {
		return
	}
	f.found.Add("pace", paceFinding(f.log, source, int(frames[c.at[0]]), boot, host, setBacks(f.log)))
}

// setBack is a fall of the capture clock that begins no epoch: log time stands still
// until it has caught up.
type setBack struct {
	offset int64
	by     time.Duration
}

// setBacks are the falls of the capture clock, within its limit, that last.
func setBacks(l *flight.Log) (out []setBack) {
	if l.StampOf == nil {
		return nil
	}
	var stamps []time.Duration
	var frames []int
	for i := range l.Frames.Len() {
		if us, ok := l.StampOf(i); ok {
			stamps, frames = append(stamps, stamp.FromMicros(us)), append(frames, i)
		}
	}
	for k := 1; k < len(stamps); k++ {
		by := stamps[k-1] - stamps[k]
		if by > backward && by <= stamp.CaptureLimit && lasts(stamps[k:], stamps[k-1]) {
			out = append(out, setBack{l.Frames.Offset[frames[k]], by})
		}
	}
	return out
}

func paceOf(d time.Duration) time.Duration { return time.Duration(paceShare * float64(d)) }

func paceFinding(l *flight.Log, source flight.Source, frame int, boot, host time.Duration, back []setBack) flight.Finding {
	f := flight.Finding{
		Kind: flight.ClockRate, Severity: flight.Error, Source: source.String(), Time: l.Frames.Time[frame], Span: span(l, frame),
		Size: (boot - host).Abs().Seconds(),
	}
	f.Text = fmt.Sprintf("The time since power-up of %s went on by %.1f s while the clock of the recording went on by %.1f s", source, boot.Seconds(), host.Seconds())
	lag, steps := time.Duration(0), ""
	for _, b := range back {
		lag += b.by
	}
	if len(back) > 0 {
		steps = fmt.Sprintf("was set back %s, by %.1f s in all, the first time at byte %d", words.Times(len(back)), lag.Seconds(), back[0].offset)
	}
	switch times := boot.Seconds() / host.Seconds(); {
	case steps != "" && (boot-host-lag).Abs() < max(paceSlack, paceOf(boot)):
		f.Text += ". That is because the latter " + steps + "."
		steps = ""
	case host > 0 && times < 1000:
		f.Text += fmt.Sprintf(", %.3g times as fast: a simulation that did not run at the usual speed, or times of the recording that are wrong.", times)
	default:
		f.Text += ": the times of the recording are wrong."
	}
	if steps != "" {
		f.Text += " The clock of the recording " + steps + "."
	}
	f.Text += " Rates and lengths of time are those of the recording."
	return f
}
