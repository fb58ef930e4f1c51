package link

import (
	"context"
	"fmt"
	"math"
	"time"

	"postflight/analysis/gap"
	"postflight/analysis/internal/few"
	"postflight/decode/flight"
)

// countTo is how many frames a sequence tells apart.
const countTo = 256

// silence is a time in which a source was not heard, far above its own rate.
type silence struct {
	before, after int // frames
	length        time.Duration
	passed        time.Duration // by the source's own clock; the length where that does not tell
	held          bool          // its own clock made up for it afterwards
	due, shown    float64       // frames: at its rate, and by the numbers around it
}

// silences finds where the sources were silent, and what that hides from their
// numbers. The only error is that of the context.
func (c *counting) silences(ctx context.Context) error {
	for i := range c.sources {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, n := &c.sources[i], &c.notes[i]
		at := c.framesOf(s.Source)
		if len(at) < 2 {
			continue
		}
		times := make([]time.Duration, len(at))
		for k, i := range at {
			times[k] = c.log.Frames.Time[i]
		}
		limit := gap.Silence(times)
		for _, k := range gap.Breaks(times, limit) {
			n.silences = append(n.silences, silence{
				before: int(at[k-1]), after: int(at[k]), length: times[k] - times[k-1], passed: times[k] - times[k-1],
			})
		}
		if s.Source != 0 && !c.echo[i] {
			s.Began, s.Ended = beyond(s.First, limit), beyond(c.log.End-s.Last, limit)
		}
	}
	c.dropJumps()
	for i := range c.sources {
		s, n := &c.sources[i], &c.notes[i]
		s.Silences = len(n.silences)
		if s.Reliable && len(c.members[i]) > 0 {
			c.hide(s, n)
		}
	}
	return nil
}

// beyond is a length if it is more than a limit, else 0.
func beyond(length, limit time.Duration) time.Duration {
	if length > limit {
		return length
	}
	return 0
}

// hide counts what the numbers cannot show: at the rate that a source has outside
// its silences, all turns of its counter that fit into one of them.
func (c *counting) hide(s *Source, n *notes) {
	if len(n.silences) == 0 {
		return
	}
	shown := map[int]int{} // by the frame that showed it
	for _, g := range s.Gaps {
		shown[g.Frame] += g.Lost
	}
	sent, spoken := float64(s.Frames-1-s.Duplicate+s.Lost-len(n.silences)), s.Last-s.First
	for _, q := range n.silences {
		sent -= float64(shown[q.after])
		spoken -= q.length
	}
	if sent <= 0 || spoken <= 0 {
		return
	}
	rate := sent / spoken.Seconds()
	for k := range n.silences {
		q := &n.silences[k]
		if c.resets[q.after] {
			continue
		}
		q.due, q.shown = rate*q.passed.Seconds(), float64(shown[q.after])
		turns := math.Round((q.due - q.shown) / countTo * c.shareOfLargest(s))
		s.Hidden += int(max(0, turns)) * countTo
	}
}

// shareOfLargest is the share of a source's frames that its busiest counter has.
func (c *counting) shareOfLargest(s *Source) float64 {
	if !s.PerMessage {
		return 1
	}
	most := 0
	for _, stream := range c.log.Streams {
		if stream.Source == s.Source {
			most = max(most, stream.Count)
		}
	}
	return float64(most) / float64(max(1, s.Frames))
}

// silenceFindings tells of the times a source was not heard.
func (c *counting) silenceFindings(list *few.List, s *Source, n *notes) {
	for _, q := range n.silences {
		f := c.on(flight.TimeGap, flight.Warning, s.Source, q.after)
		f.Time, f.Size = c.log.Frames.Time[q.before], q.length.Seconds()
		f.Text = fmt.Sprintf("Nothing came from %s for %.1f s.", s.Source, q.length.Seconds())
		if s.Source == 0 {
			f.Text = fmt.Sprintf("Nothing was recorded for %.1f s.", q.length.Seconds())
		}
		switch {
		case 2*q.passed < q.length && q.held:
			f.Text += fmt.Sprintf(" Its own clock went on by %.1f s only: what came then had been held up on the way.", q.passed.Seconds())
		case 2*q.passed < q.length:
			f.Text += fmt.Sprintf(" Its own clock went on by %.1f s only.", q.passed.Seconds())
		}
		if q.due-q.shown >= countTo/2 {
			f.Text += fmt.Sprintf(" At its rate about %.0f frames are missing there; its sequence, which counts to %d, cannot show how many.", q.due, countTo)
		}
		list.Add(string(flight.TimeGap), f)
	}
	if s.Ended > 0 {
		at := c.framesOf(s.Source)
		f := c.on(flight.TimeGap, flight.Warning, s.Source, int(at[len(at)-1]))
		f.Size = s.Ended.Seconds()
		f.Text = fmt.Sprintf("%s was last heard at %s; the recording goes on for %.0f s.", s.Source, flight.TimeText(s.Last), s.Ended.Seconds())
		list.Add(string(flight.TimeGap)+" end", f)
	}
	if s.Began > 0 {
		f := c.on(flight.TimeGap, flight.Info, s.Source, int(c.framesOf(s.Source)[0]))
		f.Size = s.Began.Seconds()
		f.Text = fmt.Sprintf("%s was first heard at %s: the recording had begun %.0f s before.", s.Source, flight.TimeText(s.First), s.Began.Seconds())
		list.Add(string(flight.TimeGap)+" start", f)
	}
}
