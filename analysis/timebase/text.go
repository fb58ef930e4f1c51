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

// changed is how often the clock itself changed.
func (c *Clock) changed() int {
	n := 0
	for _, change := range c.Changes {
		if !change.Delay {
			n++
		}
	}
	return n
}

// object is a clock in the middle of a sentence on its source.
func (c *Clock) object() string {
	switch c.Remote {
	case UTC:
		return "its date"
	case Signature:
		return "its signing clock"
	}
	return "its time since power-up"
}

// Sentence says what is known of a clock, for a person who sees beside it how well
// the rate is known.
func (c *Clock) Sentence() string { return strings.Join(c.clauses(c.rate()), "; ") + "." }

// Line is the sentence on a clock of r for where nothing stands beside it: with
// how well the rate is known, and for a boot clock how long answers took.
func (r *Result) Line(c *Clock) string {
	parts := c.clauses(c.rateAndSigma())
	if c.Remote == Boot && c.Kind != Timesync {
		if a := r.of(c.Source, c.Epoch, Boot, true); a != nil {
			parts = append(parts, "a round trip took at least "+short(a.MinTrip))
		}
	}
	return strings.Join(parts, "; ") + "."
}

// clauses say what is known of a clock, of which rate is how fast it runs.
func (c *Clock) clauses(rate string) []string {
	at := c.stands()
	first := c.subject() + " " + rate
	if !c.TellsRate() && at != "" {
		first, at = c.subject()+" "+strings.TrimPrefix(at, "it "), ""
		if c.PowerUp != 0 && !c.HostUnix {
			first = "By its date, " + sourceName(c.Source) + strings.TrimPrefix(first, c.subject())
		}
	}
	if c.Of > 1 {
		first = fmt.Sprintf("Epoch %d: %s", c.Epoch+1, first)
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
	if n := c.changed(); n > 0 {
		parts = append(parts, "it changed "+words.Times(n))
	}
	if n := len(c.Changes) - c.changed(); n > 0 {
		parts = append(parts, "how long its frames took changed for good "+words.Times(n))
	}
	return parts
}

// vague is how unsure a rate may be, in ppm, to be worth telling: crystals are
// within that.
const vague = 100

// TellsRate says whether the skew is known well enough to be told.
func (c *Clock) TellsRate() bool { return c.Ready && c.SkewSigma >= 0 && c.SkewSigma <= vague }

// Tells says whether more is known of a clock than that it was read.
func (c *Clock) Tells() bool { return c.TellsRate() || c.stands() != "" || len(c.Changes) > 0 }

const (
	// vagueOffset is how unsure an offset may be to be worth telling.
	vagueOffset = time.Second
	// farOff is how many sigma an offset is that is worth telling anyhow.
	farOff = 10
)

// TellsOffset says whether the offset is known well enough to be told, as far as it
// is known how well.
func (c *Clock) TellsOffset() bool {
	sigma := time.Duration(c.Sigma)
	return sigma <= vagueOffset || c.datesLikeHost() && c.off()/farOff > sigma
}

// datesLikeHost says whether both clocks count from 1970: then they should show
// the same.
func (c *Clock) datesLikeHost() bool { return c.HostUnix && c.Remote != Boot }

// off is how far the clocks are apart, either way.
func (c *Clock) off() time.Duration { return time.Duration(c.Offset()).Abs() }

// wrongDate is how far a date is off that a person does something about: more
// than frames take on their way.
const wrongDate = time.Second

// DateIsOff says whether a source tells a date that differs from the station's
// by more than a second, and by more than it is unsure.
func (c *Clock) DateIsOff() bool {
	return c.Remote == UTC && c.HostUnix && c.TellsOffset() && c.off() > max(wrongDate, time.Duration(c.Sigma))
}

// rate says how fast a clock runs.
func (c *Clock) rate() string {
	skew, host := c.SkewPPM(), c.Against
	switch {
	case !c.TellsRate():
		return fmt.Sprintf("was read %s in %s: how fast it runs against %s is not known", words.Times(c.Pairs), short(c.Span), host)
	case math.Abs(skew) < max(0.05, c.SkewSigma):
		return fmt.Sprintf("keeps pace with %s, within %.1f ppm", host, atMost(math.Abs(skew)+c.SkewSigma))
	case skew > 0:
		return fmt.Sprintf("runs %.1f ppm fast against %s", skew, host)
	}
	return fmt.Sprintf("runs %.1f ppm slow against %s", -skew, host)
}

// atMost is a bound in ppm, rounded up to a tenth.
func atMost(ppm float64) float64 {
	const exact = 1e-6 // of a tenth
	return max(1, math.Ceil(ppm*10-exact)) / 10
}

// rateAndSigma says how fast a clock runs, and how well that is known.
func (c *Clock) rateAndSigma() string {
	return strings.Replace(c.rate(), " ppm ", fmt.Sprintf(" ± %.1f ppm ", max(0.1, c.SkewSigma)), 1)
}

// stands says what a clock shows.
func (c *Clock) stands() string {
	sigma := time.Duration(c.Sigma)
	switch {
	case c.datesLikeHost() && !c.TellsOffset():
		return ""
	case c.datesLikeHost() && c.off() < sigma:
		return fmt.Sprintf("it is within %s of the station's", short(c.off()+2*sigma))
	case c.datesLikeHost():
		way := "ahead of"
		if c.Offset() < 0 {
			way = "behind"
		}
		far, unsure := amount(c.off(), sigma)
		return fmt.Sprintf("it is %s %s the station's%s", far, way, unsure)
	case c.PowerUp != 0 && c.Remote == UTC:
		at, sigma := c.PoweredUp()
		return "it powered up at " + instant(at, sigma)
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

// leastShort is the least that short writes.
const leastShort = 100 * time.Microsecond

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
