package timebase

import (
	"fmt"
	"math"
	"strings"
	"time"

	"postflight/analysis/internal/words"
	"postflight/decode/flight"
)

// hostName says in words which clock that of a source is compared to.
func (r *Result) hostName(of flight.Source) string {
	switch {
	case r.host.capture:
		return "the station"
	case r.host.driver == of:
		return "its time since power-up"
	}
	return r.host.driver.String()
}

func sourceName(s flight.Source) string {
	if s == 0 {
		return "the flight controller"
	}
	return s.String()
}

// subject is a clock at the start of a sentence.
func (c *Clock) subject() string {
	name := sourceName(c.Source)
	switch {
	case c.Kind == Timesync:
		return "The clock that " + name + " answers with"
	case c.Remote == UTC:
		return "The date of " + name
	case c.Remote == Signature:
		return fmt.Sprintf("The signing clock of %s (link %d)", name, c.Link)
	case c.Source == 0:
		return "The flight controller"
	}
	return name
}

// Sentence says what is known of a clock, for a person.
func (c *Clock) Sentence() string {
	at := c.stands()
	first := c.subject() + " " + c.rate()
	if !c.TellsRate() && at != "" {
		first, at = c.subject()+" "+strings.TrimPrefix(at, "it "), ""
		if c.PowerUp != 0 && !c.HostUnix {
			first = "By its date, " + sourceName(c.Source) + strings.TrimPrefix(first, c.subject())
		}
	}
	parts := []string{first}
	if c.Kind == Envelope && c.Remote == Boot && c.Ready {
		parts = append(parts, fmt.Sprintf("9 in 10 of its frames took %s longer than the fastest", between(c.Delay.P5, c.Delay.P95)))
	}
	if at != "" {
		parts = append(parts, at)
	}
	if c.Kind == Timesync {
		parts = append(parts, fmt.Sprintf("the fastest of its %d answers that count took %s both ways", c.Pairs, short(c.MinTrip)))
	}
	if n := len(c.Changes); n > 0 {
		parts = append(parts, "it changed "+words.Times(n))
	}
	text := strings.Join(parts, "; ") + "."
	if c.Of > 1 {
		text = fmt.Sprintf("Epoch %d: %s", c.Epoch+1, text)
	}
	return text
}

// vague is how unsure a rate may be, in ppm, to be worth telling: crystals are
// within that.
const vague = 100

// TellsRate says whether the skew is known well enough to be told.
func (c *Clock) TellsRate() bool { return c.Ready && c.SkewSigma >= 0 && c.SkewSigma <= vague }

// Tells says whether more is known of a clock than that it was read.
func (c *Clock) Tells() bool { return c.TellsRate() || c.stands() != "" || len(c.Changes) > 0 }

// vagueOffset is how unsure an offset may be to be worth telling.
const vagueOffset = time.Second

// TellsOffset says whether the offset is known well enough to be told, as far as it
// is known how well.
func (c *Clock) TellsOffset() bool { return time.Duration(c.Sigma) <= vagueOffset }

// rate says how fast a clock runs.
func (c *Clock) rate() string {
	skew, host := c.SkewPPM(), c.Against
	switch {
	case !c.TellsRate():
		return fmt.Sprintf("was read %s in %s: how fast it runs against %s is not known", words.Times(c.Pairs), short(c.Span), host)
	case math.Abs(skew) < max(0.05, c.SkewSigma):
		return fmt.Sprintf("keeps pace with %s, within %.1f ppm", host, max(0.1, c.SkewSigma))
	case skew > 0:
		return fmt.Sprintf("runs %.1f ppm fast against %s", skew, host)
	}
	return fmt.Sprintf("runs %.1f ppm slow against %s", -skew, host)
}

// sameDay is how far apart two clocks that tell the date may lie to be compared
// in words.
const sameDay = 24 * time.Hour

// stands says what a clock shows.
func (c *Clock) stands() string {
	offset := time.Duration(c.Offset())
	switch {
	case c.Remote == Boot:
		return ""
	case c.HostUnix && offset.Abs() < sameDay && !c.TellsOffset():
		return ""
	case c.HostUnix && offset.Abs() < sameDay && offset.Abs() < time.Duration(c.Sigma):
		return fmt.Sprintf("it is within %s of the station's", short(offset.Abs()+2*time.Duration(c.Sigma)))
	case c.HostUnix && offset.Abs() < sameDay:
		way := "ahead of"
		if offset < 0 {
			way = "behind"
		}
		return fmt.Sprintf("it is %s %s the station's", short(offset.Abs()), way)
	case c.PowerUp != 0 && c.Remote == UTC:
		return "it powered up at " + time.Unix(0, c.PowerUp).UTC().Format("2006-01-02 15:04:05.000 UTC")
	}
	return ""
}

func between(a, b time.Duration) string {
	from, to := short(a), short(b)
	if f, unit, _ := strings.Cut(from, " "); strings.HasSuffix(to, " "+unit) {
		from = f
	}
	return from + " to " + to
}

// short writes a time with three digits at most.
func short(d time.Duration) string {
	switch s := d.Seconds(); {
	case s >= 100:
		return fmt.Sprintf("%.0f s", s)
	case s >= 1:
		return fmt.Sprintf("%.2f s", s)
	case s >= 0.01:
		return fmt.Sprintf("%.0f ms", s*1e3)
	default:
		return fmt.Sprintf("%.1f ms", s*1e3)
	}
}
