package link

import (
	"slices"
	"time"
)

const (
	// enough samples of a stream show its rhythm.
	enough = 20
	// rhythmic is the share of intervals near the median that make a rhythm.
	rhythmic = 0.6
	// covers is how many times rarer samples must be missing from the rhythm than
	// numbers are, for the numbers not to speak of this link.
	covers = 4
)

// leftOut reports whether a source's messages keep their rhythm though many of
// its numbers are missing. A bad link takes frames of every message alike; a
// router, a second link or a filtered log takes whole kinds of them.
func (c *counting) leftOut(s *Source) bool {
	lost := s.Lost - s.CRCFailed // damaged frames were on this link
	if float64(lost) < missingShare*float64(lost+s.Frames) {
		return false
	}
	return c.regular(c.framesOf(s.Source), lost)
}

// regular reports whether frames keep their rhythm though so many are lost.
func (c *counting) regular(frames []int32, lost int) bool {
	times := map[uint16][]time.Duration{}
	for _, i := range frames {
		stream := c.log.Frames.Stream[i]
		times[stream] = append(times[stream], c.log.Frames.Time[i])
	}
	samples, missing := 0, 0
	for _, t := range times {
		if m, ok := missingIn(t); ok {
			samples, missing = samples+len(t), missing+m
		}
	}
	return samples >= enough && samples*2 >= len(frames) &&
		missing*covers*(lost+len(frames)) < lost*(missing+samples)
}

// missingIn counts the samples that a stream's rhythm lacks; false where it has
// none.
func missingIn(times []time.Duration) (missing int, ok bool) {
	if len(times) < enough {
		return 0, false
	}
	steps := make([]time.Duration, 0, len(times)-1)
	for i := 1; i < len(times); i++ {
		steps = append(steps, times[i]-times[i-1])
	}
	sorted := slices.Clone(steps)
	slices.Sort(sorted)
	median := sorted[len(sorted)/2]
	if median <= 0 {
		return 0, false
	}
	near := 0
	for _, d := range steps {
		if d > median/2 && d < median*3/2 {
			near++
		}
		missing += max(0, int((d+median/2)/median)-1)
	}
	return missing, float64(near) >= rhythmic*float64(len(steps))
}
