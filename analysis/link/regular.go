package link

import (
	"slices"
	"time"

	"postflight/analysis/gap"
)

const (
	// enough samples of a stream show its rhythm.
	enough = 20
	// rhythmic is the share of intervals near the median that make a rhythm.
	rhythmic = 0.6
	// covers is how many times rarer samples must be missing from the rhythm than
	// numbers are, for the numbers not to speak of this link.
	covers = 4
	// longestHole is how many samples a stream lacks at most in one place: a stamp
	// that is damaged makes a hole of any length, numbers show 255 frames at most.
	longestHole = 25
	// damagedTimes is one of how many gaps damage may have left.
	damagedTimes = 4
)

// leftOut reports whether a source's messages keep their rhythm though many of
// its numbers are missing. A bad link takes frames of every message alike; a
// router, a second link or a filtered log takes whole kinds of them.
func (c *counting) leftOut(s *Source) bool {
	damaged := c.damagedOf(s)
	lost := s.Lost - damaged // those were on this link
	for _, g := range s.Gaps {
		if k := c.pausedBefore(g.Frame); k > 0 && c.log.Frames.Time[k-1] >= g.Since {
			lost -= g.Lost
		}
	}
	if float64(lost) < missingShare*float64(lost+s.Frames) {
		return lost >= fewRegular && !c.mostlyDamaged(s) && c.leavesNoHoles(s)
	}
	return c.regular(c.framesOf(s.Source), lost, damaged)
}

// damagedOf is about how many frames of a source did not come whole: those that
// name it, and its share of all other bytes that are no frame, nor what a container
// puts around each.
func (c *counting) damagedOf(s *Source) int {
	if c.nobody < 0 {
		c.nobody = c.nobodys()
	}
	return s.CRCFailed + int(c.nobody*float64(s.Frames)/float64(max(1, c.log.Frames.Len())))
}

// nobodys is about how many frames that did not come whole name no source.
func (c *counting) nobodys() float64 {
	named, taken := 0, int64(0)
	for i := range c.sources {
		named += c.sources[i].CRCFailed
	}
	for _, length := range c.log.Frames.Length {
		taken += int64(length)
	}
	frames := max(1, c.log.Frames.Len())
	length, n, _ := c.between()
	return float64(c.wire.CRCFailed-named) + float64(c.strayBytes()-length*int64(n))*float64(frames)/float64(max(1, taken))
}

// mostlyDamaged reports whether damage is what left many of a source's gaps: where they
// are tells nothing else then.
func (c *counting) mostlyDamaged(s *Source) bool { return damagedTimes*c.damagedOf(s) > s.Lost }

// regular reports whether frames keep their rhythm though so many are lost; damaged
// is how many are missing from it for another reason.
func (c *counting) regular(frames []int32, lost, damaged int) bool {
	streams := map[uint16][]int32{}
	for _, i := range frames {
		stream := c.log.Frames.Stream[i]
		streams[stream] = append(streams[stream], i)
	}
	samples, missing := 0, 0
	for _, list := range streams {
		if m, ok := c.missingIn(list); ok {
			samples, missing = samples+len(list), missing+m
		}
	}
	missing = max(0, missing-damaged)
	return samples >= enough && samples*2 >= len(frames) &&
		missing*covers*(lost+len(frames)) < lost*(missing+samples)
}

// missingIn counts the samples that the rhythm of a stream's frames lacks; false
// where it has none. Where nothing came from anyone, no rhythm tells what is
// missing, and time may have gone wrong.
func (c *counting) missingIn(list []int32) (missing int, ok bool) {
	if len(list) < enough {
		return 0, false
	}
	steps := make([]time.Duration, 0, len(list)-1)
	for k := 1; k < len(list); k++ {
		if c.pausedBefore(int(list[k])) <= int(list[k-1]) {
			steps = append(steps, c.log.Frames.Time[list[k]]-c.log.Frames.Time[list[k-1]])
		}
	}
	slices.Sort(steps)
	if len(steps) == 0 || steps[len(steps)/2] <= 0 {
		return 0, false
	}
	median, near := steps[len(steps)/2], 0
	for _, d := range steps {
		if d > median/2 && d < median*3/2 {
			near++
		}
		missing += min(longestHole, max(0, int((d+median/2)/median)-1))
	}
	return missing, float64(near) >= rhythmic*float64(len(steps))
}

// pausedBefore is the last frame, not behind i, before which nothing came from
// anyone for longer than a sender may pause; 0 where there is none.
func (c *counting) pausedBefore(i int) int {
	if c.pauses == nil {
		c.pauses = []int{0}
		t := c.log.Frames.Time
		for k := 1; k < len(t); k++ {
			if t[k]-t[k-1] > gap.ShortestSilence {
				c.pauses = append(c.pauses, k)
			}
		}
	}
	k, exact := slices.BinarySearch(c.pauses, i)
	if !exact {
		k--
	}
	return c.pauses[k]
}
